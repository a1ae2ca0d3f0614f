"""How a process notices that another one wrote to the score book.

SQLite counts, for each connection, what others committed; asking costs microseconds. PostgreSQL
tells whoever listens, once the transaction that said so is committed.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, text

POLL_SECONDS = 0.05
_CHANNEL = "companion"
_ANNOUNCE = text(f"SELECT pg_notify('{_CHANNEL}', '')")

Changed = Callable[[], bool]


@contextmanager
def changes(engine: Engine) -> Iterator[Changed]:
    """A function that waits a moment and says whether anything was written since it last said so.

    It has a connection of its own, so that the pool stays free for those who write.
    """
    with engine.connect() as connection:
        connection.detach()
        book = connection.connection.dbapi_connection
        yield _sqlite(book) if engine.dialect.name == "sqlite" else _postgresql(book)


def announce(connection: Connection) -> None:
    """Tell the listeners of a PostgreSQL that something is being written; kept only if it is."""
    if connection.dialect.name == "postgresql":
        connection.execute(_ANNOUNCE)


def _sqlite(book: Any) -> Changed:  # noqa: ANN401 - a connection of sqlite3

    def version() -> int:
        return int(book.execute("PRAGMA data_version").fetchone()[0])

    known = version()

    def wait() -> bool:
        nonlocal known
        time.sleep(POLL_SECONDS)
        before, known = known, version()
        return known != before

    return wait


def _postgresql(book: Any) -> Changed:  # noqa: ANN401 - a connection of psycopg
    book.autocommit = True
    book.execute(f"LISTEN {_CHANNEL}")
    return lambda: any(True for _ in book.notifies(timeout=POLL_SECONDS, stop_after=1))
