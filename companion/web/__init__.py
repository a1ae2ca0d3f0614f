"""The pages: one blueprint a place a person goes to."""

from flask import Flask
from flask_babel import Babel
from flask_compress import Compress
from flask_wtf import CSRFProtect

from companion.web import (
    across,
    adjusting,
    changing_rules,
    correction,
    counting,
    course,
    deal,
    errors,
    final,
    home,
    live,
    new_game,
    own_game,
    people,
    rules_card,
    schema,
    security,
    sheet,
    static_files,
    table,
    this_game,
    words,
)


def init_web(app: Flask) -> None:
    """Give the app its pages, words, headers and error pages."""
    Babel(app)
    CSRFProtect(app)
    Compress(app)
    places = (
        *(home, new_game, own_game, table, people, this_game, counting, adjusting),
        *(sheet, correction, final, rules_card, changing_rules, schema),
        *(live, across),
    )
    for place in places:
        app.register_blueprint(place.blueprint)
    for part in (course, deal, errors, live, security, static_files, words):
        part.init_app(app)
