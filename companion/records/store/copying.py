"""Copies all rows of a score book into another, between databases of either kind."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Column, Connection, Table, func, insert, inspect, select, text

from companion.records.models import Attempt, Book, Game, OwnGame
from companion.records.store.database import Base

Progress = Callable[[int, int], None]
_ROWS_AT_ONCE = 1000
# Hourly counters and the id of the book: an empty book may have some, and has one.
_LEFT_OUT = {Attempt.__table__, Book.__table__}


def has_games(book: Connection) -> bool:
    """Whether the book has games or custom games."""
    played = {Game.__table__, OwnGame.__table__}
    return any(_count(book, table) for table in _tables_of(book).keys() & played)


def is_empty(book: Connection) -> bool:
    """Whether the book has no row to copy; people and groups remain when games are deleted."""
    return not any(_count(book, table) for table in _tables_of(book))


def copy_rows(source: Connection, target: Connection, progress: Progress) -> None:
    """Copy every row of `source` into `target`, an empty book with the same, maybe old, schema.

    Hourly counters and the id of the book are left out. Each side is one transaction, so the copy
    is a snapshot. `progress` gets the number of copied rows and of all rows.
    """
    tables = _tables_of(target)
    total, copied = sum(_count(source, table) for table in tables), 0
    for table, columns in tables.items():
        result = source.execution_options(yield_per=_ROWS_AT_ONCE).execute(select(*columns))
        for rows in result.mappings().partitions():
            _write(target, table, rows)
            copied += len(rows)
            progress(copied, total)
        _go_on_numbering(target, table)


def _tables_of(book: Connection) -> dict[Table, list[Column[Any]]]:
    """The tables to copy, each with the columns that this book has.

    Every schema so far is a subset of the next one, and of the models.
    """
    inspector = inspect(book)
    there = set(inspector.get_table_names())
    wanted = [t for t in Base.metadata.sorted_tables if t.name in there and t not in _LEFT_OUT]
    return {
        table: [table.c[column["name"]] for column in inspector.get_columns(table.name)]
        for table in wanted
    }


def _write(target: Connection, table: Table, rows: Sequence[Mapping[Any, Any]]) -> None:
    target.execute(insert(table), [dict(row) for row in rows])


def _go_on_numbering(target: Connection, table: Table) -> None:
    """Advance the sequences of PostgreSQL, which explicit ids bypass."""
    if target.dialect.name == "postgresql":
        last = select(func.coalesce(func.max(table.c.id), 0) + 1).scalar_subquery()
        sequence = func.pg_get_serial_sequence(table.name, "id")
        target.execute(select(func.setval(sequence, last, text("false"))))


def _count(book: Connection, table: Any) -> int:  # noqa: ANN401 - a table, as typed by its model
    return book.scalar(select(func.count()).select_from(table)) or 0
