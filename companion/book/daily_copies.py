"""One copy of the score book per day, made by the server; old copies are removed.

COMPANION_DAILY_COPIES names the folder. Exactly one worker makes the copy of a day, and renews it
every hour while people play. A failure is logged, counted, and shown on the operator's page.
"""

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from threading import Thread

from flask import Flask
from sqlalchemy import func, select

from companion.monitoring.metrics import instruments
from companion.records.models import Game
from companion.records.store.database import now, reading
from companion.settings.locale import in_zone

KEPT = 14  # days
_LOOK_SECONDS, _RENEWED_SECONDS = 600, 3600
_LONGEST_WRITE = timedelta(minutes=1)  # from the time that a write has to its commit
_FAILED = "companion-failed-copy"
_log = logging.getLogger(__name__)

try:
    import fcntl
except ImportError:  # Windows: two processes may make the same copy, and the last one remains
    fcntl = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class FailedCopy:
    """A failed copy: its time (UTC, naive) and the reason as a sentence."""

    at: datetime
    why: str


def failed_copy(book: Flask) -> FailedCopy | None:
    """The failure of the last attempt of this process, if it failed.

    Every process retries until there is a current copy, so each knows of a failure by itself.
    """
    failed: FailedCopy | None = book.extensions.get(_FAILED)
    return failed


def keep_daily_copies(book: Flask) -> None:
    """Start the thread that keeps the copy of each day up to date."""

    def look() -> None:
        while True:
            make_copy_of(in_zone(now(), book.config["TIMEZONE"]).date(), book)
            time.sleep(_LOOK_SECONDS)

    Thread(target=look, name="companion-daily-copies", daemon=True).start()


def make_copy_of(day: date, book: Flask) -> None:
    """Make or renew the copy of this day; report a failure."""
    folder: Path = book.config["DAILY_COPIES"]
    file = folder / f"companion-{day}.sqlite"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone_in(folder):
            is_new = not _is_good(file, book)
            if is_new:
                _renew(file, book)
                _make_room(folder)
        _report_made(book, file, is_new=is_new)
    except Exception as trouble:  # noqa: BLE001 - the thread must survive
        _report_failed(book, folder, trouble)


def _report_made(book: Flask, file: Path, *, is_new: bool) -> None:
    book.extensions.pop(_FAILED, None)
    if measured := instruments():
        measured.copied_at.set(file.stat().st_mtime)
        measured.copies.labels("made").inc(is_new)
        measured.copies.labels("failed").inc(0)  # so that an alert can compare it


def _report_failed(book: Flask, folder: Path, trouble: Exception) -> None:
    _log.error("No copy of the score book was made in %s: %s", folder, trouble)
    why = getattr(trouble, "strerror", None) or type(trouble).__name__
    book.extensions[_FAILED] = FailedCopy(now(), why)
    if measured := instruments():
        measured.copies.labels("failed").inc()


def _is_good(file: Path, book: Flask) -> bool:
    """Whether the copy exists and is either recent enough or has the last write."""
    if not file.exists():
        return False
    if time.time() - file.stat().st_mtime < _RENEWED_SECONDS:
        return True
    with book.app_context(), reading() as connection:
        changed: datetime | None = connection.scalar(select(func.max(Game.changed_at)))
    began = _began(file)
    return changed is None or (began is not None and changed < began - _LONGEST_WRITE)


def _began(file: Path) -> datetime | None:
    """The time (UTC, naive) of the copy, after which it lacks writes; None if it does not say."""
    try:
        with closing(sqlite3.connect(file)) as copy:
            [(as_of,)] = copy.execute("SELECT as_of FROM book")
            return as_of and datetime.fromisoformat(as_of)
    except (sqlite3.Error, ValueError):
        return None


def _renew(file: Path, book: Flask) -> None:
    from companion.book.backup import back_up  # noqa: PLC0415 - it imports all of Flask-Migrate

    new = file.with_name(f".{file.name}.new")
    new.unlink(missing_ok=True)  # left by an interrupted process
    back_up(book, new)
    new.replace(file)


def copies_in(folder: Path) -> list[Path]:
    """The daily copies in this folder, the oldest first."""
    return sorted(folder.glob("companion-[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].sqlite"))


def _make_room(folder: Path) -> None:
    """Remove the oldest copies; other files in the folder are not touched."""
    for old in copies_in(folder)[:-KEPT]:
        old.unlink()


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """A lock between processes; a process that waited finds the copy made."""
    with (folder / ".lock").open("w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
