"""The size of letters and keys on this phone: usual, or large."""

from flask import session

from companion.web.game.phones import keep_cookie

_LARGE = "large"  # the key in the cookie, absent if usual


def is_large() -> bool:
    """Whether this phone has large letters and keys."""
    return _LARGE in session


def choose_size(*, large: bool) -> None:
    """Store the size on this phone."""
    if large:
        session[_LARGE] = True
    else:
        session.pop(_LARGE, None)
    keep_cookie()
