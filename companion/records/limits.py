"""How much one phone, and one game, may put into the score book."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from companion.records.database import now
from companion.records.models import Counted, Game, OwnGame

MOST_ENTRIES = 5000  # an evening of twelve rounds with nine players comes to a tenth of it
HOUR = timedelta(hours=1)
_NO_LIMIT = 10**9
_Text: TypeAlias = InstrumentedAttribute[str]
_Time: TypeAlias = InstrumentedAttribute[datetime]


class GameFull(Exception):
    """The log of this game holds as many entries as it can (`most`)."""

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        super().__init__(most)
        self.most = most


class TooManyGames(Exception):
    """More games were started within an hour than people can play."""


class TooManyGuesses(Exception):
    """More six signs that lead nowhere were typed within an hour than anybody mistypes."""


class TooManyPassphrases(Exception):
    """More wrong passphrases were typed within an hour than anybody mistypes."""


class TooManyLinks(Exception):
    """More links that lead nowhere were opened within an hour than anybody has."""


@dataclass(frozen=True, slots=True)
class AnHour:
    """How often something may come in an hour from one address, and from all together."""

    what: str
    of_an_address: int
    of_all: int
    too_many: type[Exception]

    def check(self, session: Session, source: str, times: int = 1) -> None:
        """Whether it may come once more, or so many times, from there. Raises `too_many`."""
        lately = (Counted.what == self.what, _within_the_hour(Counted.counted_at))
        here = _count(session, Counted.source == source, *lately)
        if here + times > self.of_an_address or _count(session, *lately) + times > self.of_all:
            raise self.too_many

    def count(self, session: Session, source: str, times: int = 1) -> None:
        """It came from there; what was counted more than an hour ago is forgotten."""
        session.execute(delete(Counted).where(Counted.counted_at < now() - HOUR))
        session.add_all(
            Counted(what=self.what, source=source, counted_at=now()) for _ in range(times)
        )


def wrong_signs(of_an_address: int, of_all: int) -> AnHour:
    """Six signs that lead nowhere.

    With 32 signs, six places and a thousand tables open at once, a thousand guesses an hour find a
    table in a thousand hours.
    """
    return AnHour("signs", of_an_address, of_all, TooManyGuesses)


def wrong_passphrases(of_an_address: int, of_all: int) -> AnHour:
    """Passphrases of the whole server that are not the one."""
    return AnHour("passphrase", of_an_address, of_all, TooManyPassphrases)


def wrong_links(of_an_address: int, of_all: int) -> AnHour:
    """Links that lead nowhere. Nobody finds one by guessing; nobody shall try for ever either."""
    return AnHour("link", of_an_address, of_all, TooManyLinks)


def files_taken_in(of_an_address: int, of_all: int) -> AnHour:
    """Files of games that somebody sends to have them kept here."""
    return AnHour("file", of_an_address, of_all, TooManyGames)


@dataclass(frozen=True, slots=True)
class GamesAnHour:
    """How many games one phone may start in an hour, all phones without an older game, one address.

    A client that throws its cookie away is a new phone with every game: so new phones share a
    limit, which whoever played here before does not feel.
    """

    of_a_phone: int
    of_new_phones: int
    of_an_address: int = 10**6
    source: str = ""

    def count(self, session: Session, device: str) -> None:
        """Count one more game of this device. Raises TooManyGames."""
        self._count(session, device, Game.device, Game.started_at)

    def count_own(self, session: Session, device: str) -> None:
        """Count one more own game, or a friend's file. Raises TooManyGames."""
        self._count(session, device, OwnGame.device, OwnGame.changed_at)

    def count_kept(self, session: Session, games: int) -> None:
        """Count games out of a file: they began at any time, on any phone. Raises TooManyGames."""
        self._count_there(session, games)

    def _count(self, session: Session, device: str, made_by: _Text, made_at: _Time) -> None:
        lately = _within_the_hour(made_at)
        played_before = _count(session, Game.device == device, Game.started_at < now() - HOUR)
        too_many_here = _count(session, made_by == device, lately) >= self.of_a_phone
        too_many_new = not played_before and _count(session, lately) >= self.of_new_phones
        if too_many_here or too_many_new:
            raise TooManyGames
        self._count_there(session, 1)

    def _count_there(self, session: Session, games: int) -> None:
        from_there = AnHour("game", self.of_an_address, _NO_LIMIT, TooManyGames)
        from_there.check(session, self.source, games)
        from_there.count(session, self.source, games)


def check_room(entries: int) -> None:
    """Whether a game with so many entries takes one more. Raises GameFull."""
    if entries >= MOST_ENTRIES:
        raise GameFull


def _within_the_hour(at: _Time) -> ColumnElement[bool]:
    return at.between(now() - HOUR, now())  # a clock that was set back counts none


def _count(session: Session, *which: ColumnElement[bool]) -> int:
    return session.scalar(select(func.count()).where(*which)) or 0
