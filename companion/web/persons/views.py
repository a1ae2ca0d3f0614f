"""The people who play on this phone: who they are, and what each has done in all their games."""

from collections.abc import Iterator
from datetime import datetime

from flask import Blueprint, Flask, abort, current_app, render_template, request

from companion.records.colours import colours_in
from companion.records.game_cache import GameCache
from companion.records.games import NoSuchGame, open_game
from companion.records.links import LinkEnded
from companion.records.lists import Asked, Listed, games_of
from companion.rules.names import folded
from companion.web.figures.played import played_game
from companion.web.http.device import known_device, opened_links
from companion.web.persons.view import (
    Game,
    InGame,
    groups_of,
    people_known,
    person_view,
    players_of,
)

blueprint = Blueprint("persons", __name__, url_prefix="/persons")
MOST_GAMES = 200  # the last of somebody: five years of Fridays
_REMEMBERED = 5000  # games whose figures a process keeps; each is a few hundred bytes
_FIGURES = "companion-figures"

Figures = GameCache[tuple[datetime | None, tuple[InGame, ...]]]


def init_app(app: Flask) -> None:
    """Let the app remember what follows from the logs of games that it read."""
    app.extensions[_FIGURES] = Figures(_REMEMBERED)


@blueprint.get("")
def page() -> str:
    """Everybody who played lately on this phone, and who of them play together."""
    lines = [played_game(g.summary, colours_in(g.summary)) for g in _over("")]
    return render_template(
        "persons/persons.html",
        people=people_known(lines),
        groups=groups_of(lines),
        most=MOST_GAMES,
    )


@blueprint.get("/one")
def person() -> str:
    """Somebody by their `name`, over their last games."""
    name = request.args.get("name", "")
    view = person_view(name, _games_of(name))
    if view is None:
        abort(404)
    return render_template("persons/person.html", view=view, most=MOST_GAMES)


def _games_of(name: str) -> Iterator[Game]:
    """Their games that are over; one that was deleted meanwhile is left out."""
    for listed in _over(name):
        if any(folded(player) == folded(name) for player in listed.summary["players"]):
            try:
                yield _game(listed)
            except (NoSuchGame, LinkEnded):
                continue


def _over(search: str) -> list[Listed]:
    """The last games of this phone that are over, with every word of `search`."""
    asked = Asked(search=search, by_day=True)
    found = games_of(known_device() or "", opened_links(), asked=asked, most=MOST_GAMES)
    return [listed for listed in found.games if listed.summary["over"]]


def _game(listed: Listed) -> Game:
    return Game(
        link=listed.token,
        rules=listed.name,
        day=listed.day,
        line=played_game(listed.summary, colours_in(listed.summary)),
        players=_players(listed),
    )


def _players(listed: Listed) -> tuple[InGame, ...]:
    """What follows from its log: remembered until the game is changed."""
    figures: Figures = current_app.extensions[_FIGURES]
    known = figures.recall(listed.token)
    if known is None or known[0] != listed.changed_at:
        known = (listed.changed_at, players_of(open_game(listed.token).state))
        figures.remember(listed.token, known)
    return known[1]
