"""Error pages: what happened, and what to do now."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from flask import Flask, current_app, g, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_locale, gettext
from flask_babel import lazy_gettext as _
from flask_babel.speaklater import LazyString
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from werkzeug.exceptions import HTTPException

from companion.logs import WithoutLinks
from companion.records import troubles
from companion.records.database import IS_AWAY
from companion.records.limits import HOUR, GameFull, TooManyGames, TooManyGuesses
from companion.turns import TooBusy
from companion.web.http.live import said_to_this_phone

Drawn = Literal["nothing", "ended", "torn"]


@dataclass(frozen=True, slots=True)
class Trouble:
    """A heading and a sentence that says what to do.

    `drawn` is what lies on the felt: no cards, those of a link that has ended, or a hand that was
    torn; where a new code leads on, it is asked for `next`, or offered `beside` the way home.
    """

    heading: LazyString | str
    advice: LazyString | str
    drawn: Drawn = "torn"
    code: Literal["", "next", "beside"] = ""


_BY_STATUS = {
    404: Trouble(
        _("There is nothing here"),
        _("No game has this address. Check the link, or start from the home page."),
        "nothing",
        "beside",
    ),
    405: Trouble(
        _("That does not work here"),
        _("This address only takes what its own page sends. Start from the home page."),
    ),
    410: Trouble(
        _("This game was deleted"),
        _(
            "For a day it can be put back, on the home page of the phone that started it. "
            "After that it is gone."
        ),
        "ended",
    ),
    413: Trouble(
        _("That was too much"),
        _("More was sent than a score sheet can hold. Nothing was written; shorten it and send."),
    ),
}
_PAGE = "errors/trouble.html"
_KEPT_HEADERS = {"Allow", "Retry-After"}
_AGAIN_SECONDS = "5"
_IN_AN_HOUR = {"Retry-After": str(int(HOUR.total_seconds()))}
_UNEXPECTED = Trouble(
    _("Something went wrong"),
    _("Nothing was written. Go back and try again; if it happens again, restart the app."),
)
_BAD_REQUEST = Trouble(
    _("That could not be read"),
    _("What was sent does not fit the page it came from. Go back, reload the page and try again."),
)
_EXPIRED = Trouble(
    _("This page has lost its key"),
    _(
        "Nothing was written, because the browser did not send this app’s cookie. "
        "Allow cookies for this address, reload the page and try again."
    ),
)
_NO_REFERER = Trouble(
    _("The browser hides where this came from"),
    _(
        "Nothing was written, because the browser did not say which page sent it (its Referer). "
        "Allow that for this address in its privacy settings, reload the page and try again."
    ),
)
_ELSEWHERE = Trouble(
    _("This was sent from another address"),
    _(
        "Nothing was written, because the page that sent it is not from the address it was sent "
        "to. Open the app anew by its own address and try again. If it stands behind a proxy, "
        "whoever runs it sets COMPANION_PROXIES, as the README says."
    ),
)
_MANY_GAMES = Trouble(
    _("That is a lot of games"),
    _(
        "Only so many games can be started in an hour, and nobody plays so many. "
        "Nothing was started; go on with one of those you have, or try again later."
    ),
)
_MANY_GUESSES = Trouble(
    _("Too many tries"),
    _(
        "Six signs that no table has were typed too often, so for an hour none are looked at. "
        "Point the camera at the code on the other phone, or have it send you the link."
    ),
)
_LOCKED = Trouble(
    _("The score book is busy"),
    _("Too many write at once, or another program does. Nothing was written; try again soon."),
)
_ABSENT = Trouble(
    _("The score book does not answer"),
    _(
        "The database cannot be reached just now. Nothing was written, and what was written before "
        "is kept; try again in a moment."
    ),
)
_DISK_FULL = Trouble(
    _("The disk is full"),
    _(
        "The score book finds no room for more. Nothing was written; make room on the disk "
        "of the computer that runs this app and try again."
    ),
)
_READ_ONLY = Trouble(
    _("The score book cannot be written"),
    _(
        "The database, its file or the folder it lies in, is read-only. Nothing was written; "
        "give this app the right to write there and try again."
    ),
)
_GONE = Trouble(
    _("The score book is not there"),
    _(
        "Its file was moved or deleted while the app runs. Nothing was written; once it is back "
        "where it was, everything goes on by itself."
    ),
)
_DAMAGED = Trouble(
    _("The score book is damaged"),
    _(
        "Its file cannot be read any more. Nothing was written; whoever runs this app stops it and "
        "restores a copy."
    ),
)
_BY_TROUBLE = {
    troubles.Trouble.BUSY: _LOCKED,
    troubles.Trouble.ABSENT: _ABSENT,
    troubles.Trouble.DISK_FULL: _DISK_FULL,
    troubles.Trouble.READ_ONLY: _READ_ONLY,
    troubles.Trouble.GONE: _GONE,
    troubles.Trouble.DAMAGED: _DAMAGED,
}


def init_app(app: Flask) -> None:
    """Show every error as a page in the look of the app."""
    app.logger.addFilter(WithoutLinks())
    app.register_error_handler(CSRFError, _not_from_our_page)
    app.register_error_handler(TooManyGames, lambda _e: (*page(_MANY_GAMES, 429), _IN_AN_HOUR))
    app.register_error_handler(TooManyGuesses, lambda _e: (*page(_MANY_GUESSES, 429), _IN_AN_HOUR))
    app.register_error_handler(GameFull, _game_full)
    app.register_error_handler(DBAPIError, _database_trouble)
    app.before_request(_not_yet)
    for busy in (TooBusy, PoolTimeout):
        app.register_error_handler(busy, lambda _e: _come_again(_LOCKED))
    app.register_error_handler(HTTPException, _http_error)
    if not app.testing:
        app.register_error_handler(Exception, _unexpected)


def page(trouble: Trouble, status: int, table: str = "") -> tuple[str | dict[str, str], int]:
    """The page for this trouble; `table` is the address to go on at, if it is not home.

    Who asks for data is told the same as data.
    """
    if request.blueprint == "api":
        return {"heading": str(trouble.heading), "sentence": str(trouble.advice)}, status
    again = _same_again(status)
    if table or again or "live_tag" in g or said_to_this_phone():
        return render_template(_PAGE, trouble=trouble, table=table, again=again), status
    here = request.script_root, str(get_locale())
    told = Trouble(str(trouble.heading), str(trouble.advice), trouble.drawn, trouble.code)
    return _drawn(*here, told), status


@lru_cache(maxsize=256)
def _drawn(_prefix: str, _locale: str, trouble: Trouble) -> str:
    """The page as any phone sees it that is told nothing else; bad addresses come by the thousand.

    Its links begin with the prefix that the app is reached by.
    """
    return render_template(_PAGE, trouble=trouble, table="", again="")


def _same_again(status: int) -> str:
    """The address to ask for again, where it was only looked at and the fault may be over soon."""
    may_be_over = status >= 500 and request.method == "GET"  # noqa: PLR2004
    return request.script_root + request.full_path.rstrip("?") if may_be_over else ""


def _http_error(error: HTTPException) -> ResponseReturnValue:
    if error.response is not None or error.code is None or error.code < 400:  # noqa: PLR2004
        return error
    other = _UNEXPECTED if error.code >= 500 else _BAD_REQUEST  # noqa: PLR2004
    answer = make_response(page(_BY_STATUS.get(error.code, other), error.code))
    # A 405 says which methods would do, a 429 when to come again: the page must not drop that.
    answer.headers.extend([h for h in error.get_headers() if h[0] in _KEPT_HEADERS])
    return answer


def _not_from_our_page(error: CSRFError) -> ResponseReturnValue:
    """A form without its key, or one that over https comes from elsewhere, or from nowhere."""
    why = error.description or ""
    if "referrer" not in why:
        return page(_EXPIRED, 400)
    return page(_NO_REFERER if request.referrer is None else _ELSEWHERE, 400)


def _game_full(error: GameFull) -> ResponseReturnValue:
    advice = gettext(
        "A game holds %(most)s steps, undone ones included, and this one has them all. Nothing was "
        "written. The sheet stays as it is; for more rounds start a new game.",
        most=error.most,
    )
    heading = gettext("This game is full")
    token = (request.view_args or {}).get("token")
    table = url_for("table.page", token=token) if token else ""
    return page(Trouble(heading, advice), 409, table)


def _database_trouble(error: DBAPIError) -> ResponseReturnValue:
    trouble = troubles.trouble_of(error)
    if trouble is None:
        if current_app.testing:
            raise error
        return _unexpected(error)
    if trouble is troubles.Trouble.CANNOT_BE_KEPT:
        current_app.logger.warning("this cannot be kept: %s", error.orig)
        return page(_BAD_REQUEST, 400)
    if trouble is not troubles.Trouble.BUSY:
        current_app.logger.warning("the score book cannot be used: %s", error.orig)
    return _come_again(_BY_TROUBLE[trouble])


def _not_yet() -> ResponseReturnValue | None:
    """A database that was not there when we were started may have tables of long ago, or none."""
    return _come_again(_ABSENT) if current_app.extensions.get(IS_AWAY) else None


def _come_again(trouble: Trouble) -> ResponseReturnValue:
    return *page(trouble, 503), {"Retry-After": _AGAIN_SECONDS}


def _unexpected(error: Exception) -> ResponseReturnValue:
    current_app.logger.error("unexpected error", exc_info=error)
    return page(_UNEXPECTED, 500)
