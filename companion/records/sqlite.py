"""SQLite: a file with one writer at a time, and readers who wait for nobody."""

import sqlite3
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.exc import DisconnectionError

from companion.records.begin import HOW, UNTIL

WRITERS_AT_ONCE = 1
READERS_AT_ONCE = 32
IS_GONE = "the file is not where it was"
_LOOK_AGAIN_SECONDS = 0.002
_FILE = "companion-file"  # which one a connection has open


def options(seconds: float) -> dict[str, Any]:
    """How an engine connects; who finds the file locked waits for so many seconds."""
    return {"connect_args": {"timeout": seconds}}


def set_up(engine: Engine) -> None:
    """Put every connection of this engine into the right mode."""
    event.listen(engine, "connect", _connect)
    event.listen(engine, "begin", _begin)
    file = file_of(engine.url)
    if file is not None:
        _stay_with(engine, file)


def file_of(address: URL) -> Path | None:
    """The file of a score book; None where it is kept in memory or by a server."""
    name = address.database or ":memory:"
    is_file = address.get_backend_name() == "sqlite" and not name.startswith((":", "file:"))
    return Path(name) if is_file else None


def check(engine: Engine) -> str:
    """What is wrong with the file, as SQLite finds it; nothing as a rule."""
    with engine.connect() as connection:
        found: str = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    return "" if found == "ok" else found


def _stay_with(engine: Engine, file: Path) -> None:
    """Write to the file that lies there now, and to none once it is gone.

    A file that is moved or deleted stays open, and would take all that is written along with it.
    Whoever had one open makes no empty one in its place.
    """
    had_one = False

    def is_there(*_: object) -> None:
        if had_one and not file.exists():
            raise sqlite3.OperationalError(IS_GONE)

    def remember(_connection: object, record: Any) -> None:  # noqa: ANN401 - of SQLAlchemy's pool
        nonlocal had_one
        had_one, record.info[_FILE] = True, _which(file)

    def look(_connection: object, record: Any, _: object) -> None:  # noqa: ANN401
        if record.info[_FILE] != _which(file):
            raise DisconnectionError(IS_GONE)

    event.listen(engine, "do_connect", is_there)
    event.listen(engine, "connect", remember)
    event.listen(engine, "checkout", look)


def _which(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


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
