"""The required content of each game's rules card."""

import re

import pytest

from companion.rules.reading.catalogue import catalogue, game_data
from tests.unit.catalogue.games import CARD_GAMES, game

DECIDES = "table decides"
PLAIN_TURN = {"draw": "Draw one card, from the stock or the top of the discards"}
DISCARDS = {"discard": "Then discard one card"}
RESHUFFLED = {"reshuffle": "discards are shuffled", "top": "only the top one stays"}
BUYING = {
    "ask": "May I?",
    "penalty": "take the top card of the stock with it as a penalty",
    "precedence": "The player whose turn it is comes first",
    "passed": "must draw from the stock",
    "not out of turn": "may not lay down, lay off or discard before their own turn",
}

# By game and part: the facts with the words for them. Melds are worded from their keys.
FACTS: dict[str, dict[str, dict[str, str]]] = {
    "twelve-step-rummy": {
        "turn": PLAIN_TURN | DISCARDS,
        "stock": RESHUFFLED,
        "wild_cards": {"which": "Jokers and all twos"},
    },
    "dummy-rummy": {
        "turn": DISCARDS,
        "stock": {"reshuffle": "discards are shuffled"},
    },
    "russian-rummy": {
        "turn": PLAIN_TURN | DISCARDS,
        "stock": {"reshuffle": "discards are shuffled"},
        "setting_up": {"cut": "other than the dealer cuts"},
    },
    "contract-rummy": {
        "turn": PLAIN_TURN | DISCARDS,
        "stock": RESHUFFLED,
        "buying": BUYING | {"next": "then the others in order"},
    },
    "progressive-rummy": {
        "turn": PLAIN_TURN | DISCARDS,
        "stock": {"who": "the dealer shuffles the discards"},
        "buying": BUYING | {"next": "your table decides who comes next"},
    },
    "classic-rummy": {
        "turn": PLAIN_TURN | DISCARDS,
        "stock": {"silent": "table decides"},
    },
    "rummy-500": {
        "turn": DISCARDS
        | {
            "stock": "Draw the top card of the stock",
            "discards": "any discard that you use at once",
            "pile": "all cards on top of it",
        },
        "stock": {"silent": "table decides"},
        "melds": {"ace": "An ace is worth 15, but 1 in a melded A-2-3"},
        "laying_down": {"score": "count for you"},
    },
    "shanghai-rummy": {
        "stock": RESHUFFLED,
        "buying": BUYING | {"next": "then the others in order"},
    },
    "liverpool-rummy": {
        "stock": RESHUFFLED,
    },
    "king-rummy": {
        "stock": RESHUFFLED,
        "buying": BUYING | {"next": "then the others in order"},
    },
    "continental-rummy": {
        "wild_cards": {"touching": "never next to another joker"},
        "buying": {
            "who": "even your own",
            "penalty": "the top card of the stock as a penalty",
            "number": "Each discard can be bought once",
        },
    },
    "phase-10": {
        "wild_cards": {"skip": "miss a turn"},
    },
    "five-crowns": {
        "laying_down": {"when": "only when you go out, or in your last turn"},
    },
    "chinchon": {
        "setting_up": {"mano": "The highest is “mano” and begins"},
        "laying_down": {
            "first turn": "Nobody may close in the first turn",
            "lay off": "They cannot lay off when the player who closed had all seven cards",
            "chinchon": "Seven cards in a row of one suit are a chinchón",
        },
    },
    "ramino": {
        "laying_down": {"hidden": "You show nothing before the end", "run": "All cards in one run"},
    },
    "loba": {
        "melds": {"pierna": "A card of the fourth suit never goes on it"},
    },
    "pontinho": {
        "setting_up": {"wild": "one rank higher are wild"},
        "melds": {"estrangeira": "a card of the fourth suit is “estrangeira”"},
    },
    "cacheta": {
        "laying_down": {"lives": "A point is a life lost"},
    },
    "rummikub": {
        "turn": {"pool": "Lay tiles down, or draw one from the pool"},
        "laying_down": {"own": "from your own rack only"},
    },
    "three-thirteen": {
        "laying_down": {"when": "only when you go out, or in your last turn"},
    },
    "scala-40": {
        "turn": {
            "stock": "Draw the top card of the stock",
            "pile": "if you have opened, or if you open in this turn with that card",
        }
        | DISCARDS,
        "stock": {"turned": "the discards are turned over"},
        "laying_down": {"in hand": "closes in hand"},
    },
    "kalookie": {
        "turn": {"pile": "if you lay it down in this turn"},
        "stock": {"reshuffle": "shuffle all discards but the top one"},
        "laying_down": {"all": "is a kalookie"},
        "wild_cards": {"set": "only in exchange for both missing cards"},
    },
    "romme": {
        "turn": PLAIN_TURN | DISCARDS,
        "laying_down": {"all": "plays a Hand"},
    },
    "rami-51": {
        "turn": {"pile": "From the second turn on you may take the top discard"},
        "laying_down": {"all": "makes a rami sec"},
    },
    "rami-71": {
        "setting_up": {"begins": "gets one card more, and begins with a discard"},
        "melds": {"ace": "an ace is always worth 10"},
        "laying_down": {
            "beat": "needs more points than that player had",
            "all": "A rami sec, all cards laid down in one turn, brings nothing more",
        },
    },
    "hand": {
        "setting_up": {"begins": "fifteen cards, and begins with a discard"},
        "turn": {"pile": "if you lay down melds in this turn"},
        "stock": {"over": "the round is over"},
    },
    "hand-and-foot": {
        "turn": {
            "pile": "two cards of its rank from your hand",
            "seven": "the whole pile or only the top seven cards",
            "black three": "A black three on top cannot be taken",
        },
        "melds": {"threes": "Threes are never melded"},
    },
}


