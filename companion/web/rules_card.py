"""The rules card: contracts, card values, who deals what, house rules in force."""

from flask import Blueprint, abort, render_template

from companion.records.sitting import Sitting
from companion.rules.cards import Decks
from companion.rules.catalogue import catalogue
from companion.rules.rulesets import Ruleset
from companion.web.games import the_game

blueprint = Blueprint("rules_card", __name__)


@blueprint.get("/g/<token>/rules")
def of_game(token: str) -> str:
    """The rules this game is played by."""
    sitting = the_game(token)
    return _card(sitting.ruleset, sitting)


@blueprint.get("/games")
def games() -> str:
    """Every game of the catalogue, with a line on what makes it different."""
    return render_template("rules_card/games.html", games=catalogue().values())


@blueprint.get("/games/<key>")
def of_catalogue(key: str) -> str:
    """The rules of a game of the catalogue, with its default house rules."""
    return _card(catalogue().get(key) or abort(404))


def _card(ruleset: Ruleset, sitting: Sitting | None = None) -> str:
    return render_template(
        "rules_card/rules_card.html",
        ruleset=ruleset,
        sitting=sitting,
        decks=decks_by_players(ruleset),
    )


def decks_by_players(ruleset: Ruleset) -> list[tuple[range, Decks]]:
    """The decks in play with the numbers of players they serve."""
    least, rows = ruleset.least_players, []
    for row in ruleset.decks:
        most = min(row.up_to, ruleset.most_players)
        rows.append((range(least, most + 1), row.decks))
        least = most + 1
    return rows
