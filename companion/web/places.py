"""Every place a person goes to, and what stands before and behind all of them."""

from flask import Flask
from flask_babel import Babel
from flask_compress import Compress
from flask_wtf import CSRFProtect

from companion.web.adjusting import views as adjusting
from companion.web.api import openapi, schema
from companion.web.api import views as api
from companion.web.changing_rules import views as changing_rules
from companion.web.correction import views as correction
from companion.web.counting import review
from companion.web.counting import views as counting
from companion.web.drawings import anew
from companion.web.drawings import catalogue as catalogue_pages
from companion.web.drawings import views as drawings
from companion.web.entering import views as entering
from companion.web.history import views as history
from companion.web.home import views as home
from companion.web.http import (
    colours,
    door,
    errors,
    gate,
    health,
    live,
    measuring,
    proxies,
    request_log,
    rights,
    security,
    static_files,
)
from companion.web.http.cookies import PhoneCookies
from companion.web.installing import views as installing
from companion.web.joining import views as joining
from companion.web.new_game import alone as new_game_alone
from companion.web.new_game import views as new_game
from companion.web.operator import views as operator
from companion.web.own_game import asking as own_questions
from companion.web.own_game import views as own_game
from companion.web.people import views as people
from companion.web.people import whole_game
from companion.web.persons import views as persons
from companion.web.played import views as played
from companion.web.rules_card import views as rules_card
from companion.web.seating import views as seating
from companion.web.sharing import views as sharing
from companion.web.sheet import blank, pdf
from companion.web.sheet import result_views as result
from companion.web.sheet import views as sheet
from companion.web.table import views as table
from companion.web.taking import of_game as game_file
from companion.web.taking import views as taking
from companion.web.words import spoken


def init_web(app: Flask) -> None:
    """Give the app its pages, words, headers and error pages."""
    app.session_interface = PhoneCookies()
    door.init_app(app)
    request_log.init_app(app)
    measuring.init_app(app)
    Babel(app)
    gate.init_app(app)
    taking.init_app(app)
    rights.init_app(app)  # before the key of a form is looked at: a watcher has none
    CSRFProtect(app)
    Compress(app)
    places = (
        *(
            home,
            joining,
            new_game,
            new_game_alone,
            own_questions,
            own_game,
            table,
            people,
            whole_game,
        ),
        *(played, persons, taking, game_file),
        *(counting, review, adjusting),
        *(sheet, result, blank, correction, rules_card, changing_rules),
        *(sharing, seating, history, drawings, anew, catalogue_pages, installing),
        *(live, api, openapi, schema),
        *(entering, operator, health),
    )
    for place in places:
        app.register_blueprint(place.blueprint)
    for part in (spoken, colours, pdf, errors, live, proxies, security, static_files):
        part.init_app(app)
