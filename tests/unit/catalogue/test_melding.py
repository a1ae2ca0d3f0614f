"""The melding rules of each game: values, sources, and keys that no source answers."""

from dataclasses import fields
from typing import Any

import pytest

from companion.rules.model.melding import DEFINITIONS, MELDING_FIELDS, Melding
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.keys import key_at
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import RulesetError
from tests.unit.catalogue.games import CARD_GAMES, game
from tests.unit.table import TWELVE_STEP


def test_the_table_of_keys_has_every_field_and_no_other() -> None:
    keys = {key.name for key in key_at("melding").kind.keys}  # type: ignore[attr-defined]
    assert keys == {field.name for field in fields(Melding)}


@pytest.mark.parametrize("key", CARD_GAMES)
def test_every_value_names_its_source(key: str) -> None:
    melding = catalogue()[key].melding
    said = {name for name in MELDING_FIELDS if getattr(melding, name) is not None}
    assert said - {"ace_inside", "runs"} <= melding.sources.keys()
    assert {*DEFINITIONS} <= melding.sources.keys()


# By game: facts of the sources; None for open questions.
SAID: dict[str, dict[str, Any]] = {
    TWELVE_STEP: {
        "ace": "high_or_low",
        "wilds_touch_in_set": True,
        "wilds_touch_in_run": False,
        "natural_wild_in_run": None,
        "all_wild": None,
        "most_wilds": None,
        "swap": "others",
        "lay_off": "same_turn",
    },
    "russian-rummy": {"ace_inside": None, "swap_use": "round", "set_exact": None},
    "dummy-rummy": {"wilds_touch_in_run": False, "set_exact": True},
    "contract-rummy": {"wilds_touch_in_run": None, "gap_at_least": 1, "swap_move": "both"},
    "progressive-rummy": {"swap_from_set": True, "swap_use": "later", "discard_to_go_out": False},
    "frustration": {"run_one_suit": False, "lay_off": None, "ace": None},
    "kalooki-jamaican": {
        "ace": "high_or_low",
        "swap": "none",
        "swap_move": "move",
        "same_suit_runs": "different",
        "sets_same_rank": False,
        "least_naturals": 2,
    },
    "continental-rummy": {"ace": "wraps", "same_suit_runs": "free", "run_most": "none"},
    "shanghai-rummy": {"most_wilds": {"3": 1, "4": 1, "5": 2, "7": 3, "10": 4}},
    "king-rummy": {"set_exact": False, "last_contract_exact": True, "lay_off_in_last": "never"},
    "phase-10": {"ace": "none", "run_one_suit": False, "all_wild": None},
    "three-thirteen": {"ace": "low", "all_wild": True, "lay_off": "never"},
    "classic-rummy": {"set_most": 4, "ace": "low"},
    "scala-40": {
        "set_most": 4,
        "run_most": 14,
        "set_repeats_suit": False,
        "ace": "high_or_low",
        "most_wilds": {"any": 1},
        "swap": "any",
        "swap_use": "turn",
        "lay_off": None,
    },
    "kalookie": {"ace": "high", "most_wilds": None, "run_most": None, "swap_use": None},
    "romme": {"lay_off": "same_turn", "ace_inside": None, "most_wilds": None},
    "rami-51": {"most_wilds": {"any": 1}, "swap_use": "turn", "ace": "high_or_low"},
    "rami-71": {"most_wilds": None, "swap": None, "ace": None, "set_repeats_suit": False},
    "hand": {"ace": None, "swap": "any", "swap_from_set": None, "discard_to_go_out": True},
}


@pytest.mark.parametrize(("key", "name"), [(k, name) for k, said in SAID.items() for name in said])
def test_melding_values_match_the_sources(key: str, name: str) -> None:
    assert getattr(game(key).melding, name) == SAID[key][name]


def test_a_game_that_was_kept_without_the_table_is_silent_about_all_of_it() -> None:
    data = {key: value for key, value in game_data(TWELVE_STEP).items() if key != "melding"}
    assert read_ruleset(apply_house_rules(data, {})).melding == Melding()


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"ace": "sideways"}, "melding.ace"),
        ({"set_exact": "yes"}, "melding.set_exact"),
        ({"most_wilds": {"three": 1}}, "melding.most_wilds"),
        ({"sources": {"axe": "S0"}}, "melding.sources.axe"),
        ({"wilds_tuch": True}, "melding.wilds_tuch"),
    ],
)
def test_a_slip_in_it_is_named(changes: dict[str, Any], place: str) -> None:
    data = apply_house_rules(game_data(TWELVE_STEP), {}) | {"melding": changes}
    with pytest.raises(RulesetError) as error:
        read_ruleset(data)
    assert error.value.key == place
