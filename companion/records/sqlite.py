"""SQLite: a file with one writer at a time, and readers who wait for nobody."""

import sqlite3
from time import monotonic
from typing import Any

from sqlalchemy import Connection, Engine, event

from companion.records.begin import HOW, UNTIL

WRITERS_AT_ONCE = 1
READERS_AT_ONCE = 32


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
    if UNTIL in how:
        left = max(0, how[UNTIL] - monotonic())
        connection.exec_driver_sql(f"PRAGMA busy_timeout={left * 1000:.0f}")
    connection.exec_driver_sql(f"BEGIN {how.get(HOW, 'DEFERRED')}")
