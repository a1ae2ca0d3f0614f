"""Counts, sizes, versions, the age of the last copy: no names, and no links."""

import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from flask import Blueprint, abort, current_app, render_template

from companion.book.daily_copies import failed_copy
from companion.records.overview import overview
from companion.records.watching import hub_of
from companion.web.http.slow_pages import slowest_pages
from companion.web.operator.view import Copies, OperatorView

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
    files = sorted(folder.glob("companion-*.sqlite"))
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
