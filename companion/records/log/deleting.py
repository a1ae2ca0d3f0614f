"""Deleting a game, restoring it within a day, and removing it permanently afterwards."""

from datetime import datetime, timedelta
from typing import cast

from sqlalchemy import Connection, CursorResult, Update, delete, func, update

from companion.records.models import Game
from companion.records.people.links import end_codes, forget_old
from companion.records.store.database import advisory_lock, now, write_connection

KEPT_FOR = timedelta(days=1)


class NotYours(PermissionError):
    """Only the device that started a game may delete or restore it."""


class TooLate(LookupError):
    """The game has been removed permanently."""


def removal_time() -> datetime:
    """The time (UTC) before which deleted games are removed."""
    return now() - KEPT_FOR


def delete_game(token: str, device: str | None) -> None:
    """Delete a game from the lists of the device that started it; idempotent. Raises NotYours.

    Games deleted more than a day ago are removed in passing, and at every start of the server, so
    no scheduler is needed; they cannot be reached in between.
    """
    with write_connection() as connection:
        sweep(connection)
        since = func.coalesce(Game.deleted_at, now())
        if not _count(connection, _of(token, device).values(deleted_at=since)):
            raise NotYours
        end_codes(connection, Game.token == token)


def put_back(token: str, device: str | None) -> None:
    """Restore a deleted game. Raises TooLate, also for a device that did not start it."""
    with write_connection() as connection:
        recent = Game.deleted_at.is_(None) | (Game.deleted_at > removal_time())
        if not _count(connection, _of(token, device).where(recent).values(deleted_at=None)):
            raise TooLate


def sweep(connection: Connection) -> None:
    """Remove games deleted more than a day ago, with their seats and logs.

    Join codes that expired as long ago, and counted guesses, are removed too.
    """
    advisory_lock(connection, "sweeping")  # prevents a deadlock of two sweeps
    connection.execute(delete(Game).where(Game.deleted_at <= removal_time()))
    forget_old(connection)


def _of(token: str, device: str | None) -> Update:
    return update(Game).where(Game.token == token, Game.device == (device or ""))


def _count(connection: Connection, change: Update) -> int:
    return cast("CursorResult[None]", connection.execute(change)).rowcount
