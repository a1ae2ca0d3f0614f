"""Custom games: the effect of edits on house rules."""

import copy
from typing import Any

import pytest

from companion.gamefile.own_game import to_toml
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.own_games import blank_game, edited, key_of_name, read_own_game
from companion.rules.reading.ruleset import unmakeable_contracts
from companion.rules.reading.sections import RulesetError

TWELVE_STEP = "twelve-step-rummy"
PRICES = catalogue()[TWELVE_STEP].values


def house_rules_of(data: dict) -> set[str]:
    return {rule["key"] for rule in data["house_rules"]}


def values_with(**prices: int) -> dict[str, dict[str, int]]:
    """The card values of 12-Step Rummy with these prices in them."""
    return {"values": {**PRICES} | {rank.lstrip("_"): price for rank, price in prices.items()}}


@pytest.mark.parametrize("key", catalogue())
def test_a_game_in_which_nothing_is_changed_asks_all_its_house_rules(key: str) -> None:
    own = edited(game_data(key), {"name": "Ours"})
    assert house_rules_of(own) == {rule.key for rule in catalogue()[key].house_rules}


@pytest.mark.parametrize("key", catalogue())
def test_a_game_in_which_nothing_is_changed_plays_as_it_did(key: str) -> None:
    own, known = read_own_game(edited(game_data(key), {})), catalogue()[key]
    for what in ("contracts", "values", "wild", "decks", "end", "advancing", "cards_dealt"):
        assert getattr(own, what) == getattr(known, what)


@pytest.mark.parametrize(
    ("edits", "settled"),
    [
        (values_with(_10=7), {"ten_value"}),
        (values_with(_2=15), {"two_value"}),
        (values_with(A=25), set()),
        ({"cards_dealt": 12}, set()),
        ({"wild": ["Joker"]}, set()),
        ({"decks": [{"up_to": 9, "decks": 3, "jokers": 6}]}, {"decks_rounding"}),
        ({"contracts": ["S3", "S4"]}, set()),
    ],
    ids=str,
)
def test_an_edited_key_is_no_longer_a_house_rule(edits: dict, settled: set[str]) -> None:
    everything = {rule.key for rule in catalogue()[TWELVE_STEP].house_rules}
    assert everything - house_rules_of(edited(game_data(TWELVE_STEP), edits)) == settled


def test_the_edit_holds_whatever_house_rules_are_chosen() -> None:
    own = edited(game_data(TWELVE_STEP), values_with(_10=7))
    assert apply_house_rules(own, {"two_value": 20})["values"]["10"] == 7


def test_house_rules_that_no_longer_go_with_the_game_are_not_asked() -> None:
    """A play-off of the last contract makes no sense if no contract ends the game."""
    end = {"when": "rounds_played", "winner": "lowest_total", "tiebreak": "shared"}
    by_round = {"advancing": "round", "end": {**end, "blocked": "score_all"}}
    asked = house_rules_of(edited(game_data(TWELVE_STEP), by_round))
    assert asked.isdisjoint({"final_tiebreak", "winner_rule"})
    assert {"ten_value", "buys", "buy_limit"} <= asked


def test_a_rule_goes_with_the_rule_that_it_needs() -> None:
    """If twos are always wild, the questions whether they are, and at what cost, are removed."""
    asked = house_rules_of(edited(game_data("contract-rummy"), {"wild": ["Joker", "2"]}))
    assert asked.isdisjoint({"deuces_wild", "deuce_value"})


LAST_ROUND = "only_who_goes_out_lays_down_last"
FIVE = {"contracts": ["S3 S3", "S3 R4", "R4 R4", "S3 S3 S3", "S3 S3 R4"], "cards_dealt": 12}


def test_a_rule_for_the_last_contract_is_removed_with_it() -> None:
    """R4 R4 R4 took all twelve cards, S3 S3 R4 leaves two."""
    own = edited(game_data("contract-rummy"), FIVE)
    assert not read_own_game(own).only_who_goes_out_lays_down_last
    assert "last_round" not in house_rules_of(own)


def test_a_rule_for_the_last_contract_stays_if_given_explicitly() -> None:
    own = edited(game_data("contract-rummy"), {**FIVE, LAST_ROUND: True})
    assert read_own_game(own).only_who_goes_out_lays_down_last
    assert "last_round" in house_rules_of(own)


def test_a_rule_for_the_last_contract_stays_if_others_change() -> None:
    contracts = ["S3 S3"] * 6 + ["R4 R4 R4"]
    own = edited(game_data("contract-rummy"), {"contracts": contracts})
    assert read_own_game(own).only_who_goes_out_lays_down_last
    assert "last_round" in house_rules_of(own)


def test_without_contracts_nothing_holds_for_the_last_one() -> None:
    end = {"when": "limit_reached", "limit": 300, "winner": "lowest_total", "tiebreak": "shared"}
    edits = {
        "advancing": "none",
        "contracts": [],
        "end": {**end, "blocked": "score_all"},
        LAST_ROUND: True,
    }
    assert not read_own_game(
        edited(game_data("contract-rummy"), edits)
    ).only_who_goes_out_lays_down_last


