"""The supported databases: SQLite, and a real PostgreSQL.

Each score book has a folder, with every database, so that tests can identify it.
"""

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import cache
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Protocol

import psycopg
from flask_migrate import upgrade

from companion.app import create_app
from companion.records.store.database import close_database
from companion.settings.config import database_address
from tests.once import made_once
from tests.postgresql import Server, one_at_a_time

NAMES = ("sqlite", "postgresql")
_TEMPLATE, _BLANK = "migrated", "blank_"
_FILE = "companion.sqlite"


class Database(Protocol):
    """A kind of database with score books."""

    name: str

    def address(self, folder: Path) -> str:
        """The address of the book of this folder."""

    def make(self, folder: Path) -> str:
        """Create a book without games; returns its address."""

    def make_blank(self, folder: Path) -> str:
        """Create a database without tables; returns its address."""

    def drop(self, folder: Path) -> None:
        """Drop it."""

    def held(self, folder: Path) -> AbstractContextManager[None]:
        """Another program holds the write lock: everybody can read, and nobody can write."""


class Sqlite:
    """Files copied from a migrated one; pytest removes them."""

    name = "sqlite"

    def address(self, folder: Path) -> str:
        return f"sqlite:///{folder / _FILE}"

    def make(self, folder: Path) -> str:
        folder.mkdir(exist_ok=True)
        copy(_migrated_file(), folder / _FILE)
        return self.address(folder)

    def make_blank(self, folder: Path) -> str:
        return self.address(folder)

    def drop(self, folder: Path) -> None:
        pass

    @contextmanager
    def held(self, folder: Path) -> Iterator[None]:
        with closing(sqlite3.connect(folder / _FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")


class Postgresql:
    """Databases of one server, copied from a migrated one; emptied ones are reused.

    Creating and dropping one costs the server fifty milliseconds, emptying one ten.
    """

    name = "postgresql"

    def __init__(self, server: Server, run: str) -> None:
        self.server, self._run = server, run
        self._names: dict[Path, str] = {}
        self._empty: list[str] = []

    def address(self, folder: Path) -> str:
        return database_address(self.server.address(self._names[folder]))

    def make(self, folder: Path) -> str:
        self._names[folder] = self._empty.pop() if self._empty else self._copied(folder)
        return self.address(folder)

    def make_blank(self, folder: Path) -> str:
        self._names[folder] = _new_name(_BLANK)
        self.server.make(self._names[folder])
        return self.address(folder)

    def drop(self, folder: Path) -> None:
        name = self._names.pop(folder)
        if not name.startswith(_BLANK) and self.server.empty(name, like=_TEMPLATE):
            self._empty.append(name)
        else:
            self.server.drop(name)

    @contextmanager
    def held(self, folder: Path) -> Iterator[None]:
        with psycopg.connect(self.server.address(self._names[folder])) as other:
            other.execute("LOCK TABLE game IN EXCLUSIVE MODE")
            yield
            other.rollback()

    def _copied(self, folder: Path) -> str:
        with one_at_a_time(self._run):
            if not self.server.has(_TEMPLATE):
                self.server.make(_TEMPLATE)
                _migrate(folder, database_address(self.server.address(_TEMPLATE)))
        name = _new_name()
        self.server.make(name, _TEMPLATE)
        return name


def _new_name(kind: str = "book_") -> str:
    return kind + secrets.token_hex(8)


@cache
def _migrated_file() -> Path:
    """An empty score book, created by the first caller."""
    book = made_once() / _FILE
    if not book.exists():
        with TemporaryDirectory(dir=book.parent) as folder:
            _migrate(Path(folder), Sqlite().address(Path(folder)))
            (Path(folder) / _FILE).replace(book)
    return book


def _migrate(folder: Path, address: str) -> None:
    app = create_app({"SQLALCHEMY_DATABASE_URI": address}, folder)
    with app.app_context():
        upgrade()
        close_database()
