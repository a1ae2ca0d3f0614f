"""The baseline of a hand: a bare Flask view that commits one row and does nothing else.

There are two: `/row` uses sqlite3 with one connection per thread, the minimum; `/row-by-orm` is a
typical Flask view, with Flask-SQLAlchemy and a form with a CSRF token. Both have the settings of
`companion.records.store.database`: WAL, synchronous=FULL, foreign keys, BEGIN IMMEDIATE.
"""

import os
import sqlite3
import threading
from collections.abc import Callable

from a2wsgi import WSGIMiddleware
from flask import Flask, request
from flask.typing import ResponseReturnValue
from flask_sqlalchemy import SQLAlchemy
from flask_wtf.csrf import CSRFProtect, generate_csrf
from sqlalchemy import event
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from companion.server.process import DEFAULT_THREADS, THREADS

PATH = "BENCH_BARE_DATABASE"
_TABLE = "CREATE TABLE IF NOT EXISTS row (id INTEGER PRIMARY KEY, hand TEXT NOT NULL)"
_LOCK_SECONDS = 15
_mine = threading.local()


class Base(DeclarativeBase):
    """The tables of the bare app."""


class Row(Base):
    """The one table."""

    __tablename__ = "row"

    id: Mapped[int] = mapped_column(primary_key=True)
    hand: Mapped[str]


_db = SQLAlchemy(model_class=Base)


def create_app() -> Flask:
    """An app of two views, and a page with the CSRF token; the environment names its database."""
    app = Flask("bare")
    app.config["SECRET_KEY"], app.config["WTF_CSRF_TIME_LIMIT"] = "bench" * 8, None
    csrf = CSRFProtect(app)
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{os.environ[PATH]}"
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"connect_args": {"timeout": _LOCK_SECONDS}}
    _db.init_app(app)
    with app.app_context():
        event.listen(_db.engine, "connect", lambda connection, _: _set_up(connection))
        event.listen(_db.engine, "begin", lambda connection: _begin(connection.exec_driver_sql))
    _connection().execute(_TABLE)
    app.add_url_rule("/", view_func=_page)
    app.add_url_rule("/row", view_func=csrf.exempt(_row), methods=["POST"])
    app.add_url_rule("/row-by-orm", view_func=_row_by_orm, methods=["POST"])
    return app


def _page() -> str:
    return f'<input name="csrf_token" value="{generate_csrf()}">'


def _row() -> ResponseReturnValue:
    connection = _connection()
    _begin(connection.execute)
    connection.execute("INSERT INTO row (hand) VALUES (?)", (request.form["key"],))
    connection.execute("COMMIT")
    return "", 204


def _row_by_orm() -> ResponseReturnValue:
    _db.session.add(Row(hand=request.form["key"]))
    _db.session.commit()
    return "", 204


def _connection() -> sqlite3.Connection:
    if not hasattr(_mine, "connection"):
        _mine.connection = sqlite3.connect(os.environ[PATH], timeout=_LOCK_SECONDS)
        _set_up(_mine.connection)
    return _mine.connection


def _set_up(connection: sqlite3.Connection) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    for pragma in ("foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(execute: Callable[[str], object]) -> None:
    execute("BEGIN IMMEDIATE")


def make() -> WSGIMiddleware:
    """The bare app behind uvicorn and a2wsgi, as ours is."""
    threads = int(os.environ.get(THREADS) or DEFAULT_THREADS)
    return WSGIMiddleware(create_app().wsgi_app, workers=threads, send_queue_size=0)  # type: ignore[arg-type]
