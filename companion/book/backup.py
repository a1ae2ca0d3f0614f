"""Backup and restore of the whole score book as one file.

The file is a SQLite score book with the schema version of its source, whichever database that was.
It can be restored into either database, also by the version that was used before an upgrade. If the
app generated the key that signs cookies, the file contains it: otherwise no phone would be
recognised after a restore.

The book is opened without pages, as an app with settings and database only: commands and daily
copies do so beside the web app, or several at once. Its schema version is its last migration.
"""

import os
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from alembic.script import ScriptDirectory
from alembic.util import CommandError
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import Connection, inspect, text, update
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.local import LocalProxy

from companion.records.log.games import init_games
from companion.records.models import Book
from companion.records.people.finished import init_finished
from companion.records.people.links import new_key
from companion.records.store.book_ids import book_id, book_of, set_book_id, set_restored
from companion.records.store.copying import Progress, copy_rows, has_games, is_empty
from companion.records.store.database import (
    Base,
    close_database,
    db,
    init_database,
    now,
    reading_at_once,
    write_connection,
)
from companion.settings.config import BOOK, KEY_FILE, replace_secret_key, settings

_TABLE = "alembic_version"


class NewerBook(Exception):
    """A newer version of the program has migrated the book at `where`."""

    def __init__(self, where: object, shape: str, newest: str) -> None:
        super().__init__(
            f"The score book {where} was used by a newer version of Rummy Companion: its tables "
            f"have the shape {shape}, and this version knows them up to {newest}. Install the "
            "newer version again, or restore a backup from before the upgrade into an empty "
            "folder: companion restore FILE --instance FOLDER"
        )


def shape_of(connection: Connection) -> str | None:
    """The last migration of this book; None if it has no tables yet."""
    if not inspect(connection).has_table(_TABLE):
        return None
    shape: str | None = connection.scalar(text(f"SELECT version_num FROM {_TABLE}"))  # noqa: S608
    return shape


def newest_shape(book: Flask) -> str:
    """The last migration that this version of the program knows."""
    return _scripts(book).get_current_head() or ""


def is_known(book: Flask, shape: str) -> bool:
    """Whether the migrations continue from this schema version."""
    try:
        return _scripts(book).get_revision(shape) is not None
    except CommandError:
        return False


def known_shape_of(book: Flask, connection: Connection) -> str | None:
    """The schema version of the book of this connection. Raises NewerBook."""
    shape = shape_of(connection)
    if shape is not None and not is_known(book, shape):
        where = connection.engine.url.render_as_string(hide_password=True)
        raise NewerBook(where, shape, newest_shape(book))
    return shape


def _scripts(book: Flask) -> ScriptDirectory:
    return ScriptDirectory(book.extensions["migrate"].directory)


PACKAGE = Path(__file__).parents[1]
MIGRATIONS = PACKAGE / "records" / "migrations"


def open_book(config: Mapping[str, Any] | None = None, instance: Path | None = None) -> Flask:
    """The book in this folder; `config` overrides settings. It serves no pages.

    Raises HalfConfigured.
    """
    folder = (instance or default_instance()).absolute()
    book = Flask("companion", instance_path=str(folder), static_folder=None)
    book.config.from_mapping(settings(folder) | dict(config or {}))
    init_database(book)
    init_games(book)
    init_finished(book)
    book.extensions["migrate"] = LocalProxy(partial(_migrations, book))
    return book


def _migrations(book: Flask) -> Any:  # noqa: ANN401 - Flask-Migrate has no types
    """Flask-Migrate, imported on first use because it is a third of all imports."""
    from flask_migrate import Migrate  # noqa: PLC0415

    # Batch mode would draft a migration that drops the table of games, and their logs with it.
    Migrate(book, db, directory=str(MIGRATIONS), render_as_batch=False)  # replaces this stand-in
    return book.extensions["migrate"]


def default_instance() -> Path:
    """The default folder: COMPANION_INSTANCE, `instance/` of a checkout, or the user’s data folder.

    An `instance/` in the current folder with a book of an earlier version has priority over the
    data folder. Raises OSError if the current folder cannot be read.
    """
    if os.environ.get("COMPANION_INSTANCE"):
        return Path(os.environ["COMPANION_INSTANCE"])
    if is_checkout():
        return PACKAGE.parent / "instance"
    here = Path.cwd() / "instance"
    return here if (here / BOOK).is_file() else _data_of_user() / "rummy-companion"


