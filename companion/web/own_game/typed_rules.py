"""A game as it is typed into the form of an own game, and told in a line."""

from typing import Any

from flask_babel import gettext, ngettext

from companion.rules.rulesets import DecksFor, Ruleset
from companion.rules.sections import Data

FLAGS = ("last_turns", "discard_to_go_out", "only_who_goes_out_lays_down_last")


def own_summary(data: Data) -> str:
    """What makes this game different, told from its rules: 5 contracts, one a round."""
    contracts = len(data["contracts"])
    if data["advancing"] == "none":
        course = gettext("No contracts")
    elif data["advancing"] == "round":
        course = ngettext("%(num)s contract", "%(num)s contracts, one a round", contracts)
    else:
        course = ngettext("%(num)s contract", "%(num)s contracts, each until it is made", contracts)
    if data["end"]["winner"] == "highest_total":
        return str(gettext("%(course)s; most points win.", course=course))
    if data["end"]["winner"] == "first_to_finish":
        return str(gettext("%(course)s; the first to make them all wins.", course=course))
    return str(gettext("%(course)s; fewest points win.", course=course))


def typed_data(base: Ruleset) -> dict[str, Any]:
    """The rules of this game as they would be typed."""
    end, moving = base.end, base.moving_wild
    by_points = moving is not None and moving.value is not None
    return {
        "contracts": [contract.notation for contract in base.contracts],
        "advancing": base.advancing,
        "cards_dealt": " ".join(map(str, base.cards_dealt)),
        "wild": list(base.wild),
        "end": {
            "when": end.when,
            "limit": "" if end.limit is None else str(end.limit),
            "winner": end.winner,
            "tiebreak": end.tiebreak,
        },
        "adjustments": [{"points": str(a.points), "reason": a.reason} for a in base.adjustments],
        "players": {"least": str(base.least_players), "most": str(base.most_players)},
        "decks": [_decks_data(row) for row in base.decks],
        "moving": "no" if moving is None else "points" if by_points else "own",
        "moving_wild": {"value": str(moving.value) if moving and by_points else ""},
        "direction": base.direction,
        **{flag: getattr(base, flag) for flag in FLAGS},
        "how_to_play": {part: "\n".join(texts) for part, texts in base.how_to_play.items()},
    }


def _decks_data(row: DecksFor) -> dict[str, str]:
    dealt = "" if row.cards_dealt is None else str(row.cards_dealt)
    numbers = {"up_to": row.up_to, "decks": row.decks.decks, "jokers": row.decks.jokers}
    return {key: str(number) for key, number in numbers.items()} | {"cards_dealt": dealt}
