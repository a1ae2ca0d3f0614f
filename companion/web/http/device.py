"""The device that keeps score: known by a random name in a signed cookie, and by nothing else."""

from flask import request, session

from companion.records.games import new_key

WATCHED = "watched"
_MOST_WATCHED = 8  # a cookie has little room


def this_device() -> str:
    """The name of this device; made up the first time it is needed."""
    if "device" not in session:
        session["device"] = new_key()
        keep_cookie()
    device: str = session["device"]
    return device


def keep_cookie() -> None:
    """Send the cookie anew: a browser lets go of one that it was given more than a year ago.

    Not with every tap: with every game that is started or joined.
    """
    session.permanent = True


def known_device() -> str | None:
    """The name of this device, if it ever was about to make a game."""
    return session.get("device")


def watched_links() -> list[str]:
    """The links to watch by that this device opened, the latest first."""
    links: list[str] = session.get(WATCHED, [])
    return links


def remember_watching(token: str) -> None:
    """Keep this link for the home page; asked by a page that follows the game, it is known."""
    if token not in watched_links() and "Companion-Live" not in request.headers:
        keep_cookie()
        session[WATCHED] = [token, *watched_links()][:_MOST_WATCHED]
