"""Silent melding keys are house rules that a table can decide at any time."""

import json
from typing import Any

import pytest

from companion.rules.cases import answer
from companion.rules.fold.entries import RulesChanged
from companion.rules.game import Game
from companion.rules.model.house_rules import UnknownOption
from companion.rules.model.melding import SILENT
from companion.rules.model.rulings import RULINGS
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.keys import key_at
from companion.rules.reading.keys.tables import all_keys
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import Section
from tests.unit.table import ANN, BEN, TWELVE_STEP, a_round, log_of, rules, seats

TWO_BESIDE_A_WILD = {
    "game": TWELVE_STEP,
    "ask": "meld",
    "melds": [{"kind": "run", "cards": ["AS", "2S", "*", "4S"], "in_order": True}],
}


@pytest.mark.parametrize(("choice", "verdict"), [(True, "legal"), (False, "not_legal")])
def test_the_referee_applies_the_tables_decisions(choice: bool, verdict: str) -> None:  # noqa: FBT001
    assert answer(TWO_BESIDE_A_WILD)["verdict"] == "your_table_decides"
    decided = {"house_rules": {"melding_natural_wild_in_run": choice}}
    assert answer(TWO_BESIDE_A_WILD | decided)["verdict"] == verdict


def test_only_what_is_open_in_a_game_can_be_decided() -> None:
    assert "melding_all_wild" in {rule.key for rule in rules().rulings}
    assert "melding_ace" not in {rule.key for rule in rules().rulings}
    with pytest.raises(UnknownOption, match="melding_ace"):
        rules(melding_ace="low")
    with pytest.raises(UnknownOption, match="melding_all_wild"):
        rules(melding_all_wild="perhaps")


def test_undecided_rulings_are_not_stored() -> None:
    assert not [key for key in rules().options if key.startswith("melding_")]
    assert rules(melding_all_wild=SILENT).options == rules().options


def test_a_ruling_is_a_house_rule_and_can_be_reopened() -> None:
    ruleset = rules(melding_all_wild=True)
    assert ruleset.melding.all_wild is True
    assert ("melding_all_wild", True) in [(rule.key, c.value) for rule, c in ruleset.in_force]
    assert "melding_all_wild" in {rule.key for rule in ruleset.rulings}
    assert len(rules().in_force) == len(ruleset.in_force) - 1


def test_a_game_that_was_kept_without_melding_rules_can_decide_them_too() -> None:
    data = {key: value for key, value in game_data(TWELVE_STEP).items() if key != "melding"}
    ruleset = read_ruleset(apply_house_rules(data, {"melding_ace": "low"}))
    assert ruleset.melding.ace == "low"


@pytest.mark.parametrize("key", catalogue())
@pytest.mark.parametrize("name", RULINGS)
def test_every_answer_can_be_played_in_every_game_that_leaves_it_open(key: str, name: str) -> None:
    for rule in catalogue()[key].rulings:
        if rule.key == f"melding_{name}":
            for choice in rule.choices:
                read_ruleset(apply_house_rules(game_data(key), {rule.key: choice.value}))


def test_an_answer_is_a_value_of_its_key() -> None:
    keys: dict[str, Any] = dict(all_keys(key_at("melding").kind.keys))  # type: ignore[attr-defined]
    for name, rule in RULINGS.items():
        for choice in rule.choices:
            read = keys[name].kind.read(Section({name: choice.value}, "ruling"), name)
            assert read == (choice.value if choice.changes else None)


def test_it_can_be_decided_and_opened_again_during_a_game() -> None:
    begun = json.dumps(apply_house_rules(game_data(TWELVE_STEP), {"melding_all_wild": True}))
    game = Game.begun(begun, seats(2))
    assert game.ruleset.melding.all_wild is True
    opened = dict(game.ruleset.options)
    del opened["melding_all_wild"]
    played = Game.begun(begun, seats(2), [*log_of(a_round(ANN, {BEN: 65})), RulesChanged(opened)])
    assert played.ruleset.melding.all_wild is None
    ((number, (switched,)),) = played.rule_changes
    assert (number, switched.rule.key, switched.was.value) == (2, "melding_all_wild", True)
