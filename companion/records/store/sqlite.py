"""SQLite: a file with one writer at a time, whose readers never wait."""

import sqlite3
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.exc import DisconnectionError

from companion.records.store.transaction_options import BEGIN, DEADLINE

WRITERS_AT_ONCE = 1
READERS_AT_ONCE = 32
IS_GONE = "the file is not where it was"
_LOOK_AGAIN_SECONDS = 0.002
_FILE = "companion-file"  # the file that a connection has open


def options(seconds: float) -> dict[str, Any]:
    """The options of an engine; `seconds` limits the wait for the lock."""
    return {"connect_args": {"timeout": seconds}}


def set_up(engine: Engine) -> None:
    """Set the modes of every connection of this engine."""
    event.listen(engine, "connect", _connect)
    event.listen(engine, "begin", _begin)
    file = file_of(engine.url)
    if file is not None:
        _stay_with(engine, file)


def file_of(address: URL) -> Path | None:
    """The file of a score book; None for one in memory or on a server."""
    name = address.database or ":memory:"
    is_file = address.get_backend_name() == "sqlite" and not name.startswith((":", "file:"))
    return Path(name) if is_file else None


def check(engine: Engine) -> str:
    """The errors that SQLite finds in the file; normally empty."""
    with engine.connect() as connection:
        message: str = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    return "" if message == "ok" else message


def _stay_with(engine: Engine, file: Path) -> None:
    """Refuse to write to a file that was replaced or deleted.

    It remains open and would swallow everything written. A connection that had one open does not
    create an empty file in its place.
    """
    had_one = False

    def is_there(*_: object) -> None:
        if had_one and not file.exists():
            raise sqlite3.OperationalError(IS_GONE)

    def remember(_connection: object, record: Any) -> None:  # noqa: ANN401 - signature of SQLAlchemy
        nonlocal had_one
        had_one, record.info[_FILE] = True, _identity(file)

    def look(_connection: object, record: Any, _: object) -> None:  # noqa: ANN401
        if record.info[_FILE] != _identity(file):
            raise DisconnectionError(IS_GONE)

    event.listen(engine, "do_connect", is_there)
    event.listen(engine, "connect", remember)
    event.listen(engine, "checkout", look)


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _connect(connection: sqlite3.Connection, _: Any) -> None:  # noqa: ANN401
    connection.isolation_level = None  # we send BEGIN ourselves
    for pragma in ("foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    how = connection.get_execution_options()
    if DEADLINE not in how or not _begin_soon(connection, how[DEADLINE]):
        connection.exec_driver_sql(f"BEGIN {how.get(BEGIN, 'DEFERRED')}")


def _begin_soon(connection: Connection, until: float) -> bool:
    """Begin a write transaction as soon as the file is unlocked, within the timeout.

    SQLite's own busy handler backs off to ten attempts per second, so a waiting writer may starve.
    Only one thread of a process polls here at a time, every 2 ms.
    """
    book: sqlite3.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
    book.execute("PRAGMA busy_timeout=0")
    while (left := until - monotonic()) > 0:
        try:
            book.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                return False  # the regular request reports the error
            sleep(_LOOK_AGAIN_SECONDS)
        else:
            book.execute(f"PRAGMA busy_timeout={left * 1000:.0f}")
            return True
    return False
