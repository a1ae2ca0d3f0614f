"""A copy of the score book for each day, made by the server itself; old ones make room.

COMPANION_DAILY_COPIES names the folder. Any worker makes the copy of a day, and only one.
"""

import fcntl
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from threading import Event, Thread

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from companion.backup import BackupRefused, back_up

KEPT = 14  # days
_LOOK_SECONDS = 600
_log = logging.getLogger(__name__)


def keep_daily_copies(book: Flask, ended: Event | None = None) -> Thread:
    """From now on, and until it has `ended`, see that the copy of each day is there."""
    until = ended or Event()

    def look() -> None:
        while True:
            make_copy_of(date.today(), book)  # noqa: DTZ011 - the day on the clock of the house
            if until.wait(_LOOK_SECONDS):
                return

    thread = Thread(target=look, name="companion-daily-copies", daemon=True)
    thread.start()
    return thread


def make_copy_of(day: date, book: Flask) -> None:
    """Make the copy of this day unless it is there; what stands in the way is logged."""
    folder: Path = book.config["DAILY_COPIES"]
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone_in(folder):
            file = folder / f"companion-{day}.sqlite"
            if not file.exists():
                back_up(book, file)
                _make_room(folder)
    except (OSError, BackupRefused, SQLAlchemyError) as trouble:
        _log.warning("No copy of the score book was made in %s: %s", folder, trouble)


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
