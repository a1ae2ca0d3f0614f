"""Registers all blueprints and request hooks: each page, then the error handlers and globals."""

from flask import Flask
from flask_compress import Compress
from flask_wtf import CSRFProtect

from companion.web import assets, live
from companion.web.api import new_game as new_game_api
from companion.web.api import openapi, programs, referee, score
from companion.web.api import views as api
from companion.web.game import positions
from companion.web.game.cookies import PhoneCookies
from companion.web.game.preferences import code_of_request
from companion.web.guard import errors, gate, health, proxies, request_filter, rights, security
from companion.web.observe import measuring, request_log, slow_pages
from companion.web.offline import catalogue as catalogue_pages
from companion.web.offline import drawings, installing, unstarted_game
from companion.web.offline import new_game as new_game_alone
from companion.web.pages import (
    adjusting,
    aloud,
    changing_rules,
    correction,
    history,
    home,
    join_code,
    language,
    large,
    melding,
    operator,
    passphrase,
    past_games,
    rules_card,
    seating,
    sharing,
)
from companion.web.pages.counting import review
from companion.web.pages.counting import views as counting
from companion.web.pages.import_export import files as game_file
from companion.web.pages.import_export import scores
from companion.web.pages.import_export import views as import_export
from companion.web.pages.new_game import views as new_game
from companion.web.pages.own_game import asking as own_questions
from companion.web.pages.own_game import views as own_game
from companion.web.pages.players import handing_over, whole_game
from companion.web.pages.players import views as players
from companion.web.pages.profiles import views as profiles
from companion.web.pages.referee import views as referee_page
from companion.web.pages.sheet import views as sheet
from companion.web.pages.table import views as table
from companion.web.paper import blank, pdf, result
from companion.web.templating import jinja_globals
from companion.web.words import languages
from companion.web.words.terms import TermBabel


def init_web(app: Flask) -> None:
    """Register pages, globals, headers and error pages."""
    app.session_interface = PhoneCookies()
    request_filter.init_app(app)
    measuring.init_app(app)
    request_log.init_app(app)
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
        large,
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
        scores,
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
        unstarted_game,
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
    shared = (jinja_globals, positions, pdf, errors, programs, live, proxies, security, assets)
    for part in shared:
        part.init_app(app)