def test_a_removed_key_is_gone() -> None:
    own = edited(game_data("five-crowns"), {"moving_wild": None})
    assert read_own_game(own).moving_wild is None


@pytest.mark.parametrize(
    ("edits", "key"),
    [
        ({"contracts": ["S3", "S54"]}, "contracts[1]"),
        ({"contracts": []}, "contracts"),
        ({"cards_dealt": "many"}, "cards_dealt"),
        ({"advancing": "round"}, "advancing"),
        (values_with(K=-1), "values.K"),
        ({"values": {**PRICES, "K": ""}}, "values.K"),
        ({"values": {rank: 5 for rank in PRICES if rank != "K"}}, "values.K"),
        ({"name": ""}, "name"),
        ({"decks": [{"up_to": 4, "decks": 2, "jokers": 4}]}, "decks"),
        ({"adjustments": [{"points": 5, "reason": " "}]}, "adjustments[0].reason"),
    ],
    ids=str,
)
def test_an_edit_that_cannot_be_played_is_refused_at_its_key(edits: dict, key: str) -> None:
    with pytest.raises(RulesetError) as error:
        edited(game_data(TWELVE_STEP), edits)
    assert error.value.key == key


def test_each_round_with_a_contract_has_its_cards_dealt() -> None:
    """Seven numbers for five contracts: rounds 6 and 7 would repeat the fifth."""
    with pytest.raises(RulesetError, match="each of the 5 contracts, not 7") as error:
        edited(game_data("contract-rummy"), {"contracts": ["S3 S3"] * 5})
    assert error.value.key == "cards_dealt"


def test_one_number_of_cards_dealt_serves_any_number_of_contracts() -> None:
    own = edited(game_data("contract-rummy"), {"contracts": ["S3 S3"] * 5, "cards_dealt": 10})
    assert read_own_game(own).rounds == 5
    assert "deal" not in house_rules_of(own)


def test_a_house_rule_about_the_deal_of_other_contracts_is_not_asked() -> None:
    dealt = [10, 10, 10, 10, 12]
    own = edited(game_data("contract-rummy"), {"contracts": ["S3 S3"] * 5, "cards_dealt": dealt})
    assert "deal" not in house_rules_of(own)


def test_a_choice_that_breaks_the_game_is_refused_with_its_house_rule() -> None:
    data = copy.deepcopy(game_data(TWELVE_STEP))
    data["house_rules"][0]["choices"][1]["value"] = -5
    with pytest.raises(RulesetError, match=r"house_rules.ten_value: .*-5: values.10"):
        read_own_game(data)


def test_choices_belong_to_a_game_not_to_its_rules() -> None:
    with pytest.raises(RulesetError, match="options"):
        read_own_game(apply_house_rules(game_data(TWELVE_STEP), {}))


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Our Rummy", "our-rummy"),
        ("  Été à Nîmes! ", "ete-a-nimes"),
        ("Contract Rummy", "own-contract-rummy"),
        ("麻雀", "own-game"),
    ],
)
def test_a_name_gives_a_key_that_no_other_game_has(name: str, key: str) -> None:
    assert key_of_name(name) == key
    assert key not in catalogue()


def test_a_game_from_scratch_cites_no_other_games_sources_and_tells_of_no_other_tables() -> None:
    blank = read_own_game(blank_game())
    assert (blank.sources, blank.differences, blank.first_dealer) == ((), (), "table")


def test_of_a_blank_game_only_the_answers_hold() -> None:
    """No source says whether melds have exact sizes or the last contract takes the whole hand."""
    melding = read_own_game(blank_game()).melding
    assert (melding.set_exact, melding.run_exact, melding.last_contract_complete) == (None,) * 3
    assert melding.sources == {}


def test_a_blank_game_tells_nothing_of_what_no_question_asks() -> None:
    told = read_own_game(blank_game()).how_to_play
    assert (told["buying"], told["stock"]) == ((), ())
    assert "how_to_play.buying" not in to_toml(blank_game())


def test_another_last_contract_need_not_take_the_whole_hand() -> None:
    own = edited(game_data("contract-rummy"), {"contracts": ["S3 S3", "R4"], "cards_dealt": 11})
    assert read_own_game(own).melding.last_contract_complete is None


@pytest.mark.parametrize(
    ("contracts", "melding", "unmakeable"),
    [
        (["S3", "R4"], {"last_contract_complete": True, "run_exact": True}, (2,)),
        (["S3", "R4"], {"last_contract_complete": True, "run_exact": False}, ()),
        (["R4", "S3"], {"last_contract_complete": True, "set_exact": False}, ()),
        (["S30", "R20", "9xA", "S3"], {}, (1, 2)),
        (["S19", "R14", "20xA", "S3"], {}, (3,)),
    ],
)
def test_a_contract_that_no_hand_fulfils_is_found(
    contracts: list[str], melding: dict[str, Any], unmakeable: tuple[int, ...]
) -> None:
    edits = {"contracts": contracts, "cards_dealt": 30}
    own = edited(blank_game(), edits)
    own["melding"] = own["melding"] | melding
    assert unmakeable_contracts(read_own_game(own)) == unmakeable
