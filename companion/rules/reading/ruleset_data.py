"""A resolved ruleset as plain JSON data: everything that a fold needs, without texts.

`static/js/rules` reads this, so rulesets are parsed in Python only.
"""

from dataclasses import asdict
from typing import Any

from companion.rules.model.cards import CardValues, Decks
from companion.rules.model.ruleset import DecksFor, Ruleset
from companion.rules.reading.keys import PLAIN_KEYS

CLASS_KEYS = ("key", "ranks", "value", "wild")
DECKS_KEYS = ("decks", "jokers")


def ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    """The rules by the names of `Ruleset`.

    `contracts` are numbers of cards; `card_values` are the card classes, the most expensive first,
    and `card_values_for` those for a moving wild rank: by cards dealt or, if it is drawn, by rank.
    """
    return {key: getattr(ruleset, key) for key in ("most_players", *PLAIN_KEYS)} | {
        "pack": {"ranks": ruleset.pack.ranks, "copies": ruleset.pack.copies},
        "decks": [_row_data(row) for row in ruleset.decks],
        "contracts": [contract.cards for contract in ruleset.contracts],
        "card_values": values_data(ruleset.card_values),
        "card_values_for": {k: values_data(v) for k, v in ruleset.moving_values.items()},
        "scoring": ruleset.scoring.key,
        "draws_wild": ruleset.draws_wild,
        "drops": asdict(ruleset.drops) if ruleset.drops else None,
        "knocking": asdict(ruleset.knocking) if ruleset.knocking else None,
        "settlement": asdict(ruleset.settlement) if ruleset.settlement else None,
        "buys": asdict(ruleset.buys),
        "end": asdict(ruleset.end),
    }


def _row_data(row: DecksFor) -> dict[str, int | None]:
    return {"up_to": row.up_to, "cards_dealt": row.cards_dealt, **decks_data(row.decks)}


def values_data(values: CardValues) -> list[dict[str, Any]]:
    """Card classes, the most expensive first: key, ranks, value, and whether it is wild."""
    return [{key: getattr(row, key) for key in CLASS_KEYS} for row in values.classes]


def decks_data(decks: Decks) -> dict[str, int]:
    """The decks without their ranks."""
    return {key: getattr(decks, key) for key in DECKS_KEYS}
