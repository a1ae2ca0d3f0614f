"""The preferences of this phone, in its cookie: its language, and the size of letters and keys."""

from flask import request, session

from companion.settings.locale import preferred
from companion.web.game.phones import keep_cookie
from companion.web.words.languages import on_offer

_LANGUAGE, _LARGE = "language", "large"  # the keys in the cookie


def code_of_request() -> str | None:
    """The code of the language chosen here, or else of one that the browser asks for.

    None for the default of the server. The browser's languages are tried in its own order, by their
    primary tags: Brazilian Portuguese serves a Portuguese browser, and `en-US,de;q=0.9` is served
    in English.
    """
    codes = [language.code for language in on_offer()]
    chosen = session.get(_LANGUAGE)
    if chosen in codes:
        return str(chosen)
    return preferred(codes, (tag for tag, quality in request.accept_languages if quality))


def choose_language(code: str) -> None:
    """Store the language on this phone."""
    session[_LANGUAGE] = code
    keep_cookie()


def is_large() -> bool:
    """Whether this phone has large letters and keys."""
    return _LARGE in session


def choose_size(*, large: bool) -> None:
    """Store the size on this phone; the usual one has no key."""
    if large:
        session[_LARGE] = True
    else:
        session.pop(_LARGE, None)
    keep_cookie()
