"""The version of a game: a short text that changes with every change of the game."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Engine, String, bindparam, cast, func, select

from companion.records.database import db
from companion.records.models import Game, LogEntry

_LENGTH = select(func.max(LogEntry.sequence)).where(LogEntry.game_id == Game.id).scalar_subquery()
_VERSIONS = select(Game.id, Game.changed_at, func.coalesce(_LENGTH, 0).label("length")).where(
    Game.id.in_(bindparam("games", expanding=True)), Game.deleted_at.is_(None)
)

_MARKS = _VERSIONS.with_only_columns(Game.id, cast(Game.changed_at, String), _LENGTH)


def version_of(game: int) -> str | None:
    """The current version of the game with this id; None if it is deleted."""
    with db.engine.connect() as connection:
        row = connection.execute(_VERSIONS, {"games": [game]}).one_or_none()
    return _version(row.length, row.changed_at) if row else None


def marks(engine: Engine, games: Collection[int]) -> dict[int, Any]:
    """A raw value per existing game that changes with its version, by id.

    Polled often and for many games, so it is not formatted.
    """
    with engine.connect() as connection:
        rows = connection.execute(_MARKS, {"games": list(games)}).all()
    return {row[0]: tuple(row) for row in rows}  # tuples, because comparing rows is slow


def _version(length: int, changed_at: datetime) -> str:
    """The length of the log and the time of the last change: not everything is in the log."""
    since = (changed_at - datetime.min) // timedelta(microseconds=1)  # noqa: DTZ901 - both UTC
    return f"{length}.{since}"
