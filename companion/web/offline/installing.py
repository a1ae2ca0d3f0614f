"""Files of an installed app: manifest, icons, and the service worker."""

from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_locale, gettext
from flask_babel import lazy_gettext as _

from companion.records.people.lists import games_of
from companion.settings.locale import tag_of
from companion.web.assets import static_file
from companion.web.game.phones import known_device, opened_links
from companion.web.words.troubles import ErrorPage

blueprint = Blueprint("installing", __name__)
_FELT = "#124a3b"  # the colour of the splash screen: that of the felt in both modes
_ICONS = (
    ("app-192", "192x192", "any"),
    ("app-512", "512x512", "any"),
    ("maskable-512", "512x512", "maskable"),
    ("monochrome-512", "512x512", "monochrome"),
)
_NO_GAME = "-"
# Only requests to our own server are allowed.
_POLICY = "default-src 'none'; connect-src 'self'"
_ALONE = ErrorPage(_("No connection"), _("This page needs a connection."))


@blueprint.get("/app.webmanifest")
def manifest() -> Response:
    """The web app manifest, in the language of the phone."""
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
        "lang": tag_of(str(get_locale())),
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
    """Redirect to the open game changed last on this phone, or home."""
    found = games_of(known_device() or "", opened_links())
    tokens = (game.token for game in found.games if not game.summary["over"])
    token = next(tokens, None)
    return redirect(url_for("table.page", token=token) if token else url_for("home.page"))


@blueprint.get("/alone")
def alone() -> ResponseReturnValue:
    """The offline page, shown instead of pages that are not cached; it is cached itself.

    It links home and to no table; its script inserts the table if that is cached, and removes the
    other link.
    """
    return render_template("installing/alone.html", trouble=_ALONE, no_game=_NO_GAME)


@blueprint.get("/service-worker.js")
def service_worker() -> ResponseReturnValue:
    """The service worker; it is at the root because that is its scope."""
    answer = static_file("page/service_worker.js").answer()
    answer.headers["Content-Security-Policy"] = _POLICY
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    return answer.make_conditional(request)
