"""A game's row and the rows of its log, as one tap reads and writes them.

The statements are made once: building one takes as long as running it.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import Connection, Table, bindparam, insert, select, update

from companion.records.models import Game, LogEntry
from companion.rules.log import Entry
from companion.rules.log_data import write_entry

_ENTRY, _GAME = cast("Table", LogEntry.__table__), cast("Table", Game.__table__)
_LOCK = select(_GAME.c.id).where(_GAME.c.token == bindparam("token")).with_for_update()
_LOG = (
    select(_ENTRY.c.key, _ENTRY.c.kind, _ENTRY.c.data)
    .join(_GAME, _GAME.c.id == _ENTRY.c.game_id)
    .where(_GAME.c.deleted_at.is_(None))
    .where(_ENTRY.c.game_id == bindparam("game"), _ENTRY.c.sequence >= bindparam("first"))
    .order_by(_ENTRY.c.sequence)
)
_ADD = insert(_ENTRY)
_TOUCH = update(_GAME).where(_GAME.c.id == bindparam("game")).values(changed_at=bindparam("now"))
_SUMMARISE = _TOUCH.values(summary=bindparam("summary"))


def lock(connection: Connection, token: str) -> None:
    """PostgreSQL holds the row of this game; SQLite holds the whole file already."""
    if connection.dialect.name != "sqlite":
        connection.execute(_LOCK, {"token": token})


def rows_from(connection: Connection, game: int, first: int) -> Sequence[Any]:
    """The entries of the log from this sequence number on: key, kind and data."""
    return connection.execute(_LOG, {"game": game, "first": first}).all()


def add(connection: Connection, game: int, sequence: int, key: str, entry: Entry) -> None:
    """Write one entry behind all others."""
    kind, data = write_entry(entry)
    row = {"game_id": game, "sequence": sequence, "key": key, "recorded_at": now()}
    connection.execute(_ADD, row | {"kind": kind, "data": data})


def touch(connection: Connection, game: int, summary: dict[str, Any] | None) -> None:
    """The game was changed just now; most taps leave its summary as it is (None)."""
    news: dict[str, Any] = {"game": game, "now": now()}
    if summary is None:
        connection.execute(_TOUCH, news)
    else:
        connection.execute(_SUMMARISE, news | {"summary": summary})


def now() -> datetime:
    """The time in UTC, as the tables keep it: without a zone."""
    return datetime.now(UTC).replace(tzinfo=None)
