"""The database: the declarative base, write transactions without lost updates, and news of writes.

Readers have a pool of their own: in WAL mode SQLite never blocks them, and neither may a writer
that holds a connection while it waits. For writes of other processes, SQLite counts commits of
others per connection (`data_version`), which is polled within microseconds; PostgreSQL notifies
listeners after a commit (`NOTIFY`), with the ids of the games.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from time import monotonic
from types import ModuleType
from typing import Any

from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, MetaData, func, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.orm import DeclarativeBase, Session

from companion.fair_queue import FairQueue
from companion.records.store import postgresql, sqlite
from companion.records.store.transaction_options import BEGIN, DEADLINE

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
        payload = " ".join(map(str, games)) if len(games) <= _MOST_GAMES else ""
        connection.execute(_ANNOUNCE, {"games": payload})


def _sqlite(book: Any) -> Changed:  # noqa: ANN401 - a sqlite3 connection

    def version() -> int:
        return int(book.execute("PRAGMA data_version").fetchone()[0])

    known = version()

    def wait() -> set[int] | None:
        nonlocal known
        time.sleep(POLL_SECONDS)
        before, known = known, version()
        return set() if known == before else None

    return wait


def _postgresql(book: Any) -> Changed:  # noqa: ANN401 - a psycopg connection
    book.autocommit = True
    book.execute(f"LISTEN {_CHANNEL}")

    def wait() -> set[int] | None:
        texts = [notice.payload for notice in book.notifies(timeout=POLL_SECONDS, stop_after=1)]
        return {int(game) for games in texts for game in games.split()} if all(texts) else None

    return wait


IS_AWAY = "companion-is-away"  # whether the database has not answered since the start
NOTHING = "\0"  # PostgreSQL cannot store NUL in text, not even compare it
_KINDS: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgresql}
_WRITERS, _QUEUE = "writers", "companion-writers"
_QUIET = {"hide_parameters": True}  # parameters contain links, and errors are logged
_READERS_WAIT_SECONDS, _MIGRATING_SECONDS = 5, 60


class Base(DeclarativeBase):
    """The base of all tables; constraints are named, so that migrations can refer to them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False})


def init_database(app: Flask) -> None:
    """Bind the database to the app: one engine for readers, one for writers."""
    address, seconds = app.config["SQLALCHEMY_DATABASE_URI"], app.config["LOCK_SECONDS"]
    kind = _KINDS[make_url(address).get_backend_name()]
    to_all = _QUIET | kind.options(seconds) | app.config.get("SQLALCHEMY_ENGINE_OPTIONS", {})
    to_read = _pool(kind.READERS_AT_ONCE, _READERS_WAIT_SECONDS) | to_all
    to_write = _pool(kind.WRITERS_AT_ONCE, seconds) | to_all
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = to_read
    app.config["SQLALCHEMY_BINDS"] = {_WRITERS: {"url": address, **to_write}}
    db.init_app(app)
    app.extensions[_QUEUE] = FairQueue(kind.WRITERS_AT_ONCE)
    with app.app_context():
        for engine in db.engines.values():
            kind.set_up(engine)


def _pool(connections: int, seconds: float) -> dict[str, float]:
    """Half of the connections are kept open, unless there is only one."""
    size = (connections + 1) // 2
    return {"pool_size": size, "max_overflow": connections - size, "pool_timeout": seconds}


def close_database() -> None:
    """Dispose of the engines."""
    for engine in db.engines.values():
        engine.dispose()


def write_queue(app: Flask) -> FairQueue:
    """The queue of writers of this app."""
    queue: FairQueue = app.extensions[_QUEUE]
    return queue


def now() -> datetime:
    """The current UTC time, naive, as in the tables."""
    return datetime.now(UTC).replace(tzinfo=None)


def milliseconds(moment: datetime) -> int:
    """A time of the tables in milliseconds since 1970, for scripts."""
    return int(moment.replace(tzinfo=UTC).timestamp() * 1000)


@contextmanager
def reading() -> Iterator[Connection]:
    """A read transaction on the current state, whatever this request has read before.

    The connection is returned at once, so that no request holds one while it waits to write.
    """
    with db.engine.connect() as connection:
        yield connection


@contextmanager
def reading_at_once() -> Iterator[Connection]:
    """A snapshot of the whole book for the duration of the block."""
    with db.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        yield connection


@contextmanager
def write_connection(game: str = "") -> Iterator[Connection]:
    """A connection with the write lock from its start; commits everything or nothing.

    Reading and then writing under a deferred lock loses updates, because two writers read the same
    log. Other processes are notified. Writers of one `game` (its token) queue for one connection,
    so a locked game does not block others. Raises TooBusy.
    """
    seconds = current_app.config["LOCK_SECONDS"]  # for the queue and for locks together
    how = {BEGIN: "IMMEDIATE", DEADLINE: monotonic() + seconds}
    with (
        write_queue(current_app).turn(seconds, game),
        db.engines[_WRITERS].connect() as connection,
        connection.execution_options(**how).begin(),
        announced(connection),
    ):
        yield connection


def advisory_lock(connection: Connection, at: str) -> None:
    """Hold an advisory lock in all processes until this transaction ends.

    Without a row to lock, two transactions on PostgreSQL could both find that something is missing,
    and both insert it. SQLite has one writer at a time.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"companion {at}"))))


@contextmanager
def write_transaction(game: str = "") -> Iterator[Session]:
    """The same for ORM objects: a game with its seats and its log."""
    with (
        write_connection(game) as connection,
        Session(connection, expire_on_commit=False) as session,
    ):
        yield session
        session.flush()


@contextmanager
def migrating() -> Iterator[Connection]:
    """A connection for migrations: completely or not at all, by one process at a time.

    A second process waits, and then finds the migrations done.
    """
    how = {BEGIN: "IMMEDIATE", DEADLINE: monotonic() + _MIGRATING_SECONDS}
    with db.engine.connect() as connection, connection.execution_options(**how).begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        advisory_lock(connection, "migrating")
        yield connection
