"""Paragraphs of the rules card: parsing and conditions."""

import copy
from typing import Any

import pytest

from companion.rules.reading.catalogue import catalogue, extended, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.own_games import edited, read_own_game
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import RulesetError
from tests.kinds import with_every_key
from tests.unit.table import TWELVE_STEP

ASK = {"text": "May I?", "when": {"buys.allowed": True}}
OFF = {"text": "Nobody buys.", "when": {"buys.allowed": False}}


def game_that_tells(**parts: dict[str, Any]) -> dict[str, Any]:
    return copy.deepcopy(game_data(TWELVE_STEP)) | {"how_to_play": parts}


def told(data: dict[str, Any], part: str, **options: object) -> tuple[str, ...]:
    return read_ruleset(apply_house_rules(data, options)).how_to_play[part]


def test_a_paragraph_applies_if_its_condition_holds() -> None:
    data = game_that_tells(buying={"ask": ASK, "off": OFF, "price": {"text": "Two cards."}})
    assert told(data, "buying", buys=True) == ("May I?", "Two cards.")
    assert told(data, "buying", buys=False) == ("Nobody buys.", "Two cards.")


def test_a_paragraph_with_a_missing_key_in_its_condition_does_not_apply() -> None:
    data = game_that_tells(turn={"wild": {"text": "Twos move.", "when": {"moving.wild": 5}}})
    assert told(data, "turn") == ()


def test_a_run_goes_on_from_seven_only_in_a_deck_without_eights() -> None:
    run, *others = told(game_data("chinchon"), "melds")
    assert run.startswith("A run goes on from 7")
    assert told(game_data("chinchon"), "melds", deck=48) == (*others,)


def test_it_may_hang_on_an_answer() -> None:
    tens = {"text": "Tens are cheap.", "when": {"options.ten_value": 5}}
    data = game_that_tells(turn={"tens": tens})
    assert told(data, "turn") == ()
    assert told(data, "turn", ten_value=5) == ("Tens are cheap.",)


def test_an_older_stored_game_keeps_its_paragraphs() -> None:
    sentences = [{"text": "All cards of a set have the same rank."}, {"text": "Jokers are wild."}]
    data = copy.deepcopy(game_data(TWELVE_STEP)) | {
        "melds": sentences,
        "differences": [{"text": "Some count a Ten as 5."}],
    }
    del data["how_to_play"]
    ruleset = read_ruleset(data)
    assert ruleset.how_to_play["melds"] == (
        "All cards of a set have the same rank.",
        "Jokers are wild.",
    )
    assert not any(texts for part, texts in ruleset.how_to_play.items() if part != "melds")
    assert ruleset.differences == ("Some count a Ten as 5.",)


def test_an_error_in_such_a_list_is_reported() -> None:
    data = copy.deepcopy(game_data(TWELVE_STEP)) | {"melds": [{"text": "A"}, {"text": ""}]}
    with pytest.raises(RulesetError) as error:
        read_ruleset(data)
    assert error.value.key == "melds[1].text"


def test_a_variant_has_only_its_own_paragraphs() -> None:
    variant = {"extends": TWELVE_STEP, "how_to_play": {"turn": {"draw": {"text": "Draw two."}}}}
    data = extended(game_data(TWELVE_STEP), variant)
    of_base = catalogue()[TWELVE_STEP].how_to_play
    assert told(data, "turn") == ("Draw two.", *of_base["turn"][1:])
    assert told(data, "melds") == of_base["melds"]


@pytest.mark.parametrize("key", with_every_key())
def test_an_own_game_in_which_nothing_is_typed_over_tells_the_same(key: str) -> None:
    data, game = game_data(key), catalogue()[key]
    own = edited(data, {})
    assert read_own_game(own).how_to_play == game.how_to_play
    for rule in game.house_rules:
        for choice in rule.choices:
            options = {rule.key: choice.value}
            theirs, ours = (read_ruleset(apply_house_rules(d, options)) for d in (data, own))
            assert {p: set(t) for p, t in ours.how_to_play.items()} == {
                p: set(t) for p, t in theirs.how_to_play.items()
            }
