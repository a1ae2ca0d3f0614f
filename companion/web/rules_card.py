"""The rules card: contracts, card values, who deals what, house rules in force."""

from flask import Blueprint, abort, render_template

from companion.records.sitting import Sitting
from companion.rules.catalogue import catalogue
from companion.rules.house_rules import HouseRule
from companion.rules.rulesets import Ruleset
from companion.web.games import the_game

blueprint = Blueprint("rules_card", __name__)
_CARDS = {"pack", "decks", "cards_dealt", "contracts", "values", "wild", "moving_wild"}


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
    )


@blueprint.app_template_global()
def house_rules_about(ruleset: Ruleset, *, cards: bool) -> list[HouseRule]:
    """The house rules about the cards and the deal, or all the others."""
    return [rule for rule in ruleset.house_rules if _is_about_cards(rule) == cards]


def _is_about_cards(rule: HouseRule) -> bool:
    """Whether a house rule changes the cards, the deal or what to make of them."""
    changed = {path.split(".")[0] for choice in rule.choices for path in choice.changes}
    return not changed.isdisjoint(_CARDS)
