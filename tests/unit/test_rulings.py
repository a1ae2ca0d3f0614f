"""Melding keys that no source answers are house rules that a table can decide at any time."""

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


TOUCHING = {
    "game": TWELVE_STEP,
    "ask": "meld",
    "melds": [{"kind": "run", "cards": ["5S", "*", "*", "8S"], "in_order": True}],
}
MAY_TOUCH = {"melding_wilds_touch_in_run": True}


def test_a_table_may_play_otherwise_than_the_rules_say() -> None:
    said = answer(TOUCHING)
    assert (said["verdict"], said["source"]) == ("not_legal", "S0")
    assert answer(TOUCHING | {"house_rules": MAY_TOUCH})["verdict"] == "legal"
    stricter = answer(TOUCHING | {"house_rules": {"melding_run_one_suit": False}})
    assert stricter["verdict"] == "not_legal"


def test_what_the_table_forbids_is_in_no_source() -> None:
    to_the_ace = {"kind": "run", "cards": ["JS", "QS", "KS", "AS"], "in_order": True}
    case = {"game": TWELVE_STEP, "ask": "meld", "melds": [to_the_ace]}
    assert answer(case)["verdict"] == "legal"
    said = answer(case | {"house_rules": {"melding_ace": "low"}})
    assert (said["verdict"], said["rule"], said["source"]) == ("not_legal", "ace", "")


def test_the_value_of_the_rules_is_the_usual_answer_and_is_kept() -> None:
    assert not rules().melding.usual
    ruleset = rules(**MAY_TOUCH)
    assert (ruleset.melding.wilds_touch_in_run, ruleset.melding.usual) == (
        True,
        {"wilds_touch_in_run": False},
    )
    (rule, chosen), *_ = (row for row in ruleset.in_force if row[0].key in MAY_TOUCH)
    assert (rule.default, chosen.value) == (False, True)
    assert rules(melding_wilds_touch_in_run=False) == rules()


@pytest.mark.parametrize("key", catalogue())
@pytest.mark.parametrize("number", [1, -1])
def test_answers_are_applied_kept_and_taken_back(key: str, number: int) -> None:
    asked = catalogue()[key].rulings
    played = apply_house_rules(game_data(key), {r.key: r.offered[number].value for r in asked})
    ruleset = read_ruleset(played)
    assert [ruleset.options.get(r.key, r.default) for r in asked] == [
        r.offered[number].value for r in asked
    ]
    assert ruleset.rulings == asked
    assert apply_house_rules(played, played["options"]) == played
    assert read_ruleset(apply_house_rules(played, {})) == catalogue()[key]


@pytest.mark.parametrize(
    ("key", "answers"),
    [
        ("rummikub", ["silent", "same_turn", "next_turn"]),
        ("burraco", ["silent", "same_turn", "next_turn"]),
        ("rami-71", ["silent", "same_turn", "next_turn", "never"]),  # nobody says whose melds
        ("gin-rummy", ["same_turn", "next_turn", "never"]),  # only at the end
    ],
)
def test_never_is_no_answer_where_the_sources_say_whose_melds_are_for_laying_off(
    key: str, answers: list[str]
) -> None:
    (rule,) = (one for one in catalogue()[key].rulings if one.key == "melding_lay_off")
    assert [choice.value for choice in rule.offered] == answers


def test_an_older_answer_is_kept() -> None:
    never = read_ruleset(apply_house_rules(game_data("rummikub"), {"melding_lay_off": "never"}))
    (rule,) = (one for one in never.rulings if one.key == "melding_lay_off")
    assert rule.offered[-1].value == "never"


def test_a_game_that_has_changed_an_older_answer_lists_the_change() -> None:
    snapshot = apply_house_rules(game_data("rummikub"), {"melding_lay_off": "never"})
    changed = RulesChanged({"melding_lay_off": "same_turn"})
    log = log_of(a_round(out=ANN, left={BEN: 10}), changed)
    game = Game.begun(json.dumps(snapshot), seats(2), log)
    [(number, [switch])] = game.rule_changes
    assert (number, switch.before.value, switch.after.value) == (2, "never", "same_turn")


def test_rules_with_an_answer_that_is_not_applied_yet_read_the_same() -> None:
    unapplied = game_data(TWELVE_STEP) | {"options": MAY_TOUCH}
    applied = apply_house_rules(unapplied, MAY_TOUCH)
    assert applied["melding"]["usual"] == {"wilds_touch_in_run": False}
    assert applied == apply_house_rules(applied, MAY_TOUCH)


def test_rules_beyond_the_listed_answers_are_the_usual_one() -> None:
    by_key = {rule.key: rule for rule in catalogue()["shanghai-rummy"].rulings}
    limits = by_key["melding_most_wilds"]
    assert [choice.value for choice in limits.choices] == ["usual", 1, 2, 3, "none"]
    one = read_ruleset(apply_house_rules(game_data("shanghai-rummy"), {limits.key: 1}))
    assert one.melding.most_wilds == {"any": 1}


def test_a_rule_that_the_game_asks_about_itself_is_asked_once() -> None:
    ruleset = catalogue()["contract-rummy"]
    assert "melding_last_contract_complete" not in {rule.key for rule in ruleset.rulings}


def test_an_unknown_answer_is_refused() -> None:
    with pytest.raises(UnknownOption, match="melding_all_wild"):
        rules(melding_all_wild="perhaps")
    with pytest.raises(UnknownOption, match="melding_stock_empty"):
        rules(melding_stock_empty="reshuffle")


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


def test_an_answer_is_a_value_of_its_key() -> None:
    keys: dict[str, Any] = dict(all_keys(key_at("melding").kind.keys))  # type: ignore[attr-defined]
    for name, rule in RULINGS.items():
        for choice in rule.choices:
            value = choice.changes.get(f"melding.{name}", SILENT)
            read = keys[name].kind.read(Section({name: value}, "ruling"), name)
            assert read == (value if choice.changes else None)


def test_it_can_be_decided_and_opened_again_during_a_game() -> None:
    begun = json.dumps(apply_house_rules(game_data(TWELVE_STEP), {"melding_all_wild": True}))
    game = Game.begun(begun, seats(2))
    assert game.ruleset.melding.all_wild is True
    opened = dict(game.ruleset.options)
    del opened["melding_all_wild"]
    played = Game.begun(begun, seats(2), [*log_of(a_round(ANN, {BEN: 65})), RulesChanged(opened)])
    assert played.ruleset.melding.all_wild is None
    ((number, (switched,)),) = played.rule_changes
    assert (number, switched.rule.key, switched.before.value) == (2, "melding_all_wild", True)


def test_what_the_rules_say_can_be_played_otherwise_during_a_game() -> None:
    begun = json.dumps(apply_house_rules(game_data(TWELVE_STEP), {}))
    options = dict(Game.begun(begun, seats(2)).ruleset.options)
    entries = [*log_of(a_round(ANN, {BEN: 65})), RulesChanged(options | MAY_TOUCH)]
    played = Game.begun(begun, seats(2), entries)
    assert played.ruleset.melding.wilds_touch_in_run is True
    ((_, (switched,)),) = played.rule_changes
    assert (switched.before.value, switched.after.value) == (False, True)
    back = Game.begun(begun, seats(2), [*entries, RulesChanged(options)])
    assert back.ruleset.melding.wilds_touch_in_run is False
