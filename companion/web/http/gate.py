"""A passphrase for the whole server, where one is set: asked once of every phone."""

import hashlib
import hmac

from flask import Flask, current_app, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _

from companion.web.http import health
from companion.web.http.errors import page
from companion.web.http.troubles import Trouble

ENTER = "passphrase.page"
_LET_IN = "let_in"
# What is no game: also what a phone keeps for the time without a network.
_OPEN = {
    "static",
    health.ALIVE,
    "health.ready",
    ENTER,
    "passphrase.enter",
    "installing.manifest",
    "installing.service_worker",
    "installing.alone",
}
_CLOSED = Trouble(
    _("This app needs a passphrase"),
    _("Nothing was saved. Open the home page, enter the passphrase, and send this again."),
)
_DIGEST = 24  # characters


def init_app(app: Flask) -> None:
    """Let in only who knows the passphrase; whoever guesses at links finds this page alone."""
    if app.config["PASSPHRASE"]:
        app.before_request(_ask)


def is_right(typed: str) -> bool:
    """Whether this is the passphrase; how long that takes tells nothing."""
    right: str = current_app.config["PASSPHRASE"]
    return hmac.compare_digest(_digest(typed.strip()), _digest(right))


def let_in() -> None:
    """From now on this phone is let in, until the passphrase is another."""
    session[_LET_IN] = _digest(current_app.config["PASSPHRASE"])
    session.permanent = True


def _ask() -> ResponseReturnValue | None:
    kept = str(session.get(_LET_IN, ""))
    if request.endpoint in _OPEN or _is_todays(kept):
        return None
    if not _is_opened():
        return page(_CLOSED, 401)
    there = request.full_path.rstrip("?")
    return redirect(url_for(ENTER, to=there if there != "/" else None), 303)


def _is_opened() -> bool:
    """Whether somebody opens a page; a script would take the question for what it asked for."""
    if request.method not in {"GET", "HEAD"} or request.blueprint in {"api", "live"}:
        return False
    mode = request.headers.get("Sec-Fetch-Mode")
    if mode is None:  # an old browser says what it can show
        return "Accept" not in request.headers or request.accept_mimetypes.accept_html
    return mode == "navigate"


def _is_todays(kept: str) -> bool:
    """Whether a phone that keeps this was told the passphrase of today."""
    return hmac.compare_digest(kept, _digest(current_app.config["PASSPHRASE"]))


def _digest(passphrase: str) -> str:
    """What a cookie may hold: whoever reads it learns nothing."""
    key: str = current_app.config["SECRET_KEY"]
    said = b"passphrase " + passphrase.encode("utf-8", "replace")
    return hmac.new(key.encode(), said, hashlib.sha256).hexdigest()[:_DIGEST]
