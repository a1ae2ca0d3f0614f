"""Counts, sizes, versions, the age of the last copy: no names, and no links."""

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from flask import Blueprint, abort, current_app, render_template

from companion.book.daily_copies import copies_in, failed_copy
from companion.records.people.lists import overview
from companion.records.store.watching import hub_of
from companion.web.observe.slow_pages import slowest_pages

_KIB = 1024
_UNITS = ("B", "kB", "MB", "GB", "TB")
_HOUR, _MINUTE = 3600, 60


@dataclass(frozen=True, slots=True)
class Copies:
    """The daily copies: their number, the time of the last one (UTC), and its size."""

    number: int
    made_at: datetime | None
    size: int


@dataclass(frozen=True, slots=True)
class OperatorView:
    """`book` are the figures of the score book; `copies` is None if there are none.

    `slowest` are the slowest pages of the last hour in this process.
    `failed` is the last attempt at a copy if it failed, with its time (`at`, UTC) and `why`.
    """

    book: Any
    copies: Copies | None
    failed: Any
    listening: int
    slowest: Sequence[Any]
    version: str
    python: str
    now: datetime

    @property
    def book_size(self) -> str:
        """The size of the book."""
        return in_units(self.book.book_bytes)

    @property
    def free_size(self) -> str | None:
        """The free space of its disk; None on another machine."""
        free = self.book.free_bytes
        return None if free is None else in_units(free)

    @property
    def copy_size(self) -> str:
        """The size of the last copy."""
        return in_units(self.copies.size if self.copies else 0)

    @property
    def minutes_since_failure(self) -> int | None:
        """Minutes since the last copy failed; None if one was made since."""
        made = self.copies.made_at if self.copies else None
        if self.failed is None or (made is not None and made > self.failed.at):
            return None
        return int((self.now - self.failed.at).total_seconds() // _MINUTE)

    @property
    def hours_since_copy(self) -> int | None:
        """The age of the last copy; None if there is none."""
        made = self.copies.made_at if self.copies else None
        return None if made is None else int((self.now - made).total_seconds() // _HOUR)


def in_units(size: float) -> str:
    """Bytes in readable units: 1.4 MB."""
    unit = 0
    while size >= _KIB and unit < len(_UNITS) - 1:
        size, unit = size / _KIB, unit + 1
    return f"{size:.0f} {_UNITS[unit]}" if unit == 0 else f"{size:.1f} {_UNITS[unit]}"


blueprint = Blueprint("operator", __name__)
_NAME = "rummy-companion"


@blueprint.get("/operator")
def page() -> str:
    """Available only with a passphrase, which every visitor knows."""
    if not current_app.config["PASSPHRASE"]:
        abort(404)
    view = OperatorView(
        book=overview(),
        copies=_copies(current_app.config["DAILY_COPIES"]),
        failed=failed_copy(current_app),
        listening=hub_of(current_app).count,
        slowest=slowest_pages(),
        version=_version(),
        python=platform.python_version(),
        now=datetime.now(UTC).replace(tzinfo=None),
    )
    return render_template("operator/operator.html", view=view)


def _copies(folder: Path | None) -> Copies | None:
    if folder is None:
        return None
    files = copies_in(folder)
    if not files:
        return Copies(0, None, 0)
    last = files[-1].stat()
    made_at = datetime.fromtimestamp(last.st_mtime, UTC).replace(tzinfo=None)
    return Copies(len(files), made_at, last.st_size)


def _version() -> str:
    try:
        return version(_NAME)
    except PackageNotFoundError:  # a checkout that was not installed
        return "?"
