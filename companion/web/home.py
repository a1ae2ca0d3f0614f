"""Home: the game in progress, a new one, and those played before on this device."""

import json

from flask import Blueprint, render_template

from companion.records.lists import deleted_games_of, games_of, games_watched
from companion.rules.catalogue import catalogue
from companion.web.device import known_device, watched_links

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def page() -> str:
    """The games this device made or has a link to, those in progress first."""
    device = known_device()
    watched = games_watched(watched_links(), device or "")
    games = [*(games_of(device) if device else []), *watched]
    deleted = deleted_games_of(device) if device else []
    names = {game.token: json.loads(game.ruleset)["name"] for game in (*games, *deleted)}
    return render_template(
        "home/home.html",
        device=device,
        watched=watched,
        in_progress=[game for game in games if not game.summary["over"]],
        finished=[game for game in games if game.summary["over"]],
        deleted=deleted,
        names_of_games=names,
        games_known=len(catalogue()),
    )
