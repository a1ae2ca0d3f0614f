"""The application factory."""

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
from companion.records.watching import init_watching
from companion.web.places import init_web

_PACKAGE = Path(__file__).parent
_MIGRATIONS = _PACKAGE / "records" / "migrations"


def create_app(config: Mapping[str, Any] | None = None, instance: Path | None = None) -> Flask:
    """The app; `config` overrides settings, `instance` is the folder of the database and the key.

    Raises HalfConfigured.
    """
    folder = instance or default_instance()
    app = Flask(
        "companion",
        instance_path=str(folder.absolute()),
        template_folder=_asset_folder("templates"),
        static_folder=None,  # `web.http.static_files` serves it, not Flask
    )
    app.static_folder = _asset_folder("static")
    app.config.from_mapping(settings(folder.absolute()) | dict(config or {}))
    init_database(app)
    init_games(app)
    init_finished(app)
    init_watching(app)
    app.extensions["migrate"] = LocalProxy(partial(_migrations, app))
    init_web(app)
    return app


def _migrations(app: Flask) -> Any:  # noqa: ANN401 - Flask-Migrate has no types
    """How to change the tables; loaded where that is wanted: it is a third of what we load."""
    from flask_migrate import Migrate  # noqa: PLC0415

    Migrate(app, db, directory=str(_MIGRATIONS))  # takes the place of what stood for it
    return app.extensions["migrate"]


def default_instance() -> Path:
    """COMPANION_INSTANCE, else `instance/` in the checkout; once installed, the data of this user.

    A book that an earlier version has begun in `instance/` where we are is the one that is meant.
    """
    if os.environ.get("COMPANION_INSTANCE"):
        return Path(os.environ["COMPANION_INSTANCE"])
    if _is_checkout():
        return _PACKAGE.parent / "instance"
    here = Path.cwd() / "instance"
    return here if (here / BOOK).is_file() else _data_of_user() / "rummy-companion"


def _data_of_user() -> Path:
    """Where programs of this user keep what is theirs."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    said = os.environ.get("XDG_DATA_HOME", "")  # a path that is not absolute does not count
    return Path(said) if said.startswith("/") else Path.home() / ".local" / "share"


def _asset_folder(name: str) -> str:
    """A checkout keeps pages and styles beside the package, an installed wheel inside it."""
    return str((_PACKAGE.parent if _is_checkout() else _PACKAGE) / name)


def _is_checkout() -> bool:
    return (_PACKAGE.parent / "templates").is_dir() and not (_PACKAGE / "templates").is_dir()
