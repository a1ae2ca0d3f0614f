"""The application factory."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask_migrate import Migrate

from companion.config import settings
from companion.records.database import db, init_database
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
    init_watching(app)
    Migrate(app, db, directory=str(_MIGRATIONS))
    init_web(app)
    return app


def default_instance() -> Path:
    """COMPANION_INSTANCE, else `instance/` in the checkout or, once installed, where we are."""
    if os.environ.get("COMPANION_INSTANCE"):
        return Path(os.environ["COMPANION_INSTANCE"])
    return (_PACKAGE.parent if _is_checkout() else Path.cwd()) / "instance"


def _asset_folder(name: str) -> str:
    """A checkout keeps pages and styles beside the package, an installed wheel inside it."""
    return str((_PACKAGE.parent if _is_checkout() else _PACKAGE) / name)


def _is_checkout() -> bool:
    return (_PACKAGE.parent / "templates").is_dir() and not (_PACKAGE / "templates").is_dir()
