"""How a process notices that another one wrote to the score book.

SQLite counts, for each connection, what others committed; asking costs microseconds. PostgreSQL
tells whoever listens, once the transaction that said so is committed, and which games it touched.
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
_MOST_GAMES = 100  # a notice has room for 8,000 characters

Changed = Callable[[], set[int] | None]


@contextmanager
def changes(engine: Engine) -> Iterator[Changed]:
    """A function that waits a moment and says what was written since it last said so.

    The ids of the games, mostly none; None where it may have been any.

    It has a connection of its own, so that the pool stays free for those who write.
    """
    with engine.connect() as connection:
        connection.detach()
        book = connection.connection.dbapi_connection
        yield _sqlite(book) if engine.dialect.name == "sqlite" else _postgresql(book)


def touched(connection: Connection, game: int) -> None:
    """The transaction of this connection changes this game."""
    connection.info.setdefault(_TOUCHED, set()).add(game)


@contextmanager
def announced(connection: Connection) -> Iterator[None]:
    """Tell the listeners of a PostgreSQL what was written within; kept only if that is."""
    connection.info.pop(_TOUCHED, None)  # what a transaction that failed had touched
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
