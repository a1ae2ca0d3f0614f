"""Taps that said nothing new, remembered for an hour: sent again, they must not say it then.

A response may be lost, or the network may deliver a request twice. Meanwhile others may have
written, so that what was said already at first would be news.
"""

import hashlib
from base64 import urlsafe_b64encode

from sqlalchemy import Connection, exists, select
from sqlalchemy.orm import Session

from companion.records.database import now
from companion.records.limits import HOUR, AnHour
from companion.records.models import Counted

_WHAT = "silent"
_BYTES = 16
_UNLIMITED = AnHour(_WHAT, 10**9, 10**9, RuntimeError)


def was_silent(connection: Connection, game: int, press: str) -> bool:
    """Whether this press has been answered without an entry."""
    remembered = exists().where(
        Counted.what == _WHAT,
        Counted.source == _source(game, press),
        Counted.counted_at >= now() - HOUR,
    )
    return bool(connection.scalar(select(remembered)))


def remember_silent(connection: Connection, game: int, press: str) -> None:
    """Remember that this press wrote nothing."""
    with Session(connection) as session:
        _UNLIMITED.count(session, _source(game, press))
        session.flush()


def _source(game: int, press: str) -> str:
    digest = hashlib.sha256(f"{game} {press}".encode()).digest()
    return urlsafe_b64encode(digest[:_BYTES]).decode().rstrip("=")
