"""Errors for players: a heading, and a sentence that says what to do."""

from dataclasses import dataclass
from typing import Literal

from flask_babel import lazy_gettext as _
from flask_babel.speaklater import LazyString

from companion.records import troubles as records

Drawn = Literal["nothing", "ended", "torn"]


@dataclass(frozen=True, slots=True)
class Trouble:
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
UNEXPECTED = Trouble(
    _("Something went wrong"),
    _("Nothing was written. Go back and try again; if it happens again, restart the app."),
)
BAD_REQUEST = Trouble(
    _("That could not be read"),
    _("What was sent does not fit the page it came from. Go back, reload the page and try again."),
)
OTHER_HOST = Trouble(
    _("This server does not serve that address"),
    _(
        "It answers only to its own names. Open the app by its own address; whoever runs it adds "
        "other names to COMPANION_HOSTS."
    ),
    is_closed=True,
)
EXPIRED = Trouble(
    _("This page has lost its key"),
    _(
        "Nothing was written, because the browser did not send this app’s cookie. "
        "Allow cookies for this address, reload the page and try again."
    ),
)
NO_REFERER = Trouble(
    _("The browser hides where this came from"),
    _(
        "Nothing was written, because the browser did not say which page sent it (its Referer). "
        "Allow that for this address in its privacy settings, reload the page and try again."
    ),
)
ELSEWHERE = Trouble(
    _("This was sent from another address"),
    _(
        "Nothing was written, because the page that sent it is not from the address it was sent "
        "to. Open the app anew by its own address and try again. If it stands behind a proxy, "
        "whoever runs it sets COMPANION_PROXIES, as the README says."
    ),
)
MANY_GAMES = Trouble(
    _("That is a lot of games"),
    _(
        "Only so many games can be started in an hour, and nobody plays so many. "
        "Nothing was started; go on with one of those you have, or try again later."
    ),
)
MANY_GUESSES = Trouble(
    _("Too many tries"),
    _(
        "Six signs that no table has were typed too often, so for an hour none are looked at. "
        "Point the camera at the code on the other phone, or have it send you the link."
    ),
)
MANY_PASSPHRASES = Trouble(
    _("Too many tries"),
    _("A wrong passphrase was typed too often, so for an hour none is looked at. Ask for it."),
)
MANY_LINKS = Trouble(
    _("Too many tries"),
    _(
        "Links that lead nowhere were opened too often from here, so for an hour nobody looks "
        "where they lead. Those of your games work as before."
    ),
)
LOCKED = Trouble(
    _("The score book is busy"),
    _("Too many write at once, or another program does. Nothing was written; try again soon."),
)
ABSENT = Trouble(
    _("The score book does not answer"),
    _(
        "The database cannot be reached just now. Nothing was written, and what was written before "
        "is kept; try again in a moment."
    ),
)
DISK_FULL = Trouble(
    _("The disk is full"),
    _(
        "The score book finds no room for more. Nothing was written; make room on the disk "
        "of the computer that runs this app and try again."
    ),
)
READ_ONLY = Trouble(
    _("The score book cannot be written"),
    _(
        "The database, its file or the folder it lies in, is read-only. Nothing was written; "
        "give this app the right to write there and try again."
    ),
)
GONE = Trouble(
    _("The score book is not there"),
    _(
        "Its file was moved or deleted while the app runs. Nothing was written; once it is back "
        "where it was, everything goes on by itself."
    ),
)
DAMAGED = Trouble(
    _("The score book is damaged"),
    _(
        "Its file cannot be read any more. Nothing was written; whoever runs this app stops it and "
        "restores a copy."
    ),
)
BY_TROUBLE = {
    records.Trouble.BUSY: LOCKED,
    records.Trouble.ABSENT: ABSENT,
    records.Trouble.DISK_FULL: DISK_FULL,
    records.Trouble.READ_ONLY: READ_ONLY,
    records.Trouble.GONE: GONE,
    records.Trouble.DAMAGED: DAMAGED,
}
