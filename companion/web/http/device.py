"""The device, identified by a random id in a signed cookie."""

from flask import request, session

from companion.records.games import new_key

OPENED = "watched"  # the key in cookies from when only links for watching were stored
_MOST_OPENED = 8  # links; a cookie has little room


def this_device() -> str:
    """The id of this device; generated on first use."""
    if "device" not in session:
        session["device"] = new_key()
        keep_cookie()
    device: str = session["device"]
    return device


def keep_cookie() -> None:
    """Renew the cookie: browsers drop a cookie after a year or so.

    With every game that is started or joined, not with every tap.
    """
    session.permanent = True


def known_device() -> str | None:
    """The id of this device, if it has one."""
    return session.get("device")


def opened_links() -> list[str]:
    """The links opened on this device without taking a seat, the latest first."""
    links: list[str] = session.get(OPENED, [])
    return links


def remember_link(token: str) -> None:
    """Remember this link for the home page; a polling page has done so already."""
    if token not in opened_links() and "Companion-Live" not in request.headers:
        keep_cookie()
        session[OPENED] = [token, *opened_links()][:_MOST_OPENED]
