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

HANDS = [
    ("twelve-step-rummy", {"Joker": 1, "A": 2, "K": 4, "7": 6}, 50 + 40 + 40 + 30),
    ("russian-rummy", {"2": 2, "10": 1, "9": 1}, 100 + 10 + 5),
    ("dummy-rummy", {"Joker/2": 1, "A": 1, "3-9": 3}, 50 + 20 + 15),
    ("dummy-rummy-must-finish", {"A": 1, "10-K": 2}, 20 + 20),
    ("contract-rummy", {"Joker": 1, "A": 1, "Q": 1, "8": 2, "2": 1}, 25 + 15 + 10 + 16 + 2),
    ("progressive-rummy", {"Joker": 1, "A": 1, "4": 2}, 25 + 15 + 8),
    ("liverpool-rummy", {"A": 2, "7": 1, "5": 1}, 30 + 7 + 5),
    ("king-rummy", {"K": 4, "A": 1}, 40 + 15),
    ("zioncheck", {"Joker": 1, "A": 1, "9": 1}, 20 + 15 + 9),
    ("shanghai-rummy", {"Joker": 2, "A": 1, "J": 1, "2-10": 7}, 50 + 15 + 10 + 35),
    ("carioca", {"Joker": 1, "A": 1, "8": 1, "7": 1}, 30 + 20 + 8 + 7),
    ("continental-rummy", {"Joker": 1, "A": 1, "K": 1, "2": 1}, 50 + 20 + 10 + 2),
    ("kalooki-jamaican", {"Joker": 1, "A_black": 1, "A_red": 2, "9": 1}, 50 + 15 + 2 + 9),
    ("frustration", {"Joker": 1, "2": 1, "A": 1, "10": 1, "9": 1}, 20 + 20 + 15 + 10 + 5),
    ("phase-10", {"Wild": 1, "Skip": 1, "12": 1, "10-12": 1, "9": 1, "1": 1}, 25 + 15 + 20 + 10),
    ("five-crowns", {"Joker": 1, "3": 1, "K": 1, "J": 1}, 50 + 20 + 13 + 11),
    ("three-thirteen", {"A": 1, "K": 1, "3": 1}, 1 + 10 + 3),
    ("classic-rummy", {"A": 2, "Q": 1, "10": 1, "9": 1}, 2 + 20 + 9),
    ("rummy-500", {"A": 1, "K": 1, "2": 1}, 15 + 10 + 2),
    ("gin-rummy", {"A": 1, "K": 1, "2": 1}, 1 + 10 + 2),
    ("indian-rummy", {"Joker": 2, "A": 1, "J": 1, "10-A": 1, "7": 1}, 10 + 10 + 10 + 7),
    ("scala-40", {"A": 2, "9": 2, "2": 1, "Joker": 1}, 22 + 18 + 2 + 25),
    ("kalookie", {"Joker": 1, "8": 2}, 15 + 16),
    ("romme", {"A": 1, "Joker": 1, "3": 1}, 11 + 20 + 3),
    ("rami-51", {"Joker": 1, "A": 1, "3": 1}, 20 + 11 + 3),
    ("rami-71", {"A": 1, "K": 1, "7": 1, "Joker": 1}, 10 + 10 + 7 + 10),
    ("hand", {"Joker": 1, "A": 1, "5": 1}, 15 + 11 + 5),
    ("chinchon", {"12": 1, "10-12": 1, "7": 1, "1": 1}, 10 + 10 + 7 + 1),
    ("ramino", {"Joker": 1, "A": 1, "8": 1}, 25 + 11 + 8),
    ("loba", {"Joker": 1, "A": 1, "K": 1, "5": 1}, 10 + 10 + 10 + 5),
    ("pontinho", {"Joker": 1, "A": 1, "K": 1, "7": 1}, 20 + 15 + 10 + 7),
    ("cacheta", {"K": 1}, 1),
    ("rummikub", {"Joker": 1, "12": 1, "11": 1}, 30 + 12 + 11),
    ("burraco", {"Joker": 1, "A": 2, "8-K": 2, "3": 1, "clean": 1}, 30 + 30 + 20 + 5 + 200),
    ("canasta", {"Joker": 1, "2": 1, "4": 1, "mixed": 2, "red_threes": 4}, 75 + 600 + 800),
    ("hand-and-foot", {"A": 1, "K": 1, "clean": 3, "red_threes": 2}, 30 + 1500 + 200),
]


@pytest.mark.parametrize("key", PRICES)
def test_each_card_has_its_price(key: str) -> None:
    prices = PRICES[key]
    assert {card: cost(key, {card: 1}) for card in prices} == prices


@pytest.mark.parametrize(("key", "hand", "points"), HANDS)
def test_the_points_of_a_hand_are_the_sum_of_its_cards(
    key: str, hand: dict[str, int], points: int
) -> None:
    assert cost(key, hand) == points


def test_no_game_is_left_out() -> None:
    assert set(PRICES) == {key for key, _, _ in HANDS} == set(CARD_GAMES)


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
