"""Rounds that were played by house rules which the table has switched off since."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from companion.gamefile import plain, read_record
from companion.rules.fold import entries as e
from companion.rules.game import Game
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from tests.gamefile.games import packed
from tests.property.rewritten import exported

ANN, BEN = range(2)


def switch(key: str, on: object, off: object) -> dict[str, Any]:
    """A house rule that switches this key off."""
    choices = [
        {"value": value, "label": label, "changes": {key: each}}
        for value, label, each in ((True, "On", on), (False, "Off", off))
    ]
    return {
        "key": "switch",
        "default": True,
        "question": "On?",
        "why": "Some do.",
        "choices": choices,
    }


def of_catalogue(key: str, *house_rules: dict[str, Any]) -> dict[str, Any]:
    return game_data(key) | ({"house_rules": list(house_rules)} if house_rules else {})


ROUND = (e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=10), down=False), e.RoundScored())
MELDED = tuple(
    e.HandCounted(seat, e.Hand(points=5 * seat), down=False, melded=e.Hand(points=50))
    for seat in (ANN, BEN)
)
MORE = {"went_rummy": {"scoring": "winner_collects"}}
GAMES: dict[str, tuple[dict[str, Any], str, Sequence[e.Entry]]] = {
    "went_rummy": (
        of_catalogue("classic-rummy"),
        "rummy_doubles",
        (e.WentOut(ANN, went_rummy=True), *ROUND[1:]),
    ),
    "melded": (
        of_catalogue(
            "rummy-500", switch("scoring", "melded_minus_hand", "leftover_against_holder")
        ),
        "switch",
        (e.WentOut(ANN), *MELDED, e.RoundScored()),
    ),
}


@pytest.mark.parametrize("key", GAMES)
def test_a_round_by_a_rule_that_is_switched_off_since_is_read_again(key: str) -> None:
    data, switched, entries = GAMES[key]
    game = Game.begun(
        json.dumps(data | {"options": {switched: True} | MORE.get(key, {})}), Seats(("Ann", "Ben"))
    )
    for entry in entries:
        game = game.after(entry)
    options = {**game.first_options, switched: False}
    game = game.after(e.RulesChanged(options))
    record = json.loads(exported(game))
    assert "rules_before" in record
    assert key in json.dumps(record["rounds"])
    assert plain(read_record(packed(record))) == record
