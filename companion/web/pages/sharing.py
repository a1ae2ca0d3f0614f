"""Share the table: a QR code, a join code and a link, for keeping score or watching."""

from dataclasses import dataclass
from typing import Literal, NamedTuple
from urllib.parse import urljoin, urlsplit

import segno
from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from markupsafe import Markup, escape
from sqlalchemy.exc import DBAPIError

from companion.fair_queue import TooBusy
from companion.records.log.stored_game import StoredGame
from companion.records.people.links import (
    LinkEnded,
    NoSuchCode,
    NotTheKeeper,
    code_of,
    has_replaced,
    renew_links,
)
from companion.records.store.faults import trouble_of
from companion.web.game.gateway import the_game
from companion.web.game.page import game_page
from companion.web.game.phones import known_device, phones_at, this_device
from companion.web.guard.proxies import public_address, requested_address
from companion.web.live import follows_the_game

Right = Literal["score", "watch"]


class Back(NamedTuple):
    """The page to which the arrow leads: its name in an address, its path and its words."""

    led: str
    path: str
    words: str


_HALF = 3  # characters: people read and say six as twice three


@dataclass(frozen=True, slots=True)
class ShareView:
    """The link of one `right`: its `address`, and its join code, valid for an hour.

    `code` is empty if there is none; so are the addresses where it is typed, by a phone or by a
    screen in the room, if phones cannot reach the app. `joined` is `Phones.joined`. The flags say
    whether this phone may keep score or take a seat, and whether it started the game.
    """

    right: Right
    address: str
    code: str
    join_address: str
    screen_address: str
    joined: int
    may_score: bool
    may_sit: bool
    is_keeper: bool

    @property
    def other(self) -> Right | None:
        """The other right to share; None for watchers."""
        others: dict[Right, Right] = {"score": "watch", "watch": "score"}
        return others[self.right] if self.may_score else None

    @property
    def signs(self) -> tuple[str, ...]:
        """The join code in two halves; none without one."""
        return (self.code[:_HALF], self.code[_HALF:]) if self.code else ()

    @property
    def join_at(self) -> str:
        """The address where the code is typed, as people type it."""
        return _to_type(self.join_address)

    @property
    def screen_at(self) -> str:
        """That for a screen in the room."""
        return _to_type(self.screen_address)

    @property
    def is_reachable(self) -> bool:
        """Whether phones can reach the app by this address."""
        return bool(self.join_address)

    @property
    def may_renew(self) -> bool:
        """Whether this phone may replace the links."""
        return self.may_score and self.is_keeper


def _to_type(address: str) -> str:
    """The address without its scheme."""
    parts = urlsplit(address)
    return parts.netloc + parts.path


blueprint = Blueprint("sharing", __name__, url_prefix="/g/<token>/share")


@blueprint.get("")
@follows_the_game
def page(token: str) -> ResponseReturnValue:
    """The link for keeping score; for watchers theirs, the only one they have."""
    stored = the_game(token)
    return _page(stored, "score" if stored.may_score else "watch")


@blueprint.get("/watch")
@follows_the_game
def to_watch(token: str) -> ResponseReturnValue:
    """The link for watching."""
    return _page(the_game(token), "watch")


@blueprint.get("/replaces")
def replaces(token: str) -> dict[str, bool]:
    """Whether the `link` in the query led to this game: a phone still has commands for it."""
    stored = the_game(token)
    old = request.args.get("link", "")
    return {"replaces": stored.may_score and has_replaced(stored.row.id, old)}


@blueprint.get("/new")
def ask_again(token: str) -> ResponseReturnValue:
    """Ask for confirmation. Raises NotTheKeeper."""
    stored = the_game(token)
    if not stored.may_score or stored.row.device != known_device():
        raise NotTheKeeper
    return game_page("sharing/new_links.html", stored)


@blueprint.post("")
def renew(token: str) -> ResponseReturnValue:
    """Replace the links; the old ones end at once."""
    try:
        renewed = renew_links(token, this_device())
        flash(gettext("The new links are ready: let the others scan again."))
    except LinkEnded as ended:
        if ended.device != this_device():
            raise
        renewed = ended.token  # tapped twice
    return redirect(url_for(".page", token=renewed), 303)


def _page(stored: StoredGame, right: Right) -> str:
    view = _view(stored, right)
    drawn = _drawn(view.address) if view.is_reachable else ""
    back = _back(stored)
    return game_page("sharing/share.html", stored, view=view, drawn=drawn, back=back)


def _back(stored: StoredGame) -> Back:
    """The page that led here, by the name in `from`; the table for none."""
    led = request.args.get("from", "")
    if led == "own":
        return Back(led, phones_at(stored).place, gettext("My own page"))
    if led == "result" and stored.state.outcome.over:
        return Back(led, url_for("result.share", token=stored.token), gettext("Share the result"))
    return Back("", url_for("table.page", token=stored.token), gettext("Back to the table"))


def _view(stored: StoredGame, right: Right) -> ShareView:
    link = stored.token if right == "score" else stored.row.watch_token
    place = url_for("seating.arrive" if right == "score" else "table.page", token=link)
    root = public_address()
    phones = phones_at(stored)
    return ShareView(
        right,
        urljoin(root or requested_address(), place),
        code=_signs(link) if root else "",
        join_address=urljoin(root, url_for("join_code.page")) if root else "",
        screen_address=urljoin(root, url_for("join_code.screen")) if root else "",
        joined=phones.joined,
        may_score=stored.may_score,
        may_sit=phones.may_sit,
        is_keeper=phones.is_keeper,
    )


def _signs(link: str) -> str:
    """The join code of this link; none if it has just ended, or the book is not writable.

    The link works even if the book is not writable.
    """
    try:
        return code_of(link)
    except (TooBusy, NoSuchCode):
        return ""
    except DBAPIError as error:
        if trouble_of(error) is None:
            raise
        return ""


def _drawn(address: str) -> Markup:
    """The QR code: always dark on white, as cameras require."""
    code = segno.make(address, error="m", micro=False)
    title = escape(gettext("QR code of %(address)s", address=address))
    drawn: str = code.svg_inline(
        border=4, omitsize=True, svgclass="qr", lineclass=None, light="#fff", title=title
    )
    return Markup(drawn)  # noqa: S704 - an SVG by segno with an escaped title
