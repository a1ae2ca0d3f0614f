"""Share the table: a code to point a camera at, and a link, to keep score or to watch."""

from dataclasses import dataclass
from urllib.parse import urljoin

import segno
from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from markupsafe import Markup, escape

from companion.network import address_for_phones
from companion.records.games import new_key
from companion.records.kept_game import KeptGame
from companion.records.links import renew_links
from companion.web.http.device import this_device
from companion.web.http.games import the_game
from companion.web.http.phones import phones_at

blueprint = Blueprint("sharing", __name__, url_prefix="/g/<token>/share")


@dataclass(frozen=True, slots=True)
class Shared:
    """A link as it is handed on: its whole address, and the same as a QR code (SVG)."""

    address: str

    @property
    def qr_code(self) -> Markup:
        """Dark on white whatever the page is: that is what cameras read."""
        code = segno.make(self.address, error="m", micro=False)
        title = escape(gettext("QR code of %(address)s", address=self.address))
        drawn: str = code.svg_inline(
            border=4, omitsize=True, svgclass="qr", lineclass=None, light="#fff", title=title
        )
        return Markup(drawn)  # noqa: S704 - drawn by segno from a title that was escaped


@blueprint.get("")
def page(token: str) -> ResponseReturnValue:
    """The links this phone may hand on; who watches can only invite others to watch."""
    kept = the_game(token)
    phones = phones_at(kept)
    root = address_for_phones(request.url_root, request.environ.get("SERVER_NAME", ""))
    return render_template(
        "sharing/share.html",
        kept=kept,
        to_score=_to_score(root, kept),
        to_watch=_shared(root, "table.page", kept.row.watch_token),
        phones=phones,
        keeps=kept.may_score and phones.keeps,
        reachable=root is not None,
        key=new_key(),
    )


@blueprint.post("")
def renew(token: str) -> ResponseReturnValue:
    """New links for the keeper; the old ones end at once."""
    renewed = renew_links(token, this_device())
    flash(gettext("New links are made: let the others scan again."))
    return redirect(url_for(".page", token=renewed), 303)


def _to_score(root: str | None, kept: KeptGame) -> Shared | None:
    return _shared(root, "seating.arrive", kept.token) if kept.may_score else None


def _shared(root: str | None, endpoint: str, token: str) -> Shared:
    return Shared(urljoin(root or request.url_root, url_for(endpoint, token=token)))
