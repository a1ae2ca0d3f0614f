"""Score books: the app with a fresh, migrated database."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache

from companion.app import create_app
from companion.records.database import close_database
from companion.records.games import Written, new_key, open_game, write
from companion.records.watching import hub_of
from companion.rules.decide import Command
from companion.rules.entries import Entry
from tests.databases import Database


def new_book(folder: Path, database: Database, **config: Any) -> Iterator[Flask]:
    """The app as `companion run` leaves it before anybody plays; closed afterwards."""
    app = open_book(folder, database.make(folder), **config)
    yield app
    close_book(app)
    database.drop(folder)


def open_book(folder: Path, address: str, **config: Any) -> Flask:
    """The app on the database at this address; its pages are compiled once for all."""
    at = {"SQLALCHEMY_DATABASE_URI": address}
    app = create_app({"TESTING": True, **at, **config}, folder)
    app.jinja_options = {**app.jinja_options, "bytecode_cache": _COMPILED}
    return app


class _CompiledPages(BytecodeCache):
    """Every book of this process draws the same pages."""

    def __init__(self) -> None:
        self._pages: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._pages:
            bucket.bytecode_from_string(self._pages[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._pages[bucket.key] = bucket.bytecode_to_string()


_COMPILED = _CompiledPages()


def close_book(app: Flask) -> None:
    """Let go of the database; who still listens, as a stream that nobody read on, does too."""
    hub = hub_of(app)
    following = hub._thread
    hub.close()
    if following is not None:
        following.join()
    with app.app_context():
        close_database()


def happens(token: str, *entries: Entry, press: str = "", device: str | None = None) -> Written:
    """Somebody who sees the game as it is writes this, with one press."""
    command = Command(entries, open_game(token).state.version)
    return write(token, press or new_key(), command, device)
