"""How much one phone, and one game, may put into the score book."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from companion.records.database import now
from companion.records.models import Game, OwnGame, WrongGuess

MOST_ENTRIES = 5000  # an evening of twelve rounds with nine players comes to a tenth of it
HOUR = timedelta(hours=1)
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


@dataclass(frozen=True, slots=True)
class GamesAnHour:
    """How many games one phone may start in an hour, and all phones without an older game.

    A client that throws its cookie away is a new phone with every game: so new phones share a
    limit, which whoever played here before does not feel.
    """

    of_a_phone: int
    of_new_phones: int

    def check(self, session: Session, device: str) -> None:
        """Whether this device may start one more game. Raises TooManyGames."""
        self._check(session, device, Game.device, Game.started_at)

    def check_own(self, session: Session, device: str) -> None:
        """Whether it may keep one more own game, or a friend's file. Raises TooManyGames."""
        self._check(session, device, OwnGame.device, OwnGame.changed_at)

    def _check(self, session: Session, device: str, made_by: _Text, made_at: _Time) -> None:
        since = now() - HOUR
        lately = made_at.between(since, now())  # a clock that was set back counts none
        played_before = _count(session, Game.device == device, Game.started_at < since)
        too_many_here = _count(session, made_by == device, lately) >= self.of_a_phone
        too_many_new = not played_before and _count(session, lately) >= self.of_new_phones
        if too_many_here or too_many_new:
            raise TooManyGames


@dataclass(frozen=True, slots=True)
class GuessesAnHour:
    """How many six signs that lead nowhere may be typed in an hour.

    Of one address, and of all together: with 32 signs, six places and a thousand tables open at
    once, a thousand guesses an hour find a table in a thousand hours.
    """

    of_an_address: int
    of_all: int

    def check(self, session: Session, guesser: str) -> None:
        """Whether one more guess is looked at. Raises TooManyGuesses."""
        lately = WrongGuess.guessed_at.between(now() - HOUR, now())
        here = _count(session, WrongGuess.guesser == guesser, lately)
        if here >= self.of_an_address or _count(session, lately) >= self.of_all:
            raise TooManyGuesses


def check_room(entries: int) -> None:
    """Whether a game with so many entries takes one more. Raises GameFull."""
    if entries >= MOST_ENTRIES:
        raise GameFull


def _count(session: Session, *which: ColumnElement[bool]) -> int:
    return session.scalar(select(func.count()).where(*which)) or 0
