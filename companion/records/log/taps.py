"""Taps as requests: their time, those that wrote nothing, and those sent again after a restore.

The reported time of a tap is converted to the clock of the server.

Requests that wrote nothing are remembered for an hour, so that a redelivery writes nothing either:
a response may be lost, or the network may deliver a request twice. If others have written
meanwhile, a tap that contained nothing new would be news, and a refused one would be written,
although its user has decided otherwise since.

Entries that the server lost with a restore are sent again by open pages. Several phones may hold
the same lost entry, but only one knows the random key of the tap that wrote it. So each entry has a
public name derived from that key. A phone resends an entry under a key made of its name, which
counts as the same key as the original: whoever resends it, and even if the original tap arrives
late, it is written once.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, exists, select
from sqlalchemy.orm import Session

from companion.records.models import Attempt
from companion.records.people.limits import HOUR, AnHour
from companion.records.store.database import now, write_connection

_MS = 1000
_LONGEST_AGO = 31 * 24 * 3600 * _MS  # the longest plausible time offline
_IN_TRANSIT = 60 * _MS  # two correct clocks differ by less
_MOST_AHEAD = 2 * 10**9  # seconds; the maximum of the column


@dataclass(frozen=True, slots=True)
class Tapped:
    """The time of a tap as reported by its phone.

    `at` is in UTC and naive, by the clock of the server; None if it was not reported or is
    impossible. `clock_ahead` is the number of seconds by which the phone's clock was ahead; None if
    the phone did not report its time.
    """

    at: datetime | None = None
    clock_ahead: int | None = None

    @classmethod
    def reported(cls, tap: int | None, phone: int | None, arrived: datetime) -> "Tapped":
        """The phone's times in ms since 1970: of the `tap`, and of sending it (`phone`).

        The difference is right however wrong the clock is, unless it was set in between: then the
        tap seems to be in the future or weeks ago, and gets no time.
        """
        here = round(arrived.replace(tzinfo=UTC).timestamp() * _MS)
        ahead = None if phone is None else (phone - here) // _MS
        if ahead is not None and abs(ahead) > _MOST_AHEAD:
            ahead = None
        if tap is None:
            return cls(None, ahead)
        ago = (here if phone is None else phone) - tap
        can_be = -_IN_TRANSIT <= ago <= _LONGEST_AGO
        return cls(arrived - timedelta(milliseconds=max(ago, 0)) if can_be else None, ahead)


NOT_REPORTED = Tapped()


_SILENT, _REFUSED = "silent", "refused"
_BYTES = 16


def wrote_nothing(connection: Connection, game: int, press: str) -> bool:
    """Whether this command was answered without writing an entry."""
    return _is_remembered(connection, _SILENT, f"{game} {press}")


def remember_silent(connection: Connection, game: int, press: str) -> None:
    """Remember that this command wrote nothing."""
    _remember(connection, _SILENT, f"{game} {press}")


def was_refused(connection: Connection, token: str, request: str) -> bool:
    """Whether the very same request was refused, doubted or in conflict."""
    return _is_remembered(connection, _REFUSED, f"{token} {request}")


def remember_refused(token: str, request: str) -> None:
    """Remember this refused request; asking again changes what it has seen, so it differs."""
    with write_connection(token) as connection:
        _remember(connection, _REFUSED, f"{token} {request}")


def _is_remembered(connection: Connection, kind: str, text: str) -> bool:
    remembered = exists().where(
        Attempt.what == kind,
        Attempt.source == _source(text),
        Attempt.counted_at >= now() - HOUR,
    )
    return bool(connection.scalar(select(remembered)))


def _remember(connection: Connection, kind: str, text: str) -> None:
    with Session(connection) as session:
        AnHour(kind, 10**9, 10**9, RuntimeError).count(session, _source(text))
        session.flush()


def _source(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return urlsafe_b64encode(digest[:_BYTES]).decode().rstrip("=")


PREFIX = "resent-of-"
NAME_LENGTH = 8  # 48 bits: unique within a game
_MARK_LENGTH = 12


def name_of(key: str) -> str:
    """The public name of the entry that was written under this key."""
    return key.removeprefix(PREFIX) if is_resent(key) else _digest(key)[:NAME_LENGTH]


def is_resent(key: str) -> bool:
    """Whether an entry with this key was sent again."""
    return key.startswith(PREFIX)


def resent(key: str) -> str:
    """The key under which the entry with this key is sent again."""
    return PREFIX + name_of(key)


def mark_of(keys: Iterable[str]) -> str:
    """A digest of a log by the keys of its entries: two logs with the same mark are the same."""
    return _digest("\n".join(keys))[:_MARK_LENGTH]


def _digest(text: str) -> str:
    return urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode()
