"""The database: one declarative base, and write transactions that never lose an update.

Readers have connections of their own: in SQLite's WAL mode they wait for nobody, so neither may
they wait for a connection that somebody holds who waits to write.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from time import monotonic
from types import ModuleType

from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, MetaData, func, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.orm import DeclarativeBase, Session

from companion.fair_queue import FairQueue
from companion.records import postgresql, sqlite
from companion.records.begin import HOW, UNTIL
from companion.records.signals import announced

IS_AWAY = "companion-is-away"  # whether the database has never answered since we were started
NOTHING = "\0"  # PostgreSQL keeps no text that holds one, and would not even look for it
_KINDS: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgresql}
_WRITERS, _QUEUE = "writers", "companion-writers"
_QUIET = {"hide_parameters": True}  # links are among them, and errors are logged
_READERS_WAIT_SECONDS, _MIGRATING_SECONDS = 5, 60


class Base(DeclarativeBase):
    """Every table; constraints have names, so that migrations can speak of them."""

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
    """Half of them are kept open, unless there is only one."""
    kept = (connections + 1) // 2
    return {"pool_size": kept, "max_overflow": connections - kept, "pool_timeout": seconds}


def close_database() -> None:
    """Let go of the database."""
    for engine in db.engines.values():
        engine.dispose()


def write_queue(app: Flask) -> FairQueue:
    """Those who write to the database of this app, in the order in which they came."""
    queue: FairQueue = app.extensions[_QUEUE]
    return queue


def now() -> datetime:
    """The time in UTC, as the tables keep it: without a zone."""
    return datetime.now(UTC).replace(tzinfo=None)


def milliseconds(moment: datetime) -> int:
    """A moment of the tables as pages have it: in milliseconds since 1970."""
    return int(moment.replace(tzinfo=UTC).timestamp() * 1000)


@contextmanager
def reading() -> Iterator[Connection]:
    """The one way to read: the book as it is now, whatever this request read before.

    The connection goes back at once, so that nobody holds one who waits to write.
    """
    with db.engine.connect() as connection:
        yield connection


@contextmanager
def reading_at_once() -> Iterator[Connection]:
    """The whole book as it is at one moment, for as long as it takes to read it."""
    with db.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        yield connection


@contextmanager
def write_connection(game: str = "") -> Iterator[Connection]:
    """A connection that holds the write lock from its start; all of it is kept, or nothing.

    Reading and then writing under a deferred lock loses updates: two writers read the same log.
    Whoever listens for changes is told of it. Those who write to the same `game` (its token) stand
    in line for one connection: so a game that somebody holds holds up no other. Raises TooBusy.
    """
    seconds = current_app.config["LOCK_SECONDS"]  # for one's turn and for others' locks together
    how = {HOW: "IMMEDIATE", UNTIL: monotonic() + seconds}
    with (
        write_queue(current_app).turn(seconds, game),
        db.engines[_WRITERS].connect() as connection,
        connection.execution_options(**how).begin(),
        announced(connection),
    ):
        yield connection


def alone(connection: Connection, at: str) -> None:
    """Until this transaction ends nobody else is at this, in any process.

    Where there is no row to lock yet PostgreSQL would let two find that something is not there, and
    both write it. SQLite has one writer at a time.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"companion {at}"))))


@contextmanager
def write_transaction(game: str = "") -> Iterator[Session]:
    """The same for whole rows: a game with its seats and its log."""
    with (
        write_connection(game) as connection,
        Session(connection, expire_on_commit=False) as session,
    ):
        yield session
        session.flush()


@contextmanager
def migrating() -> Iterator[Connection]:
    """A connection to change the tables by: all of it is done or nothing, and by nobody else.

    A process that comes second waits, and then finds it done.
    """
    how = {HOW: "IMMEDIATE", UNTIL: monotonic() + _MIGRATING_SECONDS}
    with db.engine.connect() as connection, connection.execution_options(**how).begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        alone(connection, "migrating")
        yield connection
