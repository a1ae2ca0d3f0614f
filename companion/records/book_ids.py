"""The id of a score book, which each restore replaces, so that an open page can notice it."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from companion.records.database import reading
from companion.records.models import Book, Game

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
