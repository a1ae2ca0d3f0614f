"""The score book alone: its settings and its database, without pages.

The commands and the daily copies open one beside the web app, or several at once.
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
    """The book in this folder; `config` overrides settings. It serves nothing.

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
    """How to change the tables; loaded where that is wanted: it is a third of what we load."""
    from flask_migrate import Migrate  # noqa: PLC0415

    Migrate(book, db, directory=str(MIGRATIONS))  # takes the place of what stood for it
    return book.extensions["migrate"]


def default_instance() -> Path:
    """COMPANION_INSTANCE, else `instance/` in the checkout; once installed, the data of this user.

    A book that an earlier version has begun in `instance/` where we are is the one that is meant.
    """
    if os.environ.get("COMPANION_INSTANCE"):
        return Path(os.environ["COMPANION_INSTANCE"])
    if is_checkout():
        return PACKAGE.parent / "instance"
    here = Path.cwd() / "instance"
    return here if (here / BOOK).is_file() else _data_of_user() / "rummy-companion"


def _data_of_user() -> Path:
    """Where programs of this user keep what is theirs."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    said = os.environ.get("XDG_DATA_HOME", "")  # a path that is not absolute does not count
    return Path(said) if said.startswith("/") else Path.home() / ".local" / "share"


def is_checkout() -> bool:
    """Whether we run from a checkout: a wheel has the templates inside the package."""
    return (PACKAGE.parent / "templates").is_dir() and not (PACKAGE / "templates").is_dir()
