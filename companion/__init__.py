"""Rummy Companion keeps score while people play contract-rummy games with real cards."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def create_app() -> "Flask":
    """The app of the default instance folder, with `db`, for `flask --app companion`."""
    from flask_migrate.cli import db  # noqa: PLC0415 - not needed by `companion score`

    from companion.app import create_app as make  # noqa: PLC0415

    app = make()
    app.cli.add_command(db)
    return app
