"""Score books: the app with a fresh, migrated database."""

from collections.abc import Iterator
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from flask import Flask
from sqlalchemy import event

from companion.app import create_app
from companion.records.log.games import Written, open_game, write
from companion.records.people.links import new_key
from companion.records.store.database import close_database, db
from companion.records.store.watching import hub_of
from companion.rules.decide import Command
from companion.rules.fold.entries import Entry
from tests.databases import Database
from tests.once import with_pages_compiled


def new_book(folder: Path, database: Database, **config: Any) -> Iterator[Flask]:
    """An app with an empty, migrated database, closed afterwards.

    Without fsync: data survives a crash of the app, but not a power failure.
    """
    app = open_book(folder, database.make(folder), **config)
    if database.name == "sqlite":
        with app.app_context():
            for engine in db.engines.values():
                event.listen(engine, "connect", _waits_for_no_disk)
    yield app
    close_book(app)
    database.drop(folder)


def open_book(folder: Path, address: str, **config: Any) -> Flask:
    """An app on the database at this address."""
    at = {"SQLALCHEMY_DATABASE_URI": address}
    return with_pages_compiled(create_app({"TESTING": True, **at, **config}, folder))


def _waits_for_no_disk(connection: Connection, _: object) -> None:
    connection.execute("PRAGMA synchronous=OFF")


def close_book(app: Flask) -> None:
    """Dispose of the engine and stop the notification hub, which unread streams keep alive."""
    hub = hub_of(app)
    following = hub._thread
    hub.close()
    if following is not None:
        following.join()
    with app.app_context():
        close_database()


def happens(token: str, *entries: Entry, press: str = "", device: str | None = None) -> Written:
    """Write these entries with one key, as an up-to-date page would."""
    command = Command(entries, open_game(token).state.version)
    return write(token, press or new_key(), command, device)
