"""The application factory."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from companion.book.backup import PACKAGE, is_checkout, open_book
from companion.records.store.watching import init_watching
from companion.web.blueprints import init_web


def create_app(config: Mapping[str, Any] | None = None, instance: Path | None = None) -> Flask:
    """The Flask app.

    `config` overrides settings; `instance` is the folder of the database and the key. Raises
    HalfConfigured.
    """
    app = open_book(config, instance)
    app.template_folder = _asset_folder("templates")
    app.static_folder = _asset_folder("static")  # served by `web.assets`
    init_watching(app)
    init_web(app)
    return app


def _asset_folder(name: str) -> str:
    """The folder of templates or static files: beside the package, or inside it in a wheel."""
    return str((PACKAGE.parent if is_checkout() else PACKAGE) / name)
