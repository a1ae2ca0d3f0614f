"""How much one phone, and one game, may put into the score book."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from companion.records.database import now
from companion.records.models import Game, OwnGame

MOST_ENTRIES = 5000  # an evening of twelve rounds with nine players comes to a tenth of it
HOUR = timedelta(hours=1)


class GameFull(Exception):
    """The log of this game holds as many entries as it can (`most`)."""

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        super().__init__(most)
        self.most = most


class TooManyGames(Exception):
    """More games were started within an hour than people can play."""


@dataclass(frozen=True, slots=True)
class GamesAnHour:
    """How many games one phone may start in an hour, and all phones without an older game.

    A client that throws its cookie away is a new phone with every game: so new phones share a
    limit, which whoever played here before does not feel.
    """

    of_a_phone: int
    of_new_phones: int

    def check(self, session: Session, device: str) -> None:
        """Whether this device may start one more. Raises TooManyGames."""
        since = now() - HOUR
        lately = Game.started_at.between(since, now())  # a clock that was set back counts none
        mine = Game.device == device
        is_new = not _count(session, mine, Game.started_at < since)
        too_many_here = _count(session, mine, lately) >= self.of_a_phone
        if too_many_here or (is_new and _count(session, lately) >= self.of_new_phones):
            raise TooManyGames


def check_own_games(session: Session, device: str, most: int | None) -> None:
    """Whether this device may keep one more own game within this hour. Raises TooManyGames."""
    lately = OwnGame.changed_at.between(now() - HOUR, now())
    made = select(func.count()).select_from(OwnGame).where(OwnGame.device == device, lately)
    if most is not None and (session.scalar(made) or 0) >= most:
        raise TooManyGames


def check_room(entries: int) -> None:
    """Whether a game with so many entries takes one more. Raises GameFull."""
    if entries >= MOST_ENTRIES:
        raise GameFull


def _count(session: Session, *which: ColumnElement[bool]) -> int:
    return session.scalar(select(func.count()).select_from(Game).where(*which)) or 0
