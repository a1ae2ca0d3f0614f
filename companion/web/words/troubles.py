"""Errors for players: a heading, and a sentence that says what to do."""

from dataclasses import dataclass
from typing import Literal

from flask_babel import lazy_gettext as _
from flask_babel.speaklater import LazyString

from companion.records.store import faults as records

Drawn = Literal["nothing", "ended", "torn"]


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """A heading and a sentence that says what to do.

    `drawn` is the illustration: none, cards of an ended link, or a torn hand; a form for a new code
    is the main action (`next`) or `beside` the link to home. `is_closed` says that no address of
    this host works.
    """

    heading: LazyString | str
    advice: LazyString | str
    drawn: Drawn = "torn"
    code: Literal["", "next", "beside"] = ""
    is_closed: bool = False


BY_STATUS = {
    404: ErrorPage(
        _("There is nothing here"),
        _("No game has this address. Check the link, or start from the home page."),
        "nothing",
        "beside",
    ),
    405: ErrorPage(
        _("That does not work here"),
        _("This address only accepts what its own page sends. Start from the home page."),
    ),
    410: ErrorPage(
        _("This game was deleted"),
        _(
            "For one day it can be restored on the home page of the phone that started it. "
            "After that it is gone."
        ),
        "ended",
    ),
    413: ErrorPage(
        _("That is too long"),
        _("That is more than a score sheet can hold. Nothing was saved; shorten it and try again."),
    ),
}
UNEXPECTED = ErrorPage(
    _("Something went wrong"),
    _("Nothing was saved. Go back and try again; if it happens again, restart the app."),
)
BAD_REQUEST = ErrorPage(
    _("That could not be read"),
    _("That does not match the page it came from. Go back, reload the page and try again."),
)
NO_KEY = ErrorPage(
    _("That could not be read"),
    _(
        "Nothing was saved. Ask for a key at /api/1/key, keep the cookie that comes with it, and "
        "send the key in the header X-CSRFToken."
    ),
)
NO_JSON = ErrorPage(
    _("That could not be read"),
    _("Nothing was saved. Send JSON, with the header “Content-Type: application/json”."),
)
NO_OPERATION = ErrorPage(
    _("There is nothing here"),
    _("There is no such address with this method. /schema/openapi.json lists all of them."),
)
OTHER_HOST = ErrorPage(
    _("This server does not use that address"),
    _(
        "Open the app at its own address. The person who runs it can add other names to "
        "COMPANION_HOSTS."
    ),
    is_closed=True,
)
EXPIRED = ErrorPage(
    _("This page has expired"),
    _(
        "Nothing was saved, because the browser did not send this app’s cookie. Allow "
        "cookies for this address, reload the page and try again."
    ),
)
NO_REFERER = ErrorPage(
    _("The browser hides where this came from"),
    _(
        "Nothing was saved, because the browser did not say which page sent it (its "
        "Referer). Allow that for this address in the browser’s privacy settings, reload "
        "the page and try again."
    ),
)
ELSEWHERE = ErrorPage(
    _("This was sent from another address"),
    _(
        "Nothing was saved, because this was sent by a page from a different address. Open "
        "the app again at its own address and try once more. If it runs behind a proxy, "
        "the person who runs it has to set COMPANION_PROXIES, as the README explains."
    ),
)
MANY_GAMES = ErrorPage(
    _("That is a lot of games"),
    _(
        "Too many games were started in the last hour. Nothing was started; continue one "
        "of your games, or try again later."
    ),
)
MANY_IMPORTS = ErrorPage(
    _("That is a lot of games"),
    _("Too many games were imported in the last hour. Nothing was imported; try again later."),
)
MANY_OWN_GAMES = ErrorPage(
    _("That is a lot of games"),
    _("Too many custom games were saved in the last hour. Nothing was saved; try again later."),
)
MANY_GUESSES = ErrorPage(
    _("Too many tries"),
    _(
        "Too many wrong codes were entered, so codes are not accepted for an hour. Point "
        "the camera at the code on the other phone, or ask for the link."
    ),
)
MANY_PASSPHRASES = ErrorPage(
    _("Too many tries"),
    _(
        "Too many wrong passphrases were entered, so none is accepted for an hour. Ask for "
        "the right one."
    ),
)
MANY_LINKS = ErrorPage(
    _("Too many tries"),
    _(
        "Too many wrong links were opened from here, so unknown links are not accepted for "
        "an hour. The links to your games still work."
    ),
)
LOCKED = ErrorPage(
    _("The score book is busy"),
    _(
        "Too many people are saving at once, or another program is using the book. Nothing "
        "was saved; try again soon."
    ),
)
ABSENT = ErrorPage(
    _("The score book does not respond"),
    _(
        "The database cannot be reached at the moment. Nothing was saved, but everything "
        "saved before is safe; try again in a moment."
    ),
)
DISK_FULL = ErrorPage(
    _("The disk is full"),
    _(
        "There is no room for the score book to grow. Nothing was saved; free some space "
        "on the computer that runs this app and try again."
    ),
)
READ_ONLY = ErrorPage(
    _("The score book is read-only"),
    _(
        "The database, its file or its folder is read-only. Nothing was saved; give this "
        "app permission to write there and try again."
    ),
)
GONE = ErrorPage(
    _("The score book is missing"),
    _(
        "Its file was moved or deleted while the app was running. Nothing was saved; once "
        "the file is back, the app continues by itself."
    ),
)
DAMAGED = ErrorPage(
    _("The score book is damaged"),
    _(
        "Its file can no longer be read. Nothing was saved; the person who runs this app "
        "has to stop it and restore a copy."
    ),
)
BY_TROUBLE = {
    records.DatabaseFault.BUSY: LOCKED,
    records.DatabaseFault.ABSENT: ABSENT,
    records.DatabaseFault.DISK_FULL: DISK_FULL,
    records.DatabaseFault.READ_ONLY: READ_ONLY,
    records.DatabaseFault.GONE: GONE,
    records.DatabaseFault.DAMAGED: DAMAGED,
}
