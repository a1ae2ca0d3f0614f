"""SQLite: a file with one writer at a time, and readers who wait for nobody."""

import sqlite3
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, event

from companion.records.begin import HOW, UNTIL

WRITERS_AT_ONCE = 1
READERS_AT_ONCE = 32
_LOOK_AGAIN_SECONDS = 0.002


def options(seconds: float) -> dict[str, Any]:
    """How an engine connects; who finds the file locked waits for so many seconds."""
    return {"connect_args": {"timeout": seconds}}


def set_up(engine: Engine) -> None:
    """Put every connection of this engine into the right mode."""
    event.listen(engine, "connect", _connect)
    event.listen(engine, "begin", _begin)


def _connect(connection: sqlite3.Connection, _: Any) -> None:  # noqa: ANN401
    connection.isolation_level = None  # we say BEGIN ourselves
    for pragma in ("foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    how = connection.get_execution_options()
    if UNTIL not in how or not _begin_soon(connection, how[UNTIL]):
        connection.exec_driver_sql(f"BEGIN {how.get(HOW, 'DEFERRED')}")


def _begin_soon(connection: Connection, until: float) -> bool:
    """Begin to write as soon as the file is free, if it is by then.

    SQLite looks at a file that is locked ever more seldom, at last ten times a second, and whoever
    has waited long finds it taken again. One thread of a process is here at once, and looks often.
    """
    book: sqlite3.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
    book.execute("PRAGMA busy_timeout=0")
    while (left := until - monotonic()) > 0:
        try:
            book.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                return False  # what is wrong is told when it is asked for in the usual way
            sleep(_LOOK_AGAIN_SECONDS)
        else:
            book.execute(f"PRAGMA busy_timeout={left * 1000:.0f}")
            return True
    return False
