"""A game as it is typed into the form of an own game, and told in a line."""

from typing import Any

from flask_babel import gettext, ngettext
from wtforms import BooleanField, Field, Form, StringField

from companion.rules.model.ruleset import DecksFor, Ruleset
from companion.rules.reading.keys import ASKED_KEYS, Flag
from companion.rules.reading.sections import Data
from companion.web.forms.fields import typed_number
from companion.web.own_game.form_parts import text

_LAST_ROUND = "only_who_goes_out_lays_down_last"


def asked_fields() -> dict[str, Field]:
    """A field for each key of which the form has nothing to say but what is asked."""
    return {
        key.name: BooleanField() if isinstance(key.kind, Flag) else StringField(validators=[text()])
        for key in ASKED_KEYS
    }


def asked_data(form: Form) -> dict[str, Any]:
    """What was typed there."""
    typed = {key.name: form[key.name].data for key in ASKED_KEYS}
    return {
        name: typed_number(said) if isinstance(said, str) else said for name, said in typed.items()
    }


def _asked_as_typed(base: Ruleset) -> dict[str, Any]:
    held = {key.name: getattr(base, key.field or key.name) for key in ASKED_KEYS}
    return {name: said if isinstance(said, bool) else str(said) for name, said in held.items()}


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
        _LAST_ROUND: getattr(base, _LAST_ROUND),
        **_asked_as_typed(base),
        "how_to_play": {part: "\n".join(texts) for part, texts in base.how_to_play.items()},
    }


def _decks_data(row: DecksFor) -> dict[str, str]:
    dealt = "" if row.cards_dealt is None else str(row.cards_dealt)
    numbers = {"up_to": row.up_to, "decks": row.decks.decks, "jokers": row.decks.jokers}
    return {key: str(number) for key, number in numbers.items()} | {"cards_dealt": dealt}
