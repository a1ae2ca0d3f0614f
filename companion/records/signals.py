"""Notifications about writes of other processes.

SQLite counts commits of others per connection (`data_version`), which is polled within
microseconds. PostgreSQL notifies listeners after a commit (`NOTIFY`), with the ids of the games.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, text

POLL_SECONDS = 0.05
_CHANNEL = "companion"
_ANNOUNCE = text(f"SELECT pg_notify('{_CHANNEL}', :games)")
_TOUCHED = "companion-touched"
_MOST_GAMES = 100  # the payload of a notification is limited to 8,000 bytes

Changed = Callable[[], set[int] | None]


@contextmanager
def changes(engine: Engine) -> Iterator[Changed]:
    """A function that waits a moment and returns the writes since its last call.

    It returns the ids of the games, mostly none; None if any game may have changed. It has a
    connection of its own, so that the pool remains free for writers.
    """
    with engine.connect() as connection:
        connection.detach()
        book = connection.connection.dbapi_connection
        yield _sqlite(book) if engine.dialect.name == "sqlite" else _postgresql(book)


def touched(connection: Connection, game: int) -> None:
    """Mark this game as changed in the transaction of this connection."""
    connection.info.setdefault(_TOUCHED, set()).add(game)


@contextmanager
def announced(connection: Connection) -> Iterator[None]:
    """Notify the listeners of PostgreSQL of the changed games when the block commits."""
    connection.info.pop(_TOUCHED, None)  # left by a transaction that failed
    yield
    games = connection.info.pop(_TOUCHED, set())
    if connection.dialect.name == "postgresql":
        said = " ".join(map(str, games)) if len(games) <= _MOST_GAMES else ""
        connection.execute(_ANNOUNCE, {"games": said})


def _sqlite(book: Any) -> Changed:  # noqa: ANN401 - a connection of sqlite3

    def version() -> int:
        return int(book.execute("PRAGMA data_version").fetchone()[0])

    known = version()

    def wait() -> set[int] | None:
        nonlocal known
        time.sleep(POLL_SECONDS)
        before, known = known, version()
        return set() if known == before else None

    return wait


def _postgresql(book: Any) -> Changed:  # noqa: ANN401 - a connection of psycopg
    book.autocommit = True
    book.execute(f"LISTEN {_CHANNEL}")

    def wait() -> set[int] | None:
        told = [notice.payload for notice in book.notifies(timeout=POLL_SECONDS, stop_after=1)]
        return {int(game) for games in told for game in games.split()} if all(told) else None

    return wait
