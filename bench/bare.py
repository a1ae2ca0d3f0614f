"""What a hand is compared with: a bare Flask view that commits one row and does nothing else.

It keeps one connection a thread, as a pool would, under the SQLite settings of
`companion.records.database`: WAL, synchronous=FULL, foreign keys, BEGIN IMMEDIATE.
"""

import os
import sqlite3
import threading

from flask import Flask, request
from flask.typing import ResponseReturnValue

PATH = "BENCH_BARE_DATABASE"
_TABLE = "CREATE TABLE IF NOT EXISTS row (id INTEGER PRIMARY KEY, hand TEXT NOT NULL)"
_LOCK_SECONDS = 15
_mine = threading.local()


def create_app() -> Flask:
    """An app of one view; the environment names its database."""
    app = Flask("bare")
    _connection().execute(_TABLE)
    app.add_url_rule("/hand", view_func=_write, methods=["POST"])
    return app


def _write() -> ResponseReturnValue:
    connection = _connection()
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO row (hand) VALUES (?)", (request.form["key"],))
    connection.execute("COMMIT")
    return "", 204


def _connection() -> sqlite3.Connection:
    if not hasattr(_mine, "connection"):
        _mine.connection = sqlite3.connect(
            os.environ[PATH], timeout=_LOCK_SECONDS, isolation_level=None
        )
        for pragma in ("foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL"):
            _mine.connection.execute(f"PRAGMA {pragma}")
    return _mine.connection
