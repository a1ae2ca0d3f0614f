"""The database: one declarative base, and write transactions that never lose an update."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, MetaData, event
from sqlalchemy.orm import DeclarativeBase, Session

from companion.records.changes import announce

_BEGIN = "companion_begin"


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
    """Bind the database to the app and put every SQLite connection into the right mode."""
    db.init_app(app)
    with app.app_context():
        engine = db.engine
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_connection)
        event.listen(engine, "begin", _begin)


def now() -> datetime:
    """The time in UTC, as the tables keep it: without a zone."""
    return datetime.now(UTC).replace(tzinfo=None)


@contextmanager
def write_connection() -> Iterator[Connection]:
    """A connection that holds the write lock from its start; all of it is kept, or nothing.

    Reading and then writing under a deferred lock loses updates: two writers read the same log.
    Whoever listens for changes is told of it.
    """
    with (
        db.engine.connect() as connection,
        connection.execution_options(**{_BEGIN: "IMMEDIATE"}).begin(),
    ):
        yield connection
        announce(connection)


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
    how = connection.get_execution_options().get(_BEGIN, "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {how}")


def is_locked(error: BaseException) -> bool:
    """Whether another program holds the SQLite file; trying again may work."""
    return "locked" in _message(error)


def is_read_only(error: BaseException) -> bool:
    """Whether the SQLite file, or the folder it lies in, cannot be written."""
    return "readonly" in _message(error) or "unable to open" in _message(error)


def _message(error: BaseException) -> str:
    """What the database said, without the statement: a ruleset holds the word “blocked”."""
    return str(getattr(error, "orig", error))
