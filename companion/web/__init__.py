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
    costs,
    counting,
    course,
    deal,
    door,
    errors,
    final,
    hand_words,
    history,
    history_words,
    home,
    live,
    new_game,
    own_game,
    people,
    proxies,
    rights,
    rules_card,
    schema,
    seating,
    security,
    sharing,
    sheet,
    standing_words,
    static_files,
    table,
    this_game,
    uncounting,
    words,
)
from companion.web.api import openapi
from companion.web.api import views as api
from companion.web.cookies import PhoneCookies


def init_web(app: Flask) -> None:
    """Give the app its pages, words, headers and error pages."""
    app.session_interface = PhoneCookies()
    door.init_app(app)
    Babel(app)
    rights.init_app(app)  # before the key of a form is looked at: a watcher has none
    CSRFProtect(app)
    Compress(app)
    places = (
        *(home, new_game, own_game, table, people, this_game, counting, uncounting),
        *(adjusting, sheet, correction, final, rules_card, changing_rules, schema),
        *(sharing, seating, history, live, across, api, openapi),
    )
    for place in places:
        app.register_blueprint(place.blueprint)
    speaking = (costs, course, deal, hand_words, history_words, standing_words, words)
    for part in (*speaking, errors, live, proxies, security, static_files):
        part.init_app(app)
