"""The language of a request: that chosen on this phone, or that of its browser."""

from flask import request, session

from companion.settings.locale import preferred
from companion.web.game.phones import keep_cookie
from companion.web.words.languages import on_offer

_CHOSEN = "language"  # the key in the cookie


def code_of_request() -> str | None:
    """The code of the language; None for the default of the server.

    The browser's languages are tried in its own order, by their primary tags: Brazilian Portuguese
    serves a Portuguese browser, and `en-US,de;q=0.9` is served in English.
    """
    codes = [language.code for language in on_offer()]
    chosen = session.get(_CHOSEN)
    if chosen in codes:
        return str(chosen)
    return preferred(codes, (tag for tag, quality in request.accept_languages if quality))


def choose(code: str) -> None:
    """Store the language on this phone."""
    session[_CHOSEN] = code
    keep_cookie()
