"""The id of a score book, which each restore replaces, so that an open page can notice it.

Also the version of a game: a short text that changes with every change of the game.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Engine,
    String,
    bindparam,
    cast,
    delete,
    func,
    insert,
    select,
    update,
)

from companion.records.models import Book, Game, LogEntry
from companion.records.store.database import db, reading

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


_KEY = select(Book.key)
KEY = _KEY.scalar_subquery().label("book")


class BookNow(NamedTuple):
    """The id of a book, empty if it has none, and the backup it was restored from.

    `copied_from` is the id of the source of that backup, empty for a book that was not restored;
    `as_of` the time of the backup, in UTC and naive, as in the tables.
    """

    key: str = ""
    copied_from: str = ""
    as_of: datetime | None = None


def book_id(connection: Connection) -> str:
    """The id of the book of this connection; empty where it has none."""
    return connection.scalar(_KEY) or ""


def book_of(connection: Connection) -> BookNow:
    """The id and origin of the book of this connection."""
    row = connection.execute(select(Book.key, Book.copied_from, Book.as_of)).first()
    return BookNow(*row) if row else BookNow()


def book_now() -> BookNow:
    """The id and origin of the book of this app."""
    with reading() as connection:
        return book_of(connection)


def set_book_id(connection: Connection, key: str) -> None:
    """Give the book this id."""
    connection.execute(delete(Book))
    connection.execute(insert(Book).values(id=1, key=key))


def set_restored(connection: Connection, key: str, source: BookNow) -> None:
    """Give a newly restored book this id; `source` describes the backup.

    A backup of an older version does not have its time; the last change of a game is used instead.
    """
    as_of = source.as_of or connection.scalar(select(func.max(Game.changed_at)))
    set_book_id(connection, key)
    connection.execute(update(Book).values(copied_from=source.key, as_of=as_of))
