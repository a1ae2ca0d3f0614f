"""The default values of leftovers in each game (RULES, section 21)."""

import pytest

from tests.unit.catalogue.games import CARD_GAMES, cost, game

# By game: the points of one card of each rank, and of one hand, added up by hand.
TWELVE_STEP = {"Joker": 50, "2": 50, "A": 20, "K": 10, "J": 10, "10": 10, "9": 5, "3": 5}
PIPS = {"K": 10, "Q": 10, "J": 10, "10": 10, "9": 9, "6": 6, "3": 3, "2": 2}
CONTRACT = PIPS | {"Joker": 25, "A": 15}
CANASTA = {"Joker": 50, "2": 20, "A": 20, "K": 10, "8": 10, "7": 5, "3": 5}
PRICES = {
    "twelve-step-rummy": TWELVE_STEP,
    "russian-rummy": TWELVE_STEP,
    "dummy-rummy": TWELVE_STEP,
    "dummy-rummy-must-finish": TWELVE_STEP,
    "contract-rummy": CONTRACT,
    "progressive-rummy": CONTRACT,
    "liverpool-rummy": CONTRACT,
    "king-rummy": CONTRACT,
    "zioncheck": CONTRACT | {"Joker": 20},
    "shanghai-rummy": {"Joker": 25, "A": 15, "K": 10, "J": 10, "10": 5, "9": 5, "2": 5},
    "carioca": PIPS | {"Joker": 30, "A": 20},
    "continental-rummy": PIPS | {"Joker": 50, "A": 20},
    "kalooki-jamaican": PIPS | {"Joker": 50, "A_black": 15, "A_red": 1},
    "frustration": {"Joker": 20, "2": 20, "A": 15, "K": 10, "10": 10, "9": 5, "3": 5},
    "phase-10": {"Wild": 25, "Skip": 15, "12": 10, "11": 10, "10": 10, "9": 5, "1": 5},
    "five-crowns": {"Joker": 50, "K": 13, "Q": 12, "J": 11, "10": 10, "4": 4, "3": 20},
    "three-thirteen": PIPS | {"A": 1},
    "classic-rummy": PIPS | {"A": 1},
    "rummy-500": PIPS | {"A": 15},
    "gin-rummy": PIPS | {"A": 1},
    "indian-rummy": PIPS | {"Joker": 0, "A": 10},
    "scala-40": PIPS | {"Joker": 25, "A": 11},
    "kalookie": PIPS | {"Joker": 15, "A": 11},
    "romme": PIPS | {"Joker": 20, "A": 11},
    "rami-51": PIPS | {"Joker": 20, "A": 11},
    "rami-71": PIPS | {"Joker": 10, "A": 10},
    "hand": PIPS | {"Joker": 15, "A": 11},
    "chinchon": {"12": 10, "11": 10, "10": 10, "7": 7, "1": 1},
    "ramino": PIPS | {"Joker": 25, "A": 11},
    "loba": PIPS | {"Joker": 10, "A": 10},
    "pontinho": PIPS | {"Joker": 20, "A": 15},
    "cacheta": {"Joker": 1, "A": 1, "K": 1, "2": 1},
    "rummikub": {"Joker": 30, "13": 13, "10": 10, "1": 1},
    "burraco": {"Joker": 30, "2": 20, "A": 15, "K": 10, "8": 10, "7": 5, "3": 5},
    "canasta": CANASTA,
    "hand-and-foot": CANASTA,
}


@pytest.mark.parametrize("key", PRICES)
def test_each_card_has_its_price(key: str) -> None:
    prices = PRICES[key]
    assert {card: cost(key, {card: 1}) for card in prices} == prices


def test_no_game_is_left_out() -> None:
    assert set(PRICES) == set(CARD_GAMES)


WILD = {
    "contract-rummy": ["Joker"],
    "frustration": ["Joker/2"],
    "phase-10": ["Wild"],
    "kalooki-jamaican": ["Joker"],
    "twelve-step-rummy": ["Joker/2"],
    "rummy-500": [],
    "three-thirteen": [],
}


@pytest.mark.parametrize("key", WILD)
def test_wild_cards_are_known_on_the_keypad(key: str) -> None:
    assert [c.key for c in game(key).card_values.classes if c.wild] == WILD[key]


@pytest.mark.parametrize(
    ("key", "card"),
    [
        ("five-crowns", "A"),
        ("five-crowns", "2"),
        ("phase-10", "Joker"),
        ("phase-10", "K"),
        ("kalooki-jamaican", "A"),
        ("three-thirteen", "Joker"),
        ("rummy-500", "Joker"),
        ("contract-rummy", "Skip"),
    ],
)
def test_decks_without_some_cards(key: str, card: str) -> None:
    assert game(key).card_values.find(card) is None


# Five Crowns: the wild rank costs 20 in its round and its number in all others.
@pytest.mark.parametrize(
    ("number", "wild", "own"),
    [(1, "3", 3), (2, "4", 4), (8, "10", 10), (9, "J", 11), (11, "K", 13)],
)
def test_the_wild_rank_of_five_crowns_moves_with_the_deal(number: int, wild: str, own: int) -> None:
    for other in range(1, 12):
        assert cost("five-crowns", {wild: 1}, other) == (20 if other == number else own)


@pytest.mark.parametrize(("number", "wild"), [(1, "3"), (9, "J"), (11, "K")])
def test_the_wild_rank_of_three_thirteen_keeps_its_value(number: int, wild: str) -> None:
    assert {cost("three-thirteen", {wild: 1}, n) for n in range(1, 12)} == {
        cost("three-thirteen", {wild: 1}, number)
    }
