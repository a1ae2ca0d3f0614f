"""Error pages: what happened, and what to do."""

from dataclasses import replace
from functools import lru_cache, partial

from flask import Flask, current_app, g, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_locale, gettext
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from werkzeug.exceptions import HTTPException

from companion.fair_queue import TooBusy
from companion.monitoring.logs import WithoutLinks
from companion.records.people.limits import (
    HOUR,
    GameFull,
    TooManyGames,
    TooManyGuesses,
    TooManyImports,
    TooManyLinks,
    TooManyOwnGames,
    TooManyPassphrases,
)
from companion.records.store import faults
from companion.records.store.database import IS_AWAY
from companion.web.game.gateway import BACKUP_HEADER, BOOK_HEADER
from companion.web.game.preferences import is_large
from companion.web.guard import health
from companion.web.live import said_to_this_phone
from companion.web.words import troubles as said
from companion.web.words.entries import step_blanks
from companion.web.words.troubles import ErrorPage

_PAGE = "errors/trouble.html"
_KEPT_HEADERS = {"Allow", "Retry-After", BOOK_HEADER, BACKUP_HEADER}
PROGRAMS = "/api/"  # the paths of the JSON API, below any path prefix
_IN_JSON = {"api", "referee_api"}  # also at their addresses from before the API had versions
_AGAIN_SECONDS = "5"
WITHOUT_BOOK = {
    "static",
    health.ALIVE,
    health.READY,
    "installing.manifest",
    "installing.service_worker",
}
_IN_AN_HOUR = {"Retry-After": str(int(HOUR.total_seconds()))}

_TOO_MANY = {
    TooManyGames: said.MANY_GAMES,
    TooManyGuesses: said.MANY_GUESSES,
    TooManyImports: said.MANY_IMPORTS,
    TooManyOwnGames: said.MANY_OWN_GAMES,
    TooManyLinks: said.MANY_LINKS,
    TooManyPassphrases: said.MANY_PASSPHRASES,
}


def init_app(app: Flask) -> None:
    """Render every error as a page of the app."""
    app.logger.addFilter(WithoutLinks())
    app.register_error_handler(CSRFError, _not_from_our_page)
    for too_many, trouble in _TOO_MANY.items():
        app.register_error_handler(too_many, partial(_next_hour, trouble))
    app.register_error_handler(GameFull, _game_full)
    app.register_error_handler(DBAPIError, _database_trouble)
    app.before_request(_not_yet)
    for busy in (TooBusy, PoolTimeout):
        app.register_error_handler(busy, lambda _e: _come_again(said.LOCKED))
    app.register_error_handler(HTTPException, _http_error)
    if not app.testing:
        app.register_error_handler(Exception, _unexpected)


def page(trouble: ErrorPage, status: int, table: str = "") -> tuple[str | dict[str, str], int]:
    """The page of this trouble; `table` is the address to continue at, home by default.

    A request for JSON gets JSON.
    """
    if is_for_program() or _wants_json():
        return {"heading": str(trouble.heading), "sentence": str(trouble.advice)}, status
    again = _same_again(status)
    if table or again or "live_tag" in g or said_to_this_phone():
        return _rendered(trouble, table, again), status
    here = request.script_root, str(get_locale())
    told = replace(trouble, heading=str(trouble.heading), advice=str(trouble.advice))
    return _drawn(*here, told, _large=is_large()), status


def is_for_program() -> bool:
    """Whether this address is one of the versioned JSON API, which no page uses."""
    return request.path.startswith(PROGRAMS)


def _wants_json() -> bool:
    return request.blueprint in _IN_JSON or request.accept_mimetypes.best == "application/json"


@lru_cache(maxsize=256)
def _drawn(_prefix: str, _locale: str, trouble: ErrorPage, *, _large: bool) -> str:
    """The page without details of the phone, cached: requests for bad addresses are frequent.

    Its links begin with the path prefix.
    """
    return _rendered(trouble)


def _rendered(trouble: ErrorPage, table: str = "", again: str = "") -> str:
    """The page, with texts about taps waiting for an ended link (pages/ended.js)."""
    steps = list(step_blanks()) if trouble.drawn == "ended" else []
    return render_template(
        _PAGE, trouble=trouble, table=table, again=again, steps=steps, ruleset=None
    )


def _same_again(status: int) -> str:
    """The address to retry, after a GET whose error may be temporary."""
    may_be_over = status >= 500 and request.method == "GET"  # noqa: PLR2004
    return request.script_root + request.full_path.rstrip("?") if may_be_over else ""


def _http_error(error: HTTPException) -> ResponseReturnValue:
    if error.response is not None or error.code is None or error.code < 400:  # noqa: PLR2004
        return error
    answer = make_response(page(_trouble_of(error.code), error.code))
    # Headers that must be kept: the valid methods of a 405, the time to retry of a 429.
    answer.headers.extend([h for h in error.get_headers() if h[0] in _KEPT_HEADERS])
    return answer


def _trouble_of(status: int) -> ErrorPage:
    if is_for_program() and status in {400, 415}:
        return said.NO_JSON
    if is_for_program() and request.routing_exception:
        return said.NO_OPERATION
    other = said.UNEXPECTED if status >= 500 else said.BAD_REQUEST  # noqa: PLR2004
    return said.BY_STATUS.get(status, other)


def _not_from_our_page(error: CSRFError) -> ResponseReturnValue:
    """A form without its key, or over https from another or an unknown origin."""
    if is_for_program():
        return page(said.NO_KEY, 400)
    why = error.description or ""
    if "referrer" not in why:
        return page(said.EXPIRED, 400)
    return page(said.NO_REFERER if request.referrer is None else said.ELSEWHERE, 400)


def _game_full(error: GameFull) -> ResponseReturnValue:
    advice = gettext(
        "A game can have %(most)s steps, including undone ones, and this game has reached "
        "that limit. Nothing was saved. The sheet stays as it is; for more rounds, start a "
        "new game.",
        most=error.most,
    )
    heading = gettext("This game is full")
    token = (request.view_args or {}).get("token")
    table = url_for("table.page", token=token) if token else ""
    return page(ErrorPage(heading, advice), 409, table)


def _database_trouble(error: DBAPIError) -> ResponseReturnValue:
    trouble = faults.trouble_of(error)
    if trouble is None:
        if current_app.testing:
            raise error
        return _unexpected(error)
    if trouble is faults.DatabaseFault.CANNOT_BE_KEPT:
        current_app.logger.warning("this cannot be kept: %s", error.orig)
        return page(said.BAD_REQUEST, 400)
    if trouble is not faults.DatabaseFault.BUSY:
        current_app.logger.warning("the score book cannot be used: %s", error.orig)
    return _come_again(said.BY_TROUBLE[trouble])


def _next_hour(trouble: ErrorPage, _error: Exception) -> ResponseReturnValue:
    return *page(trouble, 429), _IN_AN_HOUR


def _not_yet() -> ResponseReturnValue | None:
    """A database that was unreachable at the start may not be migrated, or be empty."""
    is_away = current_app.extensions.get(IS_AWAY) and request.endpoint not in WITHOUT_BOOK
    return _come_again(said.ABSENT) if is_away else None


def _come_again(trouble: ErrorPage) -> ResponseReturnValue:
    return *page(trouble, 503), {"Retry-After": _AGAIN_SECONDS}


def _unexpected(error: Exception) -> ResponseReturnValue:
    current_app.logger.error("unexpected error", exc_info=error)
    return page(said.UNEXPECTED, 500)
