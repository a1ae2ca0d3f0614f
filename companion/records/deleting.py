"""Deleting a game, putting it back within a day, and removing it for good after that."""

from datetime import datetime, timedelta
from typing import cast

from sqlalchemy import Connection, CursorResult, Update, delete, func, update

from companion.records.database import alone, now, write_connection
from companion.records.join_codes import forget_old
from companion.records.links import end_codes
from companion.records.models import Game

KEPT_FOR = timedelta(days=1)


class NotYours(PermissionError):
    """Only the device that made a game may delete it or put it back."""


class TooLate(LookupError):
    """The game is gone for good."""


def oldest_kept() -> datetime:
    """What was deleted before this moment (UTC) is gone."""
    return now() - KEPT_FOR


def delete_game(token: str, device: str | None) -> None:
    """Take a game away from the lists of the device that made it; twice is once. Raises NotYours.

    What was deleted more than a day ago is removed on the way, as at every start of the
    server: that needs no clock of its own, and nobody can reach such games in between.
    """
    with write_connection() as connection:
        sweep(connection)
        since = func.coalesce(Game.deleted_at, now())
        if not _count(connection, _of(token, device).values(deleted_at=since)):
            raise NotYours
        end_codes(connection, Game.token == token)


def put_back(token: str, device: str | None) -> None:
    """Put a deleted game back as it was. Raises TooLate, also for a device that did not make it."""
    with write_connection() as connection:
        recent = Game.deleted_at.is_(None) | (Game.deleted_at > oldest_kept())
        if not _count(connection, _of(token, device).where(recent).values(deleted_at=None)):
            raise TooLate


def sweep(connection: Connection) -> None:
    """Remove for good what was deleted more than a day ago: seats and log go with the game.

    With it go the six signs that ended as long ago, and guesses at them.
    """
    alone(connection, "sweeping")  # else two could wait for each other, each with half of the games
    connection.execute(delete(Game).where(Game.deleted_at <= oldest_kept()))
    forget_old(connection)


def _of(token: str, device: str | None) -> Update:
    return update(Game).where(Game.token == token, Game.device == (device or ""))


def _count(connection: Connection, change: Update) -> int:
    return cast("CursorResult[None]", connection.execute(change)).rowcount
