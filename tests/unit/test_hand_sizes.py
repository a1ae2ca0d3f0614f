"""Hand-size arithmetic: how many cards a player can hold, and what they can cost."""

from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal

import pytest

from companion.rules.fold.entries import Hand
from companion.rules.judging.hand_sizes import (
    hand_sizes,
    infer_down,
    laying_down_is_going_out,
    most_buys,
    points_range,
    reachable_points,
    shown_buys,
)
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from tests.unit.table import ANN, BEN, Left, a_deal, a_hand, rules

OFF = {"buys": False}


@pytest.mark.parametrize(
    ("house_rules", "buys", "without", "most"),
    [
        ({"buys": False}, None, (13,), 7),
        ({"buys": False}, 0, (13,), 7),
        ({"buys": False}, 2, (13,), 7),
        ({}, 0, (13,), 7),
        ({}, 2, (17,), 11),
        ({}, None, tuple(range(13, 54, 2)), 47),  # at most twenty buys are considered
        ({"buy_limit": 3}, None, (13, 15, 17, 19), 13),
        ({"buy_limit": 1}, None, (13, 15), 9),
        ({"buy_limit": 1}, 1, (15,), 9),
    ],
)
def test_buys_add_two_cards_each_known_or_not(
    house_rules: dict[str, Any], buys: int | None, without: tuple[int, ...], most: int
) -> None:
    sizes = hand_sizes(rules(**house_rules), a_deal(**house_rules), BEN, buys)
    assert sizes is not None
    assert (sizes.without_contract, sizes.most_after_contract) == (without, most)


@pytest.mark.parametrize(
    ("players", "house_rules", "most"),
    [
        (2, {}, 20),  # 108 cards, 26 dealt: there are cards for 41
        (5, {}, 20),  # 108 cards, 65 dealt
        (6, {}, 20),  # 162 cards, 78 dealt
        (6, {"decks_rounding": "down"}, 15),  # 108 cards, 78 dealt: 30 to buy, two at a time
        (2, {"buy_limit": 4}, 4),
        (2, {"buys": False}, 0),
        (2, {"buys": False, "buy_limit": 4}, 0),
    ],
)
def test_without_a_limit_there_are_as_many_buys_as_cards_for_them(
    players: int, house_rules: dict[str, Any], most: int
) -> None:
    assert most_buys(rules(**house_rules), a_deal(players, **house_rules)) == most


@pytest.mark.parametrize(
    ("cards", "house_rules", "buys"),
    [
        (12, {}, None),
        (13, {}, 0),
        (14, {}, None),
        (15, {}, 1),
        (17, {}, 2),
        (53, {}, 20),
        (55, {}, None),
        (15, {"buy_limit": 1}, 1),
        (17, {"buy_limit": 1}, None),
        (13, {"buys": False}, 0),
        (15, {"buys": False}, None),
    ],
)
def test_a_whole_hand_shows_how_often_its_player_bought(
    cards: int, house_rules: dict[str, Any], buys: int | None
) -> None:
    assert shown_buys(rules(**house_rules), a_deal(**house_rules), cards) == buys


@pytest.mark.parametrize(
    ("cards", "buys", "whole"),
    [
        *[(0, None, 13), (12, None, 13), (13, None, 13), (14, None, 15), (15, None, 15)],
        *[(16, None, 17), (60, None, 53), (0, 1, 15), (17, 1, 15)],
    ],
)
def test_so_many_cards_belong_to_the_smallest_whole_hand_that_holds_them(
    cards: int, buys: int | None, whole: int
) -> None:
    sizes = hand_sizes(rules(), a_deal(), BEN, buys)
    assert sizes is not None
    assert sizes.next_whole(cards) == whole


@pytest.mark.parametrize(
    ("players", "sizes", "least", "most"),
    [
        (2, (13,), 65, 620),
        (6, (13,), 65, 650),  # three decks have enough wild cards
        (2, (1,), 5, 50),
        (2, (1, 2, 3), 5, 150),
        (2, (13, 15), 65, 660),
        (2, (108,), 1360, 1360),  # all cards of both decks
    ],
)
def test_least_and_most_points_of_a_hand(
    players: int, sizes: tuple[int, ...], least: int, most: int
) -> None:
    assert points_range(a_deal(players), sizes) == (least, most)


def reachable(sizes: tuple[int, ...], most: int) -> set[int]:
    bits = reachable_points(a_deal(), sizes)
    return {points for points in range(most + 1) if bits >> points & 1}


def test_one_card_costs_one_of_the_four_values() -> None:
    assert reachable((1,), 60) == {5, 10, 20, 50}


def test_two_cards_cost_the_sum_of_two_values() -> None:
    assert reachable((2,), 110) == {10, 15, 20, 25, 30, 40, 55, 60, 70, 100}


def test_a_whole_hand_costs_a_multiple_of_five_with_few_gaps() -> None:
    costs = sorted(reachable((13,), 700))
    assert all(points % 5 == 0 for points in costs)
    assert {b - a for a, b in pairwise(costs) if a < 400} == {5}