def plain(texts: tuple[str, ...]) -> str:
    """As one text, with non-breaking hyphens replaced."""
    return " ".join(texts).replace("\u2011", "-")


@pytest.mark.parametrize(
    ("key", "part", "fact"),
    [(key, part, fact) for key, parts in FACTS.items() for part in parts for fact in parts[part]],
)
def test_the_card_tells(key: str, part: str, fact: str) -> None:
    assert FACTS[key][part][fact] in plain(game(key).how_to_play[part])


@pytest.mark.parametrize("key", ["twelve-step-rummy", "dummy-rummy", "contract-rummy"])
@pytest.mark.parametrize("fact", BUYING)
def test_where_the_table_buys_the_card_tells_how(key: str, fact: str) -> None:
    assert BUYING[fact] in plain(game(key, buys=True).how_to_play["buying"])


@pytest.mark.parametrize(
    "key", [key for key, g in catalogue().items() if "buys" in {r.key for r in g.house_rules}]
)
def test_the_card_follows_the_choice_about_buying(key: str) -> None:
    on, off = (plain(game(key, buys=buys).how_to_play["buying"]) for buys in (True, False))
    assert "top discard" in on
    assert "Nobody" in off
    assert "Nobody" not in on
    assert "top discard" not in off


def test_the_card_follows_the_choice_about_twos() -> None:
    assert "Jokers are wild." in game("contract-rummy").how_to_play["wild_cards"]
    wild = plain(game("contract-rummy", deuces_wild=True).how_to_play["wild_cards"])
    assert "Jokers and twos are wild" in wild
    assert "Jokers are wild" not in wild


def test_zioncheck_of_four_rounds_tells_nothing_of_the_seventh() -> None:
    assert "In round 7" in plain(game("zioncheck").how_to_play["laying_down"])
    assert "In round 7" not in plain(game("zioncheck", rounds=4).how_to_play["laying_down"])


def test_classic_rummy_tells_of_jokers_where_it_has_some() -> None:
    for choice, told in (("none", False), ("both_per_deck", True)):
        wild_cards = game("classic-rummy", jokers=choice).how_to_play["wild_cards"]
        assert bool(wild_cards) is told


def test_the_swap_that_is_told_differently_is_named_once_at_the_end() -> None:
    for key in ("twelve-step-rummy", "dummy-rummy", "russian-rummy"):
        told = plain(game(key).differences)
        assert "some say to use it at once, others in the same round" in told


def test_no_card_speaks_of_decks_that_no_house_rule_has() -> None:
    assert "Jo" not in re.findall(r"\w+", plain(game("contract-rummy").differences))


@pytest.mark.parametrize("key", CARD_GAMES)
def test_every_card_tells_a_turn_and_the_stock(key: str) -> None:
    told = game(key).how_to_play
    assert all(told[part] for part in ("turn", "stock"))


# The first dealer, if a source names one; otherwise the table decides.
FIRST_DEALERS = {
    "lowest_card": {
        *("contract-rummy", "progressive-rummy", "twelve-step-rummy", "dummy-rummy"),
        *("king-rummy", "shanghai-rummy", "liverpool-rummy", "rummy-500"),
        *("gin-rummy", "kalookie", "hand"),
    },
    "highest_card": {"continental-rummy", "romme", "loba", "pontinho", "rummikub"},
}


def test_the_first_dealer_is_drawn_for_where_a_source_says_so() -> None:
    drawn = {g.key: g.first_dealer for g in catalogue().values() if g.first_dealer != "table"}
    assert drawn == {key: card for card, keys in FIRST_DEALERS.items() for key in keys}


def test_a_different_player_may_take_the_next_discard_too_and_nobody_two_in_a_row() -> None:
    told = plain(game("contract-rummy").differences)
    assert "a different player may take the next discard too" in told
    assert "nobody buys twice in a row" in told


OF_MELDS = ("turn", "melds", "laying_down", "wild_cards")


@pytest.mark.parametrize("key", CARD_GAMES)
def test_no_paragraph_of_a_file_leaves_anything_about_melds_open(key: str) -> None:
    for part in OF_MELDS:
        for row in game_data(key)["how_to_play"].get(part, {}).values():
            assert DECIDES not in row["text"], row["text"]


def test_liverpool_is_played_in_six_rounds_or_by_house_rule_in_seven() -> None:
    assert game("liverpool-rummy").rounds == 6
    assert game("liverpool-rummy", rounds=7).rounds == 7
    told = plain(game("liverpool-rummy").sources)
    assert "rummy-games.com (six rounds)" in told
    assert "en.wikipedia.org (Liverpool rummy), play-win-rummy.com (seven rounds)" in told


def test_five_crowns_seats_two_to_seven() -> None:
    rules = game("five-crowns")
    assert (rules.least_players, rules.most_players) == (2, 7)
