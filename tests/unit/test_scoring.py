"""The points of leftovers."""

import pytest

from companion.rules.fold.entries import Hand
from companion.rules.model.cards import UnknownCard, hand_points
from tests.unit.table import rules


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ({}, 0),
        ({"3": 1}, 5),
        ({"10": 1}, 10),
        ({"A": 1}, 20),
        ({"2": 1}, 50),
        ({"Joker": 1}, 50),
        ({"Joker": 1, "A": 2, "K": 4, "7": 6}, 160),
        ({"Joker/2": 1, "A": 2, "10-K": 4, "3-9": 6}, 160),
        ({"K": 1, "10-K": 2}, 30),
        ({"J": 1, "Q": 1, "K": 1, "10": 1, "9": 1, "3": 1}, 50),
        ({"3-9": 13}, 65),
        ({"Joker": 4, "2": 8, "A": 1}, 620),
        ({"K": 0}, 0),
    ],
)
def test_cards_by_rank_or_by_key_cost_their_value(cards: dict[str, int], points: int) -> None:
    assert hand_points(rules().card_values, Hand(cards=cards)) == points


def test_a_typed_total_is_taken_as_it_is() -> None:
    assert hand_points(rules().card_values, Hand(points=45)) == 45


def test_a_hand_that_nobody_has_counted_costs_nothing_yet() -> None:
    assert hand_points(rules().card_values, Hand()) == 0


def test_a_card_the_game_does_not_have_has_no_price() -> None:
    with pytest.raises(UnknownCard, match="Skip"):
        hand_points(rules().card_values, Hand(cards={"K": 1, "Skip": 1}))


@pytest.mark.parametrize(
    ("hand", "blank", "size"),
    [(Hand(), True, None), (Hand(cards={}), False, 0), (Hand(cards={"K": 2, "A": 1}), False, 3),
     (Hand(points=0), False, None)],
)  # fmt: skip
def test_a_blank_hand_is_not_an_empty_one(hand: Hand, blank: bool, size: int | None) -> None:  # noqa: FBT001
    assert (hand.is_blank, hand.size) == (blank, size)
