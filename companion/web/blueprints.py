"""Registers all blueprints and request hooks: each page, then the error handlers and globals."""

from flask import Flask
from flask_compress import Compress
from flask_wtf import CSRFProtect

from companion.web.adjusting import views as adjusting
from companion.web.aloud import views as aloud
from companion.web.api import openapi, referee, score
from companion.web.api import views as api
from companion.web.changing_rules import views as changing_rules
from companion.web.correction import views as correction
from companion.web.counting import review
from companion.web.counting import views as counting
from companion.web.drawings import anew
from companion.web.drawings import catalogue as catalogue_pages
from companion.web.drawings import views as drawings
from companion.web.history import views as history
from companion.web.home import views as home
from companion.web.http import (
    colours,
    errors,
    gate,
    health,
    live,
    measuring,
    programs,
    proxies,
    request_filter,
    request_log,
    request_time,
    rights,
    security,
    slow_pages,
    static_files,
)
from companion.web.http.cookies import PhoneCookies
from companion.web.http.locale_choice import code_of_request
from companion.web.import_export import of_game as game_file
from companion.web.import_export import views as import_export
from companion.web.installing import views as installing
from companion.web.join_code import views as join_code
from companion.web.language import views as language
from companion.web.melding import views as melding
from companion.web.new_game import alone as new_game_alone
from companion.web.new_game import api as new_game_api
from companion.web.new_game import views as new_game
from companion.web.operator import views as operator
from companion.web.own_game import asking as own_questions
from companion.web.own_game import views as own_game
from companion.web.paper import blank, pdf
from companion.web.paper import result_views as result
from companion.web.passphrase import views as passphrase
from companion.web.past_games import views as past_games
from companion.web.players import handing_over, whole_game
from companion.web.players import views as players
from companion.web.profiles import views as profiles
from companion.web.referee import views as referee_page
from companion.web.rules_card import views as rules_card
from companion.web.seating import views as seating
from companion.web.sharing import views as sharing
from companion.web.sheet import views as sheet
from companion.web.table import views as table
from companion.web.words import jinja_globals, languages
from companion.web.words.terms import TermBabel


def init_web(app: Flask) -> None:
    """Register pages, globals, headers and error pages."""
    app.session_interface = PhoneCookies()
    request_filter.init_app(app)
    request_time.init_app(app)
    request_log.init_app(app)
    measuring.init_app(app)
    slow_pages.init_app(app)
    languages.init_app(app)
    TermBabel(app, locale_selector=code_of_request)
    gate.init_app(app)
    import_export.init_app(app)
    rights.init_app(app)  # before the CSRF check: a watcher has no key
    csrf = CSRFProtect(app)
    for checked in (api, new_game_api, referee):  # they check the key; the referee writes nothing
        csrf.exempt(checked.blueprint)
    Compress(app)
    places = (
        home,
        join_code,
        language,
        new_game,
        new_game_alone,
        new_game_api,
        own_questions,
        own_game,
        table,
        aloud,
        players,
        handing_over,
        whole_game,
        past_games,
        profiles,
        import_export,
        game_file,
        melding,
        counting,
        review,
        adjusting,
        sheet,
        result,
        blank,
        correction,
        rules_card,
        referee_page,
        changing_rules,
        sharing,
        seating,
        history,
        drawings,
        anew,
        catalogue_pages,
        installing,
        live,
        api,
        openapi,
        referee,
        score,
        passphrase,
        operator,
        health,
    )
    for place in places:
        app.register_blueprint(place.blueprint)
    shared = (jinja_globals, colours, pdf, errors, programs, live, proxies, security, static_files)
    for part in shared:
        part.init_app(app)
