"""The id of a score book: another one after each restore, so that an open page can notice it."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from companion.records.database import reading
from companion.records.models import Book, Game

_KEY = select(Book.key)
KEY = _KEY.scalar_subquery().label("book")


class BookNow(NamedTuple):
    """The id of a book, empty where it has none, and how far the backup it was restored from went.

    `as_of` is in UTC and without a zone, as the tables have it; None for a book that was not
    restored, or from an empty one.
    """

    key: str = ""
    as_of: datetime | None = None


def book_id(connection: Connection) -> str:
    """The id of the book of this connection; empty where it has none."""
    return connection.scalar(_KEY) or ""


def book_of(connection: Connection) -> BookNow:
    """What is known of the book of this connection."""
    row = connection.execute(select(Book.key, Book.as_of)).first()
    return BookNow(*row) if row else BookNow()


def book_now() -> BookNow:
    """What is known of the book of this app."""
    with reading() as connection:
        return book_of(connection)


def set_book_id(connection: Connection, key: str, **known: datetime | None) -> None:
    """Give the book this id; `known` are further columns, which a book of an old shape lacks."""
    connection.execute(delete(Book))
    connection.execute(insert(Book).values(id=1, key=key, **known))


def set_restored(connection: Connection, key: str) -> None:
    """Give a book this id that was just filled with the games of a backup."""
    as_of = connection.scalar(select(func.max(Game.changed_at)))
    set_book_id(connection, key, as_of=as_of)
