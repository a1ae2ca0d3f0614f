"""Cards: which ranks share a key on the keypad, and how many cards are in play."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from companion.rules.model.cards import (
    PLAIN_PACK,
    PLAIN_RANKS,
    Bonus,
    CardClass,
    Decks,
    card_values,
    go_around_corner,
    hand_points,
    turned,
    with_low_cards,
)
from companion.rules.model.play import Hand
from companion.web.view_models.open_round import low_to_high
from tests.unit.catalogue.games import game
from tests.unit.table import rules

CONTRACT_RUMMY = {"Joker": 25, "A": 15, "K": 10, "Q": 10, "J": 10, "10": 10} | {
    str(pip): pip for pip in range(2, 10)
}


def classes_of(values: Mapping[str, int], wild: Iterable[str]) -> tuple[CardClass, ...]:
    return card_values(values, wild, PLAIN_PACK).classes


def keys(**house_rules: Any) -> list[str]:
    return [card_class.key for card_class in rules(**house_rules).card_values.classes]


def test_twelve_step_has_four_keys_dearest_first() -> None:
    assert [(c.key, c.value, c.wild) for c in rules().card_values.classes] == [
        ("Joker/2", 50, True),
        ("A", 20, False),
        ("10-K", 10, False),
        ("3-9", 5, False),
    ]


@pytest.mark.parametrize(
    ("house_rules", "expected"),
    [
        ({}, ["Joker/2", "A", "10-K", "3-9"]),
        ({"ten_value": 5}, ["Joker/2", "A", "J-K", "3-10"]),
        ({"two_value": 20}, ["Joker", "A/2", "10-K", "3-9"]),
        ({"ten_value": 5, "two_value": 20}, ["Joker", "A/2", "J-K", "3-10"]),
    ],
)
def test_keys_follow_the_house_rules(house_rules: dict[str, Any], expected: list[str]) -> None:
    assert keys(**house_rules) == expected


def test_an_ace_that_shares_a_key_with_the_wild_two_is_not_called_wild() -> None:
    assert [c.key for c in rules(two_value=20).card_values.classes if c.wild] == ["Joker"]


def test_values_like_contract_rummys_give_eleven_keys() -> None:
    classes = classes_of(CONTRACT_RUMMY, ["Joker"])
    assert [c.key for c in classes] == ["Joker", "A", "10-K", *"98765432"]
    assert [c.key for c in classes if c.wild] == ["Joker"]


def test_a_game_without_jokers_has_no_key_for_them() -> None:
    values = dict.fromkeys(PLAIN_RANKS, 5)
    assert [c.key for c in classes_of(values, [])] == ["2-A"]


def test_ranks_that_are_apart_are_named_one_by_one() -> None:
    values = {"A": 15, "K": 10, "10": 10, "9": 10, "3": 10, "2": 15}
    assert [c.key for c in classes_of(values, [])] == ["A/2", "K/9-10/3"]


def test_a_joker_and_an_ace_never_make_a_span() -> None:
    assert [c.key for c in classes_of({"Joker": 20, "A": 20, "K": 20}, [])] == ["Joker/K-A"]


@pytest.mark.parametrize("name", ["10-K", "K", "Q", "J", "10"])
def test_a_card_is_found_by_its_rank_and_by_its_key(name: str) -> None:
    found = rules().card_values.find(name)
    assert found is not None
    assert found.key == "10-K"


@pytest.mark.parametrize("name", ["1", "11", "joker", "", "J-K", "Skip"])
def test_a_card_the_game_does_not_have_is_not_found(name: str) -> None:
    assert rules().card_values.find(name) is None


@pytest.mark.parametrize(("key", "copies"), [("Joker/2", 12), ("A", 8), ("10-K", 32), ("3-9", 56)])
def test_two_decks_hold_so_many_cards_of_each_key(key: str, copies: int) -> None:
    card_class = rules().card_values.find(key)
    assert card_class is not None
    assert card_class.copies(Decks(decks=2, jokers=4)) == copies


@pytest.mark.parametrize(("decks", "jokers", "cards"), [(1, 0, 52), (1, 2, 54), (2, 4, 108)])
def test_a_shoe_has_fifty_two_cards_a_deck_and_its_jokers(
    decks: int, jokers: int, cards: int
) -> None:
    assert Decks(decks, jokers).cards == cards


UP = {2: 2, 3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 8: 4, 9: 4}
DOWN = UP | {6: 2, 8: 3}


@pytest.mark.parametrize("players", range(2, 10))
@pytest.mark.parametrize(("rounding", "decks"), [("up", UP), ("down", DOWN)])
def test_decks_and_jokers_for_so_many_players(
    players: int, rounding: str, decks: dict[int, int]
) -> None:
    in_play = rules(decks_rounding=rounding).decks_for(players)
    assert in_play == Decks(decks[players], 2 * decks[players])


def test_more_players_than_the_rules_name_play_with_the_largest_shoe() -> None:
    assert rules().decks_for(12) == Decks(4, 8)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ({"A": 1, "2": 1, "3": 1}, 6),
        ({"A": 1, "2": 1, "3": 1, "4": 1}, 10),
        ({"A": 1, "2": 1, "3": 1, "Joker": 2}, 36),
        # Beside other melds; three aces are one of those.
        ({"A": 1, "2": 1, "3": 1, "4": 1, "9": 3}, 37),
        ({"A": 2, "2": 1, "3": 1, "4": 1}, 25),
        ({"A": 3, "2": 1, "3": 1, "4": 1}, 54),
        # As somebody has chosen.
        ({"low_ace": 1, "A": 1, "2": 1, "3": 1}, 21),
        ({"low_ace": 0, "A": 1, "2": 1, "3": 1}, 20),
        ({"low_ace": 1}, 1),
        ({"A": 1}, 15),
        ({"A": 1, "K": 1, "Q": 1}, 35),
        ({"A": 3, "2": 3}, 51),
        # One ace beside Q-K is in no run with 2-3; beside J-Q-K it is free for one, beside 2-3-4
        # for Q-K.
        ({"Q": 1, "K": 1, "A": 1, "2": 1, "3": 1}, 40),
        ({"Q": 1, "K": 1, "A": 2, "2": 1, "3": 1}, 41),
        ({"J": 1, "Q": 1, "K": 1, "A": 1, "2": 1, "3": 1}, 36),
        ({"Q": 1, "K": 1, "A": 1, "2": 1, "3": 1, "4": 1}, 44),
        ({"J": 1, "Q": 1, "K": 1, "A": 1, "2": 1, "3": 1, "4": 1}, 40),
    ],
)
def test_the_ace_of_two_and_three_is_a_low_one_unless_it_may_be_high(
    cards: dict[str, int], points: int
) -> None:
    values = game("rummy-500", jokers="both_per_deck").card_values
    assert hand_points(values, Hand(cards=with_low_cards(values, cards))) == points


RUN = {"A": 1, "2": 1, "3": 1}


@pytest.mark.parametrize(
    ("cards", "is_so"),
    [
        ({"Q": 1, "K": 1, **RUN}, True),
        ({"Q": 1, "K": 1, **RUN, "A": 0, "low_ace": 1}, False),
        ({"Q": 1, "K": 1, **RUN, "A": 2}, False),
        ({"K": 1, **RUN}, False),
        ({"J": 1, "Q": 1, "K": 1, **RUN}, False),
        ({"Q": 1, "K": 1, **RUN, "4": 1}, False),
        (dict.fromkeys(PLAIN_RANKS, 1), False),
    ],
    ids=str,
)
def test_one_ace_is_in_no_two_runs_where_both_need_it(
    cards: dict[str, int],
    is_so: bool,  # noqa: FBT001
) -> None:
    values = game("rummy-500", jokers="both_per_deck").card_values
    assert go_around_corner(values, cards) == is_so


@pytest.mark.parametrize(
    ("name", "cards"),
    [("A", {"A": 0, "low_ace": 2}), ("low_ace", {"A": 2, "low_ace": 0}), ("2", {})],
)
def test_a_tap_on_an_ace_turns_it(name: str, cards: dict[str, int]) -> None:
    values = game("rummy-500").card_values
    one_of_each = {"A": 1, "low_ace": 1}
    assert turned(values, one_of_each, name) == one_of_each | cards
    assert turned(values, {}, name) == {}


def test_a_low_card_at_the_value_of_its_rank_is_one_of_them() -> None:
    values = game("rummy-500", low_ace=15).card_values
    assert [one.key for one in values.counted][:2] == ["A", "10-K"]
    assert (values.find("low_ace"), values.bonuses) == (values.find("A"), ())
    assert with_low_cards(values, RUN) == RUN
    assert [*low_to_high({"low_ace": 1, "3": 1, "2": 1}, values)] == ["A", "2", "3"]


def test_in_a_class_of_several_ranks_it_is_of_its_own() -> None:
    low = Bonus("low_ace", (), 10, wild=False, run=("A", "2", "3"))
    values = card_values({"A": 10, "K": 10, "2": 2}, (), PLAIN_PACK, (low,))
    assert [one.names for one in values.classes] == [{"K-A", "A", "K", "low_ace"}, {"2"}]
    assert [one.names for one in values.by_rank.classes] == [{"A", "low_ace"}, {"K"}, {"2"}]
