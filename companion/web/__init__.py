"""The pages: one blueprint a place a person goes to."""

from flask import Flask
from flask_babel import Babel
from flask_compress import Compress
from flask_wtf import CSRFProtect

from companion.web import (
    correction,
    counting,
    errors,
    final,
    home,
    new_game,
    rules_card,
    security,
    sheet,
    static_files,
    table,
    words,
)


def init_web(app: Flask) -> None:
    """Give the app its pages, words, headers and error pages."""
    Babel(app)
    CSRFProtect(app)
    Compress(app)
    for place in (home, new_game, table, counting, sheet, correction, final, rules_card):
        app.register_blueprint(place.blueprint)
    for part in (errors, security, static_files, words):
        part.init_app(app)
