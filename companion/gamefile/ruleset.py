"""Which rules a record is played by: a game of the catalogue, or a ruleset of its own."""

from collections.abc import Mapping
from typing import Any

from companion.gamefile.refused import RecordRefused
from companion.rules.catalogue import UnknownGame, catalogue, game_data
from companion.rules.house_rules import UnknownOption, apply_house_rules
from companion.rules.reading import Data, RulesetError
from companion.rules.ruleset_reading import read_ruleset
from companion.rules.rulesets import Ruleset

# Beyond these no cards are dealt anywhere, and counting every possible hand takes for ever.
_MOST_CARDS_DEALT = 60
_MOST_POINTS_A_CARD = 1000
_MOST_BUYS = 20
_MOST_CARDS_A_BUY = 4


def ruleset_of(record: Data) -> tuple[dict[str, Any], Ruleset]:
    """The resolved ruleset's data and the ruleset itself.

    Raises RecordRefused (`unknown_game`, `unknown_option` or `bad_ruleset`).
    """
    try:
        data = _resolved(record)
        ruleset = read_ruleset(data)
    except UnknownGame as error:
        raise _unknown_game(record["game"]) from error
    except UnknownOption as error:
        message = f"Options, {error.key}: expected {error.expected}."
        raise RecordRefused("unknown_option", message) from error
    except RulesetError as error:
        message = f"Ruleset, {error.key}: expected {error.expected}."
        raise RecordRefused("bad_ruleset", message) from error
    _refuse_outlandish(ruleset)
    return data, ruleset


def _resolved(record: Data) -> dict[str, Any]:
    options: Mapping[str, object] = record.get("options", {})
    if "game" in record:
        return apply_house_rules(game_data(record["game"]), options)
    data = dict(record["ruleset"])
    # A mistake is named where it stands, before any option replaces it.
    _refuse_outlandish(read_ruleset(data))
    return apply_house_rules(data, {**data.get("options", {}), **options})


def _unknown_game(key: str) -> RecordRefused:
    known = ", ".join(sorted(catalogue()))
    return RecordRefused("unknown_game", f"Game: no game is called “{key}”. Known: {known}.")


def _refuse_outlandish(ruleset: Ruleset) -> None:
    limits = {
        "cards_dealt": (max(ruleset.cards_dealt), _MOST_CARDS_DEALT),
        "decks.cards_dealt": (max(r.cards_dealt or 0 for r in ruleset.decks), _MOST_CARDS_DEALT),
        "values": (max(ruleset.values.values(), default=0), _MOST_POINTS_A_CARD),
        "buys.limit": (max(ruleset.buys.limits), _MOST_BUYS),
        "buys.cards_each": (ruleset.buys.cards_each, _MOST_CARDS_A_BUY),
    }
    for key, (value, most) in limits.items():
        if value > most:
            message = f"Ruleset, {key}: expected {most} at most, found {value}."
            raise RecordRefused("bad_ruleset", message)
