"""The schema version of a score book: its last migration, and whether it is known."""

from alembic.script import ScriptDirectory
from alembic.util import CommandError
from flask import Flask
from sqlalchemy import Connection, inspect, text

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
    return _migrations(book).get_current_head() or ""


def is_known(book: Flask, shape: str) -> bool:
    """Whether the migrations continue from this schema version."""
    try:
        return _migrations(book).get_revision(shape) is not None
    except CommandError:
        return False


def known_shape_of(book: Flask, connection: Connection) -> str | None:
    """The schema version of the book of this connection. Raises NewerBook."""
    shape = shape_of(connection)
    if shape is not None and not is_known(book, shape):
        where = connection.engine.url.render_as_string(hide_password=True)
        raise NewerBook(where, shape, newest_shape(book))
    return shape


def _migrations(book: Flask) -> ScriptDirectory:
    return ScriptDirectory(book.extensions["migrate"].directory)
