"""A copy of the score book for each day, made by the server itself; old ones make room.

COMPANION_DAILY_COPIES names the folder. Any worker makes the copy of a day, and only one; while
people play it is renewed every hour.
"""

import fcntl
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Thread

from flask import Flask
from sqlalchemy import func, select

from companion.backup import back_up
from companion.records.database import reading
from companion.records.models import Game

KEPT = 14  # days
_LOOK_SECONDS, _RENEWED_SECONDS = 600, 3600
_log = logging.getLogger(__name__)


def keep_daily_copies(book: Flask) -> None:
    """From now on, see that the copy of each day is there."""

    def look() -> None:
        while True:
            make_copy_of(date.today(), book)  # noqa: DTZ011 - the day on the clock of the house
            time.sleep(_LOOK_SECONDS)

    Thread(target=look, name="companion-daily-copies", daemon=True).start()


def make_copy_of(day: date, book: Flask) -> None:
    """Make the copy of this day, or renew it; what stands in the way is logged."""
    folder: Path = book.config["DAILY_COPIES"]
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone_in(folder):
            file = folder / f"companion-{day}.sqlite"
            if not _is_good(file, book):
                _renew(file, book)
                _make_room(folder)
    except Exception as trouble:  # noqa: BLE001 - tomorrow’s copy is not to be lost with today’s
        _log.warning("No copy of the score book was made in %s: %s", folder, trouble)


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
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
