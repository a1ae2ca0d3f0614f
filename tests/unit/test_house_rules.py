"""House rules: for each a game in which it changes the result, and one in which not."""

import copy
from typing import Any

import pytest

from companion.rules.fold.entries import Hand, PlayerJoined
from companion.rules.judging.doubts import find_doubts
from companion.rules.model.cards import hand_points
from companion.rules.model.house_rules import UnknownOption
from companion.rules.model.state import PlayedRound
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from tests.unit.table import ANN, BEN, CY, TWELVE_STEP, a_deal, a_round, rules, table_after


def points(cards: dict[str, int], **house_rules: Any) -> int:
    return hand_points(rules(**house_rules).card_values, Hand(cards=cards))


def doubt_codes(cards: int, **house_rules: Any) -> list[str]:
    """The doubts about Ben, who is not down and holds so many cards of 5 points."""
    play = a_round(out=ANN, left={BEN: {"3-9": cards}})
    found = find_doubts(PlayedRound(rules(**house_rules), a_deal(**house_rules), play))
    return [doubt.code for doubt in found]


@pytest.mark.parametrize(
    ("house_rules", "cards", "by_default", "with_rule"),
    [
        ({"ten_value": 5}, {"10": 2, "K": 1}, 30, 20),
        ({"two_value": 20}, {"2": 2, "Joker": 1}, 150, 90),
    ],
)
def test_card_values_change_the_points_of_their_cards(
    house_rules: dict[str, Any], cards: dict[str, int], by_default: int, with_rule: int
) -> None:
    assert points(cards) == by_default
    assert points(cards, **house_rules) == with_rule


@pytest.mark.parametrize("cards", [15, 17, 19])
def test_where_buying_is_allowed_a_hand_may_have_grown(cards: int) -> None:
    assert doubt_codes(cards, buys=False) == ["wrong_hand_size_without_contract"]
    assert doubt_codes(cards) == doubt_codes(cards, buys=True) == []


ELEVEN = [a_round(out=ANN, left={BEN: 5}, down={BEN})] * 11
EQUAL = a_round(out=BEN, left={ANN: 55}, down={ANN})  # both finish with 55 points


@pytest.mark.parametrize(
    ("tiebreak", "code", "winners"),
    [
        ("shared", "tie_shared", (ANN, BEN)),
        ("went_out_last_round", "tie_went_out", (BEN,)),
        ("playoff", "playoff_needed", ()),
    ],
)
def test_the_final_tiebreak_decides_between_equals(
    tiebreak: str, code: str, winners: tuple[int, ...]
) -> None:
    outcome = table_after(*ELEVEN, EQUAL, final_tiebreak=tiebreak).outcome
    assert (outcome.code, outcome.winners, outcome.tied) == (code, winners, (ANN, BEN))


@pytest.mark.parametrize(
    ("winner_rule", "code", "winner"),
    [
        ("first_to_finish", "finished_first", ANN),
        ("lowest_points_when_someone_finishes", "lowest_total", BEN),
    ],
)
def test_the_winner_rule_says_whether_finishing_or_points_win(
    winner_rule: str, code: str, winner: int
) -> None:
    ann_finishes_dearly = [a_round(out=BEN, left={ANN: 5}, down={ANN})] * 6 + [
        a_round(out=None, left={ANN: 5, BEN: 0}, down={ANN})
    ] * 6
    outcome = table_after(*ann_finishes_dearly, winner_rule=winner_rule).outcome
    assert (outcome.code, outcome.winners) == (code, (winner,))


BLOCKED = a_round(out=None, left={ANN: 20, BEN: 65}, down={ANN})


@pytest.mark.parametrize(
    ("blocked_round", "totals", "contracts", "dealer"),
    [("score_all", (20, 65), (2, 1), BEN), ("void", (0, 0), (1, 1), ANN)],
)
def test_a_blocked_round_is_scored_or_dealt_again(
    blocked_round: str, totals: tuple[int, ...], contracts: tuple[int, ...], dealer: int
) -> None:
    state = table_after(BLOCKED, blocked_round=blocked_round)
    assert (state.totals, state.next_contracts) == (totals, contracts)
    assert state.open is not None
    assert state.open.deal.dealer == dealer


@pytest.mark.parametrize(
    ("late_join", "contract", "total"),
    [("lowest_active_contract_and_highest_active_total", 2, 75), ("start_at_one", 1, 0)],
)
def test_late_join_says_where_a_newcomer_starts(late_join: str, contract: int, total: int) -> None:
    one = a_round(out=ANN, left={BEN: 5}, down={BEN})
    two = a_round(out=ANN, left={BEN: 70})
    state = table_after(one, two, PlayerJoined("Cy"), late_join=late_join)
    assert (state.next_contracts[CY], state.totals[CY]) == (contract, total)


def test_an_option_the_game_does_not_have_is_named() -> None:
    with pytest.raises(UnknownOption, match=r"options\.joker_value: expected one of") as error:
        rules(joker_value=25)
    assert error.value.key == "joker_value"
    assert "ten_value" in error.value.expected


@pytest.mark.parametrize(
    ("key", "choice", "expected"),
    [
        ("ten_value", 7, "one of 10, 5"),
        ("ten_value", "10", "one of 10, 5"),
        ("ten_value", None, "one of 10, 5"),
        ("buys", "yes", "one of true, false"),
        ("buys", 1, "one of true, false"),
        ("buy_limit", True, "one of none, 1, 2, 3, 4"),
        ("final_tiebreak", "coin", "one of shared, went_out_last_round, playoff"),
    ],
)
def test_a_choice_the_option_does_not_offer_is_named(
    key: str, choice: object, expected: str
) -> None:
    with pytest.raises(UnknownOption) as error:
        rules(**{key: choice})
    assert (error.value.key, error.value.expected) == (key, expected)


def test_options_left_out_keep_their_default_and_are_written_down() -> None:
    assert rules(ten_value=5).options == {
        "ten_value": 5,
        "two_value": 50,
        "buys": True,
        "buy_limit": "none",
        "tie_points": "with_deciding_round",
        "final_tiebreak": "shared",
        "winner_rule": "first_to_finish",
        "blocked_round": "score_all",
        "decks_rounding": "up",
        "late_join": "lowest_active_contract_and_highest_active_total",
    }


def test_applying_house_rules_leaves_the_data_they_came_from_alone() -> None:
    data = copy.deepcopy(game_data(TWELVE_STEP))
    read_ruleset(apply_house_rules(data, {"ten_value": 5, "decks_rounding": "down"}))
    assert data == game_data(TWELVE_STEP)
    assert data["values"]["10"] == 10