@pytest.mark.parametrize(
    ("contract", "house_rules", "left", "buys", "down"),
    [
        (1, OFF, {"3-9": 13}, None, False),
        (1, OFF, {"3-9": 7}, None, True),
        (1, OFF, {"3-9": 1}, None, True),
        (1, OFF, {"3-9": 8}, None, None),  # fits neither
        (1, OFF, {"3-9": 14}, None, None),
        (1, OFF, {"3-9": 15}, None, None),
        (1, OFF, {}, None, None),
        (12, OFF, {"3-9": 3}, None, True),
        (12, OFF, {"3-9": 4}, None, None),
        (1, OFF, 60, None, True),  # thirteen cards cost 65 or more
        (1, OFF, 65, None, None),
        (1, OFF, 0, None, None),
        (1, {}, {"3-9": 1}, None, True),
        (1, {}, {"3-9": 5}, None, True),
        (1, {}, {"3-9": 7}, None, True),
        (1, {}, {"3-9": 8}, None, None),  # down after a buy, or five cards uncounted
        (1, {}, {"3-9": 12}, None, None),  # one card uncounted
        (1, {}, {"3-9": 13}, None, False),  # as down, it would take three buys
        (1, {}, {"3-9": 14}, None, None),
        (1, {}, {"3-9": 15}, None, False),  # one buy
        (1, {}, {"3-9": 27}, None, False),  # seven
        (1, {}, {}, None, None),
        (12, {}, {"3-9": 3}, None, True),
        (12, {}, {"3-9": 4}, None, None),
        (1, {}, 60, None, True),
        (1, {}, 65, None, None),
        (1, {"buy_limit": 1}, {"3-9": 15}, None, False),
        (1, {"buy_limit": 1}, {"3-9": 17}, None, None),  # more than the limit allows
        (1, {}, {"3-9": 13}, 0, False),
        (1, {}, {"3-9": 15}, 0, None),
        (1, {}, {"3-9": 15}, 1, False),
        (1, {}, {"3-9": 13}, 1, None),
        (1, {}, {"3-9": 9}, 0, None),
        (1, {}, {"3-9": 9}, 1, True),
        (1, {}, {"3-9": 13}, 3, True),  # entered as three buys: not down holds 19
        (1, {}, 70, 1, True),  # fifteen cards cost 75 or more
    ],
)
def test_leftovers_can_show_down(
    contract: int, house_rules: dict[str, Any], left: Left, buys: int | None, down: object
) -> None:
    deal = a_deal(contract=contract, **house_rules)
    assert infer_down(rules(**house_rules), deal, ANN, a_hand(left), buys) is down


def test_a_hand_that_nobody_has_counted_shows_nothing() -> None:
    assert infer_down(rules(), a_deal(), ANN, Hand(), None) is None


@pytest.mark.parametrize("known", ["known", "unknown"])
@pytest.mark.parametrize("nothing", [Hand(cards={}), Hand(points=0)])
def test_an_empty_hand_after_a_last_turn_is_down_whatever_is_known_of_sizes(
    nothing: Hand, known: Literal["known", "unknown"]
) -> None:
    last_turns = replace(rules(), last_turns=True, hand_size=known)
    assert infer_down(last_turns, a_deal(), BEN, nothing, None) is True
    assert infer_down(rules(), a_deal(), BEN, nothing, None) is None
    without_contracts = replace(a_deal(), contracts={}, down_counts=False)
    assert infer_down(last_turns, without_contracts, BEN, nothing, None) is None


TAKES_ALL = [
    ("contract-rummy", 7, 12, {}, True),
    ("contract-rummy", 6, 12, {}, False),
    ("liverpool-rummy", 6, 10, {}, True),
    ("liverpool-rummy", 5, 10, {}, True),
    ("liverpool-rummy", 4, 10, {}, False),
    ("progressive-rummy", 3, 8, {"buys": False}, True),
    ("progressive-rummy", 3, 8, {"buys": True}, False),
    ("twelve-step-rummy", 12, 13, {}, False),
    ("five-crowns", None, 3, {}, False),
]


@pytest.mark.parametrize(("game", "contract", "cards", "options", "takes_all"), TAKES_ALL)
def test_where_the_contract_takes_the_whole_hand_laying_down_is_going_out(
    game: str, contract: int | None, cards: int, options: dict[str, Any], *, takes_all: bool
) -> None:
    ruleset = read_ruleset(apply_house_rules(game_data(game), options))
    on = {} if contract is None else {BEN: contract}
    deal = replace(a_deal(), cards=cards, contracts=on, down_counts=bool(on))
    assert laying_down_is_going_out(ruleset, deal, BEN) is takes_all


@pytest.mark.parametrize(("left", "down"), [(1, True), (2, True), (3, None), (12, False)])
def test_cards_left_of_a_contract_that_takes_the_whole_hand_show_a_buy_and_who_is_down(
    left: int, *, down: bool | None
) -> None:
    """Twelve cards are dealt for R4 R4 R4, the last contract of Progressive Rummy."""
    ruleset = read_ruleset(apply_house_rules(game_data("progressive-rummy"), {}))
    deal = replace(a_deal(), cards=12, contracts={BEN: 7})
    assert infer_down(ruleset, deal, BEN, Hand(cards={"K": left}), None) is down


@pytest.mark.parametrize("hand", [Hand(cards={"3": 1}), Hand(cards={"3": 2}), Hand(points=6)])
def test_if_laying_down_is_going_out_leftovers_mean_not_down(hand: Hand) -> None:
    ruleset = read_ruleset(apply_house_rules(game_data("contract-rummy"), {}))
    last = replace(a_deal(), number=7, planned=7, contracts={ANN: 7, BEN: 7}, cards=12)
    last = replace(last, decks=ruleset.decks_for(2), values=ruleset.card_values)
    assert infer_down(ruleset, last, BEN, hand, None) is None
