"""What a browser asks for to keep the app: name, icons, and the script that answers offline."""

from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_locale, gettext
from flask_babel import lazy_gettext as _

from companion.records.lists import games_of
from companion.web.http.device import known_device, opened_links
from companion.web.http.static_files import static_file
from companion.web.http.troubles import Trouble

blueprint = Blueprint("installing", __name__)
_FELT = "#124a3b"  # one colour for the splash: felt is at the top in light and in dark
_ICONS = (
    ("app-192", "192x192", "any"),
    ("app-512", "512x512", "any"),
    ("maskable-512", "512x512", "maskable"),
    ("monochrome-512", "512x512", "monochrome"),
)
_NO_GAME = "-"
# It may ask for pages of ours, and for nothing else.
_POLICY = "default-src 'none'; connect-src 'self'"
_ALONE = Trouble(_("No connection"), _("This page needs a connection."))


@blueprint.get("/app.webmanifest")
def manifest() -> Response:
    """The app as a phone installs it, in the language of the phone."""
    answer = jsonify(_manifest())
    answer.mimetype = "application/manifest+json"
    return answer


def _manifest() -> dict[str, Any]:
    icons = [_icon(name, sizes, purpose) for name, sizes, purpose in _ICONS]
    home = url_for("home.page")
    return {
        "id": home,
        "start_url": home,
        "scope": home,
        "name": gettext("Rummy Companion"),
        "short_name": gettext("Rummy"),
        "description": gettext(
            "Keeps score while you play rummy with real cards: contracts, points, who won and why."
        ),
        "lang": str(get_locale()),
        "dir": get_locale().text_direction,
        "display": "standalone",
        "background_color": _FELT,
        "theme_color": _FELT,
        "icons": icons,
        "shortcuts": [
            {"name": gettext("Continue"), "url": url_for(".go_on"), "icons": icons[:1]},
            {"name": gettext("New game"), "url": url_for("new_game.choose"), "icons": icons[:1]},
        ],
    }


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    src = url_for("static", filename=f"icons/{name}.png")
    return {"src": src, "sizes": sizes, "type": "image/png", "purpose": purpose}


@blueprint.get("/go-on")
def go_on() -> ResponseReturnValue:
    """The open game that was changed last on this phone, or home."""
    found = games_of(known_device() or "", opened_links())
    tokens = (game.token for game in found.games if not game.summary["over"])
    token = next(tokens, None)
    return redirect(url_for("table.page", token=token) if token else url_for("home.page"))


@blueprint.get("/alone")
def alone() -> ResponseReturnValue:
    """What a phone shows without a network in the place of a page that it has not; kept for then.

    Its ways on lead home and to no table; the script that shows it puts in the table where it has
    that, and leaves out the other way.
    """
    return render_template("installing/alone.html", trouble=_ALONE, no_game=_NO_GAME)


@blueprint.get("/service-worker.js")
def service_worker() -> ResponseReturnValue:
    """The script that answers for us; it stands at the root because it sees only what is below."""
    answer = static_file("page/service_worker.js").answer()
    answer.headers["Content-Security-Policy"] = _POLICY
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    return answer.make_conditional(request)
