"""The score book without pages: an app with settings and database only.

Commands and daily copies use it beside the web app, or several at once.
"""

import os
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.local import LocalProxy

from companion.config import BOOK, settings
from companion.records.database import db, init_database
from companion.records.finished import init_finished
from companion.records.games import init_games

PACKAGE = Path(__file__).parents[1]
MIGRATIONS = PACKAGE / "records" / "migrations"


def open_book(config: Mapping[str, Any] | None = None, instance: Path | None = None) -> Flask:
    """The book in this folder; `config` overrides settings. It serves no pages.

    Raises HalfConfigured.
    """
    folder = (instance or default_instance()).absolute()
    book = Flask("companion", instance_path=str(folder), static_folder=None)
    book.config.from_mapping(settings(folder) | dict(config or {}))
    init_database(book)
    init_games(book)
    init_finished(book)
    book.extensions["migrate"] = LocalProxy(partial(_migrations, book))
    return book


def _migrations(book: Flask) -> Any:  # noqa: ANN401 - Flask-Migrate has no types
    """Flask-Migrate, imported on first use because it is a third of all imports."""
    from flask_migrate import Migrate  # noqa: PLC0415

    # Batch mode would draft a migration that drops the table of games, and their logs with it.
    Migrate(book, db, directory=str(MIGRATIONS), render_as_batch=False)  # replaces this stand-in
    return book.extensions["migrate"]


def default_instance() -> Path:
    """The default folder: COMPANION_INSTANCE, `instance/` of a checkout, or the user’s data folder.

    An `instance/` in the current folder with a book of an earlier version has priority over the
    data folder.
    """
    if os.environ.get("COMPANION_INSTANCE"):
        return Path(os.environ["COMPANION_INSTANCE"])
    if is_checkout():
        return PACKAGE.parent / "instance"
    here = Path.cwd() / "instance"
    return here if (here / BOOK).is_file() else _data_of_user() / "rummy-companion"


def _data_of_user() -> Path:
    """The data folder of this user."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    said = os.environ.get("XDG_DATA_HOME", "")  # XDG: a relative path is ignored
    return Path(said) if said.startswith("/") else Path.home() / ".local" / "share"


def is_checkout() -> bool:
    """Whether the package runs from a checkout; a wheel has the templates inside the package."""
    return (PACKAGE.parent / "templates").is_dir() and not (PACKAGE / "templates").is_dir()