def _data_of_user() -> Path:
    """The data folder of this user."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    folder = os.environ.get("XDG_DATA_HOME", "")  # XDG: a relative path is ignored
    return Path(folder) if folder.startswith("/") else Path.home() / ".local" / "share"


def is_checkout() -> bool:
    """Whether the package runs from a checkout; a wheel has the templates inside the package."""
    return (PACKAGE.parent / "templates").is_dir() and not (PACKAGE / "templates").is_dir()


_NAME = "companion.sqlite"
_TABLES = {"alembic_version", "game", "log_entry"}


class BackupRefused(Exception):
    """The backup or restore was refused; the message says what to do."""


def back_up(book: Flask, file: Path, progress: Progress = lambda _, __: None) -> None:
    """Copy a book into a new file, readable by its owner only, completely or not at all.

    The copy is a snapshot: it has every entry acknowledged before, and none written meanwhile.
    Raises BackupRefused.
    """
    try:
        if file.exists():
            raise _is_there(file)
        with TemporaryDirectory(prefix="companion-") as folder:
            draft = Path(folder) / _NAME
            _copy_into(draft, book, progress)
            _finish(draft, own_key(book))
            _put(draft, file)
    except (OSError, sqlite3.Error, SQLAlchemyError) as trouble:
        message = f"“{file}” cannot be written ({_reason(trouble)}). Choose another folder."
        raise BackupRefused(message) from trouble


def _copy_into(draft: Path, book: Flask, progress: Progress) -> None:
    """Copy the rows. Raises BackupRefused for the book of a newer version."""
    began = now()
    with _as_it_is(book) as source:
        try:
            shape = known_shape_of(book, source)
        except NewerBook as newer:
            raise BackupRefused(str(newer)) from newer
        with _new_book_in(draft, shape) as copy, _writing(copy) as target:
            copy_rows(source, target, progress)
            if inspect(target).has_table(Book.__tablename__):
                set_book_id(target, book_id(source))
            if shape in {None, newest_shape(book)}:
                target.execute(update(Book).values(as_of=began))


def refuse_empty(book: Flask) -> None:
    """Refuse to back up a book without games, which is probably not the intended one.

    Raises BackupRefused.
    """
    with _as_it_is(book) as source:
        if not has_games(source):
            where = source.engine.url.render_as_string(hide_password=True)
            raise BackupRefused(
                f"There are no games in the score book {where}, so nothing was copied. Name the "
                "one that is played in: --instance, or COMPANION_DATABASE as the server has it."
            )


def restore(book: Flask, file: Path, progress: Progress = lambda _, __: None) -> None:
    """Load a backup, also one of an earlier version, into an empty book, completely or not at all.

    The key in the backup replaces the key of the book, so that the server recognises all phones
    after its next start. Raises BackupRefused.
    """
    with TemporaryDirectory(prefix="companion-") as folder:
        copy = Path(folder) / _NAME
        shape, key = _copy_sound(file, copy)
        _check_known(book, shape, file)
        with _book_in(copy) as backup, _as_it_is(backup) as source, _writing(book) as target:
            if not is_empty(target):
                raise BackupRefused(
                    "There are games in this score book, and a restore would mix the two. "
                    "Choose an empty folder with --instance, or move this book away."
                )
            copy_rows(source, target, progress)
            # A new id, by which open pages detect the older book.
            set_restored(target, new_key(), book_of(source))
            if key and own_key(book):
                replace_secret_key(Path(book.instance_path) / KEY_FILE, key)


def own_key(book: Flask) -> str:
    """The key file beside the book; empty if the settings provide the key."""
    file = Path(book.instance_path) / KEY_FILE
    key = file.read_text("ascii").strip() if file.exists() else ""
    return key if key == book.config["SECRET_KEY"] else ""


@contextmanager
def _new_book_in(file: Path, shape: str | None) -> Iterator[Flask]:
    """A new book in this file, with this schema version or the newest; closed at the end.

    The newest schema is created without migrations, which cannot run twice at once in one process:
    a server makes its daily copies this way.
    """
    with _opened(file) as app:
        if shape in {None, newest_shape(app)}:
            _make_tables(app)
        else:
            with app.app_context():
                upgrade(revision=shape)
        yield app


def _make_tables(app: Flask) -> None:
    with app.app_context(), db.engine.begin() as connection:
        Base.metadata.create_all(connection)
        connection.execute(text("CREATE TABLE alembic_version (version_num TEXT NOT NULL)"))
        newest = {"newest": newest_shape(app)}
        connection.execute(text("INSERT INTO alembic_version VALUES (:newest)"), newest)


@contextmanager
def _book_in(file: Path) -> Iterator[Flask]:
    """The book in this file, migrated to the newest schema; closed at the end."""
    with _opened(file) as app:
        with app.app_context():
            upgrade()
        yield app


@contextmanager
def _opened(file: Path) -> Iterator[Flask]:
    app = open_book({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"}, file.parent)
    try:
        yield app
    finally:
        with app.app_context():
            close_database()


def _check_known(book: Flask, shape: str, file: Path) -> None:
    """Raises BackupRefused if our migrations do not continue from this schema version."""
    if not is_known(book, shape):
        message = f"“{file}” was made by a newer version of this program. Install that, and go on."
        raise BackupRefused(message)


@contextmanager
def _as_it_is(book: Flask) -> Iterator[Connection]:
    with book.app_context(), reading_at_once() as connection:
        yield connection


@contextmanager
def _writing(book: Flask) -> Iterator[Connection]:
    with book.app_context(), write_connection() as connection:
        yield connection


def _finish(draft: Path, key: str) -> None:
    """Merge the write-ahead log into the file."""
    with closing(sqlite3.connect(draft, isolation_level=None)) as backup:
        backup.execute("CREATE TABLE cookie_key (secret_key TEXT NOT NULL)")
        backup.execute("INSERT INTO cookie_key VALUES (?)", (key,))
        backup.execute("PRAGMA journal_mode=DELETE")


def _put(draft: Path, file: Path) -> None:
    """Rename the finished draft, unless the name has been taken meanwhile."""
    part = file.with_name(f".{file.name}.part")
    try:
        part.unlink(missing_ok=True)  # left by an interrupted process
        part.touch(mode=0o600)
        copyfile(draft, part)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        _name(part, file)
    finally:
        part.unlink(missing_ok=True)


def _name(part: Path, file: Path) -> None:
    try:
        os.link(part, file)  # unlike a rename, a link replaces nothing
    except FileExistsError as taken:
        raise _is_there(file) from taken
    except OSError:  # a file system without hard links
        if file.exists():
            raise _is_there(file) from None
        part.rename(file)


def _is_there(file: Path) -> BackupRefused:
    return BackupRefused(f"“{file}” is there already. Choose another name.")


def _reason(trouble: Exception) -> object:
    return getattr(trouble, "strerror", None) or getattr(trouble, "orig", None) or trouble


def _copy_sound(file: Path, copy: Path) -> tuple[str, str]:
    """Copy an intact backup for migration; its schema version and its key."""
    copy.touch(mode=0o600)
    try:
        copyfile(file, copy)
    except OSError as trouble:
        message = f"“{file}” cannot be read ({trouble.strerror}). Check its name and your rights."
        raise BackupRefused(message) from trouble
    try:
        with closing(sqlite3.connect(copy)) as backup:
            return _shape_and_key(backup)
    except (sqlite3.DatabaseError, ValueError) as trouble:
        message = f"“{file}” is no whole score book. Choose a file that `companion backup` made."
        raise BackupRefused(message) from trouble


def _shape_and_key(backup: sqlite3.Connection) -> tuple[str, str]:
    """The schema version and the key, maybe empty. Raises ValueError if it is no score book."""
    tables = {name for (name,) in backup.execute("SELECT name FROM sqlite_master")}
    if backup.execute("PRAGMA quick_check").fetchall() != [("ok",)] or not tables >= _TABLES:
        raise ValueError
    [(shape,)] = backup.execute("SELECT version_num FROM alembic_version")
    if "cookie_key" not in tables:  # a plain copy of the file of a book
        return shape, ""
    [(key,)] = backup.execute("SELECT secret_key FROM cookie_key")
    return shape, key
