"""A copy of the score book for each day, made by the server itself; old ones make room.

COMPANION_DAILY_COPIES names the folder. Any worker makes the copy of a day, and only one; while
people play it is renewed every hour. A failure is logged, counted, and told on the operator's page.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Thread

from flask import Flask
from sqlalchemy import func, select

from companion.monitoring.metrics import instruments
from companion.records.database import now, reading
from companion.records.models import Game

KEPT = 14  # days
_LOOK_SECONDS, _RENEWED_SECONDS = 600, 3600
_FAILED = "companion-failed-copy"
_log = logging.getLogger(__name__)

try:
    import fcntl
except ImportError:  # Windows: the processes may make a copy twice, and the last one stays
    fcntl = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class FailedCopy:
    """A copy that could not be made: when (UTC, without a zone) and why, in a sentence."""

    at: datetime
    why: str


def failed_copy(book: Flask) -> FailedCopy | None:
    """The last attempt of this process, where it failed.

    Every process tries while there is no good copy, so each knows of a failure by itself.
    """
    failed: FailedCopy | None = book.extensions.get(_FAILED)
    return failed


def keep_daily_copies(book: Flask) -> None:
    """From now on, see that the copy of each day is there."""

    def look() -> None:
        while True:
            make_copy_of(date.today(), book)  # noqa: DTZ011 - the day on the clock of the house
            time.sleep(_LOOK_SECONDS)

    Thread(target=look, name="companion-daily-copies", daemon=True).start()


def make_copy_of(day: date, book: Flask) -> None:
    """Make the copy of this day, or renew it; what stands in the way is reported."""
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
    except Exception as trouble:  # noqa: BLE001 - tomorrow’s copy is not to be lost with today’s
        _report_failed(book, folder, trouble)


def _report_made(book: Flask, file: Path, *, is_new: bool) -> None:
    book.extensions.pop(_FAILED, None)
    if measured := instruments():
        measured.copied_at.set(file.stat().st_mtime)
        measured.copies.labels("made").inc(is_new)
        measured.copies.labels("failed").inc(0)  # so that an alert has something to compare


def _report_failed(book: Flask, folder: Path, trouble: Exception) -> None:
    _log.error("No copy of the score book was made in %s: %s", folder, trouble)
    why = getattr(trouble, "strerror", None) or type(trouble).__name__
    book.extensions[_FAILED] = FailedCopy(now(), why)
    if measured := instruments():
        measured.copies.labels("failed").inc()


def _is_good(file: Path, book: Flask) -> bool:
    """Whether a copy is there, and nothing was written since, or it is young."""
    if not file.exists():
        return False
    made = file.stat().st_mtime
    if time.time() - made < _RENEWED_SECONDS:
        return True
    with book.app_context(), reading() as connection:
        changed: datetime | None = connection.scalar(select(func.max(Game.changed_at)))
    return changed is None or changed.replace(tzinfo=UTC).timestamp() < made


def _renew(file: Path, book: Flask) -> None:
    from companion.book.backup import back_up  # noqa: PLC0415 - with it comes all that migrates

    new = file.with_name(f".{file.name}.new")
    new.unlink(missing_ok=True)  # of somebody who was stopped
    back_up(book, new)
    new.replace(file)


def _make_room(folder: Path) -> None:
    """Remove the oldest of our copies; other files are not ours."""
    copies = sorted(folder.glob("companion-[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].sqlite"))
    for old in copies[:-KEPT]:
        old.unlink()


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """One process at a time; the others wait, and then find the copy made."""
    with (folder / ".lock").open("w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
