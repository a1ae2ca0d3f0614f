"""Limits on what one phone, address or game may write."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from companion.gamefile.log_builder import MOST_ENTRIES
from companion.records.models import Attempt, Game, OwnGame
from companion.records.store.database import now

HOUR = timedelta(hours=1)
_NO_LIMIT = 10**9
_Text: TypeAlias = InstrumentedAttribute[str]
_Time: TypeAlias = InstrumentedAttribute[datetime]
_Excess: TypeAlias = type[Exception]


class GameFull(Exception):
    """The log of this game has reached its limit (`most`)."""

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        super().__init__(most)
        self.most = most


class TooManyGames(Exception):
    """More games were started within an hour than people can play."""


class TooManyImports(Exception):
    """More games or files were imported within an hour than people have."""


class TooManyOwnGames(Exception):
    """More custom games were saved within an hour than people make."""


class TooManyGuesses(Exception):
    """More wrong join codes were typed within an hour than people mistype."""


class TooManyPassphrases(Exception):
    """More wrong passphrases were typed within an hour than people mistype."""


class SamePassphrase(Exception):
    """The same wrong passphrase was sent from this address within the hour."""


class TooManyLinks(Exception):
    """More links to no game were opened within an hour than people have."""


@dataclass(frozen=True, slots=True)
class AnHour:
    """A limit per hour for one address, and for all of them together."""

    kind: str
    of_an_address: int
    of_all: int
    too_many: _Excess

    def check(self, session: Session, source: str, times: int = 1) -> None:
        """Check for `times` more from this address. Raises `too_many`."""
        lately = (Attempt.what == self.kind, _within_the_hour(Attempt.counted_at))
        here = _count(session, Attempt.source == source, *lately)
        if here + times > self.of_an_address or _count(session, *lately) + times > self.of_all:
            raise self.too_many

    def count(self, session: Session, source: str, times: int = 1) -> None:
        """Count `times` from this address; counts older than an hour are dropped."""
        session.execute(delete(Attempt).where(Attempt.counted_at < now() - HOUR))
        session.add_all(
            Attempt(what=self.kind, source=source, counted_at=now()) for _ in range(times)
        )


def wrong_codes(of_an_address: int, of_all: int) -> AnHour:
    """Wrong join codes.

    With 32 characters, six places and a thousand open tables, a thousand guesses per hour find
    a table in a thousand hours.
    """
    return AnHour("signs", of_an_address, of_all, TooManyGuesses)


def wrong_passphrases(of_an_address: int) -> AnHour:
    """Wrong passphrases of the server; no total, as others must not lock anybody out."""
    return AnHour("passphrase", of_an_address, _NO_LIMIT, TooManyPassphrases)


# Of an address with what it sent. A program goes on to send a passphrase that was replaced, which
# must not use up the tries of its household.
SAME_PASSPHRASE = AnHour("same", 1, _NO_LIMIT, SamePassphrase)


def wrong_links(of_an_address: int, of_all: int) -> AnHour:
    """Links to no game. Guessing finds none, but must not go on for ever."""
    return AnHour("link", of_an_address, of_all, TooManyLinks)


def files_taken_in(of_an_address: int, of_all: int) -> AnHour:
    """Imported files of games."""
    return AnHour("file", of_an_address, of_all, TooManyImports)


@dataclass(frozen=True, slots=True)
class GamesAnHour:
    """Games started per hour: per phone, for all phones without an older game, and per address.

    A client that drops its cookie is a new phone each time, so new phones share a limit that does
    not affect older ones.
    """

    of_a_phone: int
    of_new_phones: int
    of_an_address: int = 10**6
    source: str = ""

    def count(self, session: Session, device: str) -> None:
        """Count a new game of this device. Raises TooManyGames."""
        self._count(session, device, Game.device, Game.started_at, TooManyGames)

    def count_own(self, session: Session, device: str) -> None:
        """Count a custom game or a file of one. Raises TooManyOwnGames."""
        self._count(session, device, OwnGame.device, OwnGame.changed_at, TooManyOwnGames)

    def count_kept(self, session: Session, games: int) -> None:
        """Count imported games, which began at any time on any phone. Raises TooManyImports."""
        self._count_there(session, games, TooManyImports)

    def _count(
        self, session: Session, device: str, made_by: _Text, made_at: _Time, too_many: _Excess
    ) -> None:
        lately = _within_the_hour(made_at)
        played_before = _count(session, Game.device == device, Game.started_at < now() - HOUR)
        too_many_here = _count(session, made_by == device, lately) >= self.of_a_phone
        too_many_new = not played_before and _count(session, lately) >= self.of_new_phones
        if too_many_here or too_many_new:
            raise too_many
        self._count_there(session, 1, too_many)

    def _count_there(self, session: Session, games: int, too_many: _Excess) -> None:
        from_there = AnHour("game", self.of_an_address, _NO_LIMIT, too_many)
        from_there.check(session, self.source, games)
        from_there.count(session, self.source, games)


def check_room(entries: int) -> None:
    """Check for one more entry in a game of this length. Raises GameFull."""
    if entries >= MOST_ENTRIES:
        raise GameFull


def _within_the_hour(at: _Time) -> ColumnElement[bool]:
    return at.between(now() - HOUR, now())  # after the clock was set back nothing is counted


def _count(session: Session, *which: ColumnElement[bool]) -> int:
    return session.scalar(select(func.count()).where(*which)) or 0
