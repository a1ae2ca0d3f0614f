"""An optional passphrase for the whole server; each phone is asked once."""

import hashlib
import hmac
from contextlib import suppress

from flask import Flask, current_app, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _

from companion.records.people.limits import SAME_PASSPHRASE, SamePassphrase, wrong_passphrases
from companion.records.people.links import check_attempt, count_attempt
from companion.web.game.source import source_of_request
from companion.web.guard.errors import WITHOUT_BOOK, is_for_program, page
from companion.web.words.troubles import ErrorPage

ENTER = "passphrase.page"
_LET_IN = "let_in"
# Pages without games, including those that a phone caches to work offline.
_OPEN = WITHOUT_BOOK | {ENTER, "passphrase.enter", "installing.alone"}
_CLOSED = ErrorPage(
    _("This app needs a passphrase"),
    _("Nothing was saved. Open the home page, enter the passphrase, and send this again."),
)
_DIGEST, _SOURCE = 24, 22  # characters in a cookie, and of the source of an attempt


def init_app(app: Flask) -> None:
    """Admit only phones that know the passphrase; without it, links cannot be probed."""
    if app.config["PASSPHRASE"]:
        app.before_request(_ask)


def is_right(typed: str) -> bool:
    """Whether this is the passphrase, in constant time."""
    right: str = current_app.config["PASSPHRASE"]
    return hmac.compare_digest(_digest(typed.strip()), _digest(right))


def is_entered(typed: str) -> bool:
    """Whether this is the passphrase; a wrong one is counted, the same one once an hour.

    Raises TooManyPassphrases.
    """
    source = source_of_request()
    at_most = wrong_passphrases(current_app.config["GUESSES_AN_HOUR"][0])
    this = _digest("\0".join((current_app.config["PASSPHRASE"], source, typed.strip())))[:_SOURCE]
    with suppress(SamePassphrase):
        check_attempt(SAME_PASSPHRASE, this)
        check_attempt(at_most, source)
        if is_right(typed):
            return True
        count_attempt(SAME_PASSPHRASE, this)
        count_attempt(at_most, source)
    return False


def let_in() -> None:
    """Admit this phone until the passphrase changes."""
    session[_LET_IN] = _digest(current_app.config["PASSPHRASE"])
    session.permanent = True


def _ask() -> ResponseReturnValue | None:
    kept = str(session.get(_LET_IN, ""))
    if request.endpoint in _OPEN or _is_todays(kept) or _is_let_in_program():
        return None
    if is_for_program():
        return *page(_CLOSED, 401), {"WWW-Authenticate": 'Basic realm="Rummy Companion"'}
    if not _is_opened():
        return page(_CLOSED, 401)
    there = request.full_path.rstrip("?")
    return redirect(url_for(ENTER, to=there if there != "/" else None), 303)


def _is_let_in_program() -> bool:
    """Whether a program sends the passphrase with its request, as the password of HTTP Basic."""
    sent = request.authorization
    if not is_for_program() or sent is None or sent.type != "basic":
        return False
    return is_entered(sent.password or "")


def _is_opened() -> bool:
    """Whether a page is opened; a script would take the form for its response."""
    if request.method not in {"GET", "HEAD"} or request.blueprint in {"api", "live"}:
        return False
    mode = request.headers.get("Sec-Fetch-Mode")
    if mode is None:  # an old browser only sends Accept
        return "Accept" not in request.headers or request.accept_mimetypes.accept_html
    return mode == "navigate"


def _is_todays(kept: str) -> bool:
    """Whether the stored digest is that of the current passphrase."""
    return hmac.compare_digest(kept, _digest(current_app.config["PASSPHRASE"]))


def _digest(passphrase: str) -> str:
    """The digest that is stored, which does not reveal the passphrase."""
    key: str = current_app.config["SECRET_KEY"]
    said = b"passphrase " + passphrase.encode("utf-8", "replace")
    return hmac.new(key.encode(), said, hashlib.sha256).hexdigest()[:_DIGEST]
