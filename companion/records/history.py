"""Everything that was written in a game: what, when, and on which device."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Select, select

from companion.records.database import reading
from companion.records.models import LogEntry
from companion.rules.entries import Entry, read_entry


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry of the log; `at` is UTC, `device` None where nobody knows, as in an old game."""

    sequence: int
    entry: Entry
    at: datetime
    device: str | None


def written_between(game: int, first: int, last: int) -> list[LogLine]:
    """The entries with these numbers and those between, the first thing first."""
    return _read(_rows(game).where(LogEntry.sequence.between(first, last)))


def written_at(game: int, sequence: int) -> LogLine:
    """The entry with this number, from 1."""
    return _read(_rows(game).where(LogEntry.sequence == sequence))[0]


def _rows(game: int) -> Select[Any]:
    columns = (LogEntry.sequence, LogEntry.kind, LogEntry.data)
    rows = select(*columns, LogEntry.recorded_at, LogEntry.device)
    return rows.where(LogEntry.game_id == game).order_by(LogEntry.sequence)


def _read(rows: Select[Any]) -> list[LogLine]:
    with reading() as connection:
        return [
            LogLine(sequence, read_entry(kind, data), at.replace(tzinfo=UTC), device)
            for sequence, kind, data, at, device in connection.execute(rows)
        ]
