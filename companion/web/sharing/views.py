"""Share the table: a QR code, a join code and a link, for keeping score or watching."""

from urllib.parse import urljoin

import segno
from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from markupsafe import Markup, escape
from sqlalchemy.exc import DBAPIError

from companion.fair_queue import TooBusy
from companion.records.games import new_key
from companion.records.join_codes import NoSuchCode, code_of
from companion.records.kept_game import KeptGame
from companion.records.links import NotTheKeeper, has_replaced, renew_links
from companion.records.troubles import trouble_of
from companion.web.http.device import known_device, this_device
from companion.web.http.games import the_game
from companion.web.http.phones import phones_at
from companion.web.http.reached import root_as_requested, root_for_phones
from companion.web.sharing.view import Right, ShareView, share_view

blueprint = Blueprint("sharing", __name__, url_prefix="/g/<token>/share")


@blueprint.get("")
def page(token: str) -> ResponseReturnValue:
    """The link for keeping score; for watchers theirs, the only one they have."""
    kept = the_game(token)
    return _page(kept, "score" if kept.may_score else "watch")


@blueprint.get("/watch")
def to_watch(token: str) -> ResponseReturnValue:
    """The link for watching."""
    return _page(the_game(token), "watch")


@blueprint.get("/replaces")
def replaces(token: str) -> dict[str, bool]:
    """Whether the `link` in the query led to this game: a phone still has commands for it."""
    kept = the_game(token)
    old = request.args.get("link", "")
    return {"replaces": kept.may_score and has_replaced(kept.row.id, old)}


@blueprint.get("/new")
def ask_again(token: str) -> ResponseReturnValue:
    """Ask for confirmation. Raises NotTheKeeper."""
    kept = the_game(token)
    if not kept.may_score or kept.row.device != known_device():
        raise NotTheKeeper
    return render_template("sharing/new_links.html", token=token, key=new_key())


@blueprint.post("")
def renew(token: str) -> ResponseReturnValue:
    """Replace the links; the old ones end at once."""
    renewed = renew_links(token, this_device())
    flash(gettext("The new links are ready: let the others scan again."))
    return redirect(url_for(".page", token=renewed), 303)


def _page(kept: KeptGame, right: Right) -> str:
    view = _view(kept, right)
    drawn = _drawn(view.address) if view.is_reachable else ""
    return render_template("sharing/share.html", token=kept.token, view=view, drawn=drawn)


def _view(kept: KeptGame, right: Right) -> ShareView:
    link = kept.token if right == "score" else kept.row.watch_token
    place = url_for("seating.arrive" if right == "score" else "table.page", token=link)
    root = root_for_phones()
    phones, open_round = phones_at(kept), kept.state.open
    return share_view(
        right,
        urljoin(root or root_as_requested(), place),
        code=_signs(link) if root else "",
        join_address=urljoin(root, url_for("join_code.page")) if root else "",
        open_round=open_round.deal.number if open_round else None,
        may_score=kept.may_score,
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
