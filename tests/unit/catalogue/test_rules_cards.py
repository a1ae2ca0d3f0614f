"""What the card of each game must tell."""

import re

import pytest

from companion.rules.catalogue import catalogue
from tests.unit.catalogue.games import game

DECIDES = "your table decides"
GAP = "need a gap between them"
EXACT = "exactly"
PLAIN_TURN = {"draw": "Draw one card, from the stock or the top of the discards"}
DISCARDS = {"discard": "Then discard one card"}
BUYING = {
    "ask": "May I?",
    "penalty": "takes the top card of the stock with it as a penalty",
    "precedence": "The player in turn comes first",
    "passed": "must draw from the stock",
    "not out of turn": "may not lay down, lay off or discard before their own turn",
}

# By game and part: the facts with the words that tell them; sources are in RULES and MELDS.
FACTS: dict[str, dict[str, dict[str, str]]] = {
    "twelve-step-rummy": {
        "turn": PLAIN_TURN | DISCARDS | {"out": "Your last card must be a discard"},
        "stock": {"reshuffle": "discards are shuffled", "top": "only the top one stays"},
        "melds": {
            "suits": "same suit may come twice",
            "ace": "The ace is high or low",
            "corner": "K-A-2 is not",
            "gap": GAP,
        },
        "laying_down": {
            "at once": "all melds of your contract at once",
            "sizes": EXACT,
            "own first": "Once your own contract is down",
            "when": "in the same turn too",
            "whose": "anybody’s",
            "not before": "Not before",
        },
        "wild_cards": {
            "which": "Jokers and all twos",
            "two": "A two may also stand as itself: A-2-3-4 is a run",
            "set": "In a set wild cards may touch",
            "run": "in a run a natural card stands between any two",
            "all wild": f"wild cards only, {DECIDES}",
            "whose": "another player’s run",
            "use": "Use it at once",
            "set stays": "in a set stays there",
        },
    },
    "dummy-rummy": {
        "turn": DISCARDS | {"out": "Your last card must be a discard"},
        "stock": {"reshuffle": "discards are shuffled"},
        "laying_down": {"at once": "at once", "when": "in the same turn too", "whose": "anybody’s"},
        "wild_cards": {"two": "A-2-3-4 is a run", "use": "Use it at once"},
    },
    "russian-rummy": {
        "turn": PLAIN_TURN | DISCARDS | {"out": "Your last card must be a discard"},
        "stock": {"reshuffle": "discards are shuffled"},
        "melds": {"ace": "The ace is high or low", "corner": f"K-A-2 is one, {DECIDES}"},
        "laying_down": {
            "at once": "at once",
            "sizes": f"more cards than named, {DECIDES}",
            "own first": "Once your own contract is down",
            "whose": "anybody’s",
            "when": f"in the same turn too, {DECIDES}",
        },
        "wild_cards": {
            "two": "A-2-3-4 is a run",
            "end": "one may stand at the end",
            "use": "must use it in that round",
            "whose": "another player’s run",
            "own first": f"your contract must be down first, {DECIDES}",
        },
    },
    "contract-rummy": {
        "turn": PLAIN_TURN | DISCARDS | {"out": f"need a discard to go out, {DECIDES}"},
        "stock": {"silent": DECIDES},
        "melds": {"ace": "high or low", "corner": "K-A-2-3 is not", "gap": GAP},
        "laying_down": {
            "at once": "whole contract at once",
            "sizes": EXACT,
            "nothing else": "nothing else in that turn",
            "own first": "Once your contract is down",
            "when": "from your next turn on",
            "whose": "anybody’s",
            "longest": "A run has 14 cards at most",
        },
        "wild_cards": {
            "own first": "Once your contract is down",
            "whose": "in any run on the table",
            "ends": "move it to either end of that run",
            "dead": "A joker in a set stays there",
            "caps": f"whether they may touch, {DECIDES}",
        },
        "buying": BUYING | {"next": "then whoever is next"},
    },
    "progressive-rummy": {
        "turn": PLAIN_TURN | DISCARDS | {"out": "No discard is needed to go out"},
        "stock": {"silent": DECIDES},
        "melds": {"ace": "high or low", "gap": GAP},
        "laying_down": {
            "sizes": "at once: sets of exactly three, runs of exactly four",
            "nothing else": "nothing else in that turn",
            "when": "from a later turn on",
            "whose": "anybody’s",
            "grow": "sets and runs may grow then",
        },
        "wild_cards": {
            "own first": "Once your contract is down",
            "set": "a set too",
            "use": "Keep it for a later turn",
            "who": "the player whose turn is due",
        },
        "buying": BUYING | {"next": f"who comes next, {DECIDES}"},
    },
    "classic-rummy": {
        "turn": PLAIN_TURN | DISCARDS | {"out": f"last card must be a discard, {DECIDES}"},
        "stock": {"silent": DECIDES},
        "melds": {"set": "three or four", "run": "three or more", "ace": "The ace is low"},
        "laying_down": {"where": "sets and runs that are on the table", "when": DECIDES},
    },
    "rummy-500": {
        "turn": {"draw": "How many cards you may draw", "out": DECIDES},
        "stock": {"silent": DECIDES},
        "melds": {"ace": "An ace counts 15, but 1 in a melded A-2-3"},
        "laying_down": {"score": "counts for you", "whose": DECIDES},
    },
}


def plain(texts: tuple[str, ...]) -> str:
    """As one text, with hyphens that may break a line."""
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
        assert "some want it used at once, others in that round" in told


def test_no_card_speaks_of_decks_that_no_house_rule_has() -> None:
    assert "Jo" not in re.findall(r"\w+", plain(game("contract-rummy").differences))


@pytest.mark.parametrize("key", catalogue())
def test_every_card_tells_a_turn_the_stock_and_melds(key: str) -> None:
    told = game(key).how_to_play
    assert all(told[part] for part in ("turn", "stock", "melds", "laying_down"))
