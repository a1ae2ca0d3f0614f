"""The id of a score book: another one after each restore, so that an open page can notice it."""

from sqlalchemy import Connection, delete, insert, select

from companion.records.database import reading
from companion.records.models import Book

_KEY = select(Book.key)
KEY = _KEY.scalar_subquery().label("book")


def book_id(connection: Connection) -> str:
    """The id of the book of this connection; empty where it has none."""
    return connection.scalar(_KEY) or ""


def book_now() -> str:
    """The id of the book of this app; empty where it has none."""
    with reading() as connection:
        return book_id(connection)


def set_book_id(connection: Connection, key: str) -> None:
    """Give the book this id."""
    connection.execute(delete(Book))
    connection.execute(insert(Book).values(id=1, key=key))
