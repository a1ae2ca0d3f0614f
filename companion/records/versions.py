"""The version of a game: a short text that is another one whenever anything of the game is."""

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
    """The version of the game with this id now; None if it is deleted."""
    with db.engine.connect() as connection:
        row = connection.execute(_VERSIONS, {"games": [game]}).one_or_none()
    return _version(row.length, row.changed_at) if row else None


def marks(engine: Engine, games: Collection[int]) -> dict[int, Any]:
    """Of each of these games that is still there, by its id: what is another with each version.

    It is asked of many games and often, and nobody reads it.
    """
    with engine.connect() as connection:
        rows = connection.execute(_MARKS, {"games": list(games)}).all()
    return {row[0]: tuple(row) for row in rows}  # compared often, and rows compare slowly


def _version(length: int, changed_at: datetime) -> str:
    """How long its log is, and when its row was last touched: not all there is is in the log."""
    since = (changed_at - datetime.min) // timedelta(microseconds=1)  # noqa: DTZ901 - both UTC
    return f"{length}.{since}"
