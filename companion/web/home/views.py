"""Home: the game in progress, a new one, and those played before on this device."""

from flask import Blueprint, render_template, request

from companion.records.lists import GamesPage, deleted_games_of, games_of
from companion.rules.catalogue import games_known
from companion.web.forms.fields import whole_number
from companion.web.http.device import known_device, watched_links

blueprint = Blueprint("home", __name__)
_NOTHING = GamesPage((), 1, has_more=False)


@blueprint.get("/")
def page() -> str:
    """The games this device made or has a link to, a page of them: those changed last first.

    With `q` only those found by these words; `page` counts from 1.
    """
    device, search = known_device() or "", request.args.get("q", "").strip()
    number = whole_number(request.args.get("page")) or 1
    found = games_of(device, watched_links(), search=search, number=number)
    is_start = number == 1 and not search
    return render_template(
        "home/home.html",
        found=found,
        search=search,
        is_start=is_start,
        in_progress=[game for game in found.games if not game.summary["over"]],
        finished=[game for game in found.games if game.summary["over"]],
        deleted=deleted_games_of(device) if is_start else _NOTHING,
        games_known=games_known(),
    )
