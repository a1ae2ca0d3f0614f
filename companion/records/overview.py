"""The size of a score book, as figures without names."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from shutil import disk_usage

from sqlalchemy import Connection, func, select, text

from companion.records.database import Base, now, reading
from companion.records.models import Game, LogEntry, OwnGame
from companion.records.sqlite import file_of

_WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Overview:
    """`book_bytes` is the size of the database, `free_bytes` the free space of its disk, if known.

    `entries` is the highest id of an entry, so removed ones count; `changed_at` is in UTC.
    """

    games: int
    games_this_week: int
    games_deleted: int
    own_games: int
    entries: int
    changed_at: datetime | None
    database: str
    shape: str
    book_bytes: int
    free_bytes: int | None


def overview() -> Overview:
    """The current figures."""
    with reading() as book:
        since = now() - _WEEK
        return Overview(
            games=_count(book, Game),
            games_this_week=_count(book, Game, Game.changed_at > since),
            games_deleted=_count(book, Game, Game.deleted_at.is_not(None)),
            own_games=_count(book, OwnGame),
            entries=book.scalar(select(func.coalesce(func.max(LogEntry.id), 0))) or 0,
            changed_at=book.scalar(select(func.max(Game.changed_at))),
            database=_database(book),
            shape=str(book.scalar(text("SELECT version_num FROM alembic_version"))),
            book_bytes=_bytes(book),
            free_bytes=_free(book),
        )


def _count(book: Connection, table: type[Base], *which: object) -> int:
    return book.scalar(select(func.count()).select_from(table).where(*which)) or 0  # type: ignore[arg-type]


def _database(book: Connection) -> str:
    version = ".".join(map(str, book.dialect.server_version_info or ()))
    return f"{'PostgreSQL' if book.dialect.name == 'postgresql' else 'SQLite'} {version}"


def _bytes(book: Connection) -> int:
    if book.dialect.name == "postgresql":
        return book.scalar(text("SELECT pg_database_size(current_database())")) or 0
    file = file_of(book.engine.url)
    parts = [Path(f"{file}{end}") for end in ("", "-wal")] if file else []
    return sum(part.stat().st_size for part in parts if part.exists())


def _free(book: Connection) -> int | None:
    file = file_of(book.engine.url)
    return disk_usage(file.parent).free if file else None
