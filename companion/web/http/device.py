"""The device that keeps score: known by a random name in a signed cookie, and by nothing else."""

from flask import request, session

from companion.records.games import new_key

OPENED = "watched"  # as cookies had it when only links to watch by were kept
_MOST_OPENED = 8  # a cookie has little room


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


def opened_links() -> list[str]:
    """The links that this device opened and nobody sat down by, the latest first."""
    links: list[str] = session.get(OPENED, [])
    return links


def remember_link(token: str) -> None:
    """Keep this link for the home page; asked by a page that follows the game, it is known."""
    if token not in opened_links() and "Companion-Live" not in request.headers:
        keep_cookie()
        session[OPENED] = [token, *opened_links()][:_MOST_OPENED]
