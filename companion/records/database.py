"""The database: one declarative base, and write transactions that never lose an update.

Readers have connections of their own: in SQLite's WAL mode they wait for nobody, so neither may
they wait for a connection that somebody holds who waits to write.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from time import monotonic
from typing import Any

from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, MetaData, event
from sqlalchemy.engine import make_url
from sqlalchemy.orm import DeclarativeBase, Session

from companion.records.signals import announce
from companion.turns import Turns

_BEGIN, _UNTIL = "companion_begin", "companion_until"
_WRITERS, _TURNS = "writers", "companion-writers"
_LOCK_SECONDS = 15
_QUIET = {"hide_parameters": True}  # links are among them, and errors are logged
_TO_READ = {"pool_size": 16, "max_overflow": 16, "pool_timeout": 5}
_TO_WRITE = {
    "sqlite": {"pool_size": 1, "max_overflow": 0, "pool_timeout": _LOCK_SECONDS},
    "postgresql": {"pool_size": 8, "max_overflow": 0, "pool_timeout": _LOCK_SECONDS},
}


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
    """Bind the database to the app, and put every SQLite connection into the right mode."""
    address, options = (
        app.config["SQLALCHEMY_DATABASE_URI"],
        app.config["SQLALCHEMY_ENGINE_OPTIONS"],
    )
    to_write = _TO_WRITE[make_url(address).get_backend_name()]
    app.config["SQLALCHEMY_BINDS"] = {_WRITERS: {"url": address, **_QUIET, **to_write, **options}}
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = _QUIET | _TO_READ | options
    db.init_app(app)
    app.extensions[_TURNS] = Turns()
    with app.app_context():
        for engine in db.engines.values():
            if engine.dialect.name == "sqlite":
                event.listen(engine, "connect", _set_up_connection)
                event.listen(engine, "begin", _begin)


def close_database() -> None:
    """Let go of the database file."""
    for engine in db.engines.values():
        engine.dispose()


def writers_of(app: Flask) -> Turns:
    """Those who write to the SQLite file of this app, one after another."""
    turns: Turns = app.extensions[_TURNS]
    return turns


def now() -> datetime:
    """The time in UTC, as the tables keep it: without a zone."""
    return datetime.now(UTC).replace(tzinfo=None)


@contextmanager
def write_connection() -> Iterator[Connection]:
    """A connection that holds the write lock from its start; all of it is kept, or nothing.

    Reading and then writing under a deferred lock loses updates: two writers read the same log.
    Whoever listens for changes is told of it. Raises TooBusy.
    """
    db.session.commit()  # who waits to write holds no connection that somebody could read by
    engine, until = db.engines[_WRITERS], monotonic() + _patience()
    how = {_BEGIN: "IMMEDIATE", _UNTIL: until}
    with (
        _turn(engine),
        engine.connect() as connection,
        connection.execution_options(**how).begin(),
    ):
        yield connection
        announce(connection)


def _turn(engine: Engine) -> AbstractContextManager[None]:
    """SQLite has one writer at a time and no order among those who wait; PostgreSQL has both."""
    if engine.dialect.name != "sqlite":
        return nullcontext()
    return writers_of(current_app).turn(_patience())


def _patience() -> float:
    """How many seconds a writer waits, for its turn and for other programs together."""
    options = current_app.config["SQLALCHEMY_ENGINE_OPTIONS"]
    return float(options.get("connect_args", {}).get("timeout", _LOCK_SECONDS))


@contextmanager
def write_transaction() -> Iterator[Session]:
    """The same for whole rows: a game with its seats and its log."""
    with write_connection() as connection, Session(connection, expire_on_commit=False) as session:
        yield session
        session.flush()


def _set_up_connection(connection: sqlite3.Connection, _: Any) -> None:  # noqa: ANN401
    connection.isolation_level = None  # we say BEGIN ourselves
    for pragma in ("foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    how = connection.get_execution_options()
    if _UNTIL in how:
        left = max(0, how[_UNTIL] - monotonic())
        connection.exec_driver_sql(f"PRAGMA busy_timeout={left * 1000:.0f}")
    connection.exec_driver_sql(f"BEGIN {how.get(_BEGIN, 'DEFERRED')}")


def is_locked(error: BaseException) -> bool:
    """Whether another program holds the SQLite file; trying again may work."""
    return "locked" in _message(error)


def is_read_only(error: BaseException) -> bool:
    """Whether the SQLite file, or the folder it lies in, cannot be written."""
    return "readonly" in _message(error) or "unable to open" in _message(error)


def is_disk_full(error: BaseException) -> bool:
    """Whether the disk has no room left, or fails."""
    return "disk is full" in _message(error) or "disk I/O error" in _message(error)


def _message(error: BaseException) -> str:
    """What the database said, without the statement: a ruleset holds the word “blocked”."""
    return str(getattr(error, "orig", error))
