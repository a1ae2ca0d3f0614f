"""The required content of each game's rules card."""

import re

import pytest

from companion.rules.reading.catalogue import catalogue, game_data
from tests.unit.catalogue.games import game

DECIDES = "table decides"
GAP = "need a gap between them"
EXACT = "exactly"
PLAIN_TURN = {"draw": "Draw one card, from the stock or the top of the discards"}
DISCARDS = {"discard": "Then discard one card"}
RESHUFFLED = {"reshuffle": "discards are shuffled", "top": "only the top one stays"}
ANYBODYS = "any player’s melds"
HIGH_OR_LOW = {"ace": "The ace is high or low: A-2-3-4 and J-Q-K-A are", "corner": "K-A-2-3 is not"}
BUYING = {
    "ask": "May I?",
    "penalty": "take the top card of the stock with it as a penalty",
    "precedence": "The player whose turn it is comes first",
    "passed": "must draw from the stock",
    "not out of turn": "may not lay down, lay off or discard before their own turn",
}

# By game and part: the facts with the words that tell them; sources are in RULES and MELDS.
FACTS: dict[str, dict[str, dict[str, str]]] = {
    "twelve-step-rummy": {
        "turn": PLAIN_TURN | DISCARDS | {"out": "Your last card must be a discard"},
        "stock": RESHUFFLED,
        "melds": HIGH_OR_LOW | {"suits": "same suit may appear twice", "gap": GAP},
        "laying_down": {
            "at once": "all melds of your contract at once",
            "sizes": EXACT,
            "own first": "Once your own contract is down",
            "when": "even in the same turn",
            "whose": ANYBODYS,
            "not before": "Not before",
        },
        "wild_cards": {
            "which": "Jokers and all twos",
            "two": "A two may also count as a two: A-2-3-4 is a run",
            "set": "In a set, wild cards may be next to each other",
            "run": "in a run, a natural card stands between any two",
            "all wild": f"{DECIDES} whether a meld may be made of wild cards only",
            "whose": "another player’s run",
            "use": "Use it at once",
            "set stays": "in a set stays there",
        },
    },
    "dummy-rummy": {
        "turn": DISCARDS | {"out": "Your last card must be a discard"},
        "stock": {"reshuffle": "discards are shuffled"},
        "laying_down": {"at once": "at once", "when": "even in the same turn", "whose": ANYBODYS},
        "wild_cards": {"two": "A-2-3-4 is a run", "use": "Use it at once"},
    },
    "russian-rummy": {
        "turn": PLAIN_TURN | DISCARDS | {"out": "Your last card must be a discard"},
        "stock": {"reshuffle": "discards are shuffled"},
        "setting_up": {"cut": "Another player cuts"},
        "melds": {"ace": "A-2-3 may begin a run and Q-K-A end one", "corner": DECIDES},
        "laying_down": {
            "at once": "at once",
            "set sizes": f"{DECIDES} whether sets may have more cards",
            "run sizes": f"{DECIDES} whether runs may have more cards",
            "own first": "Once your own contract is down",
            "whose": ANYBODYS,
            "when": f"{DECIDES} whether you may already lay off in the same turn",
        },
        "wild_cards": {
            "two": "A-2-3-4 is a run",
            "end": "one may stand at the end",
            "use": "must use it in that round",
            "whose": "another player’s run",
            "own first": f"{DECIDES} whether your contract must be down before a swap",
        },
    },
    "contract-rummy": {
        "turn": PLAIN_TURN | DISCARDS | {"out": f"{DECIDES} whether you need a discard to go out"},
        "stock": RESHUFFLED,
        "melds": HIGH_OR_LOW | {"gap": GAP},
        "laying_down": {
            "at once": "whole contract at once",
            "sizes": EXACT,
            "nothing else": "nothing else in that turn",
            "own first": "Once your contract is down",
            "when": "from your next turn on",
            "whose": ANYBODYS,
            "longest": "A run has 14 cards at most",
        },
        "wild_cards": {
            "own first": "Once your contract is down",
            "whose": "in any run on the table",
            "ends": "move it to either end of that run",
            "dead": "A joker in a set stays there",
            "caps": "whether they may be next to each other",
        },
        "buying": BUYING | {"next": "then the others in order"},
    },
    "progressive-rummy": {
        "turn": PLAIN_TURN | DISCARDS | {"out": "No discard is needed to go out"},
        "stock": {"who": "the dealer shuffles the discards"},
        "melds": HIGH_OR_LOW | {"gap": GAP},
        "laying_down": {
            "sizes": "at once: sets of exactly three, runs of exactly four",
            "nothing else": "nothing else in that turn",
            "when": "from a later turn on",
            "whose": ANYBODYS,
            "grow": "sets and runs may then grow",
        },
        "wild_cards": {
            "own first": "Once your contract is down",
            "set": "even in a set",
            "use": "keep it for a later turn",
            "who": "the one whose turn comes first",
        },
        "buying": BUYING | {"next": "your table decides who comes next"},
    },
    "classic-rummy": {
        "turn": PLAIN_TURN
        | DISCARDS
        | {"out": f"{DECIDES} whether your last card must be a discard"},
        "stock": {"silent": DECIDES},
        "melds": {"set": "three or four", "run": "three or more", "ace": "The ace is low"},
        "laying_down": {"where": "sets and runs on the table", "when": DECIDES},
    },
    "rummy-500": {
        "turn": DISCARDS
        | {
            "stock": "Draw the top card of the stock",
            "discards": "any discard that you use at once",
            "pile": "all cards on top of it",
            "out": DECIDES,
        },
        "stock": {"silent": DECIDES},
        "melds": {"ace": "An ace is worth 15, but 1 in a melded A-2-3", "corner": "K-A-2 is not"},
        "laying_down": {"score": "count for you", "whose": ANYBODYS},
    },
    "dummy-rummy-must-finish": {"melds": HIGH_OR_LOW},
    "frustration": {
        "melds": {"suits": "need not be of one suit", "ace": DECIDES},
        "laying_down": {"own first": "Once your contract is down", "whose": ANYBODYS},
    },
    "shanghai-rummy": {
        "turn": {"out": "Your last card must be a discard"},
        "stock": RESHUFFLED,
        "melds": {"ace": "high or low, but never between king and two", "gap": GAP},
        "laying_down": {"when": "from your next turn on", "whose": ANYBODYS},
        "wild_cards": {"caps": "two in a run of five", "dead": "A joker in a set stays there"},
        "buying": BUYING | {"next": "then the others in order"},
    },
    "liverpool-rummy": {
        "stock": RESHUFFLED,
        "melds": HIGH_OR_LOW | {"gap": GAP},
        "laying_down": {
            "whose": ANYBODYS,
            "when": f"{DECIDES} whether you may already lay off in the same turn",
        },
        "wild_cards": {"whose": "in any run on the table", "dead": "in a set stays there"},
    },
    "king-rummy": {
        "stock": RESHUFFLED,
        "melds": HIGH_OR_LOW | {"gap": GAP, "last": "in the last round exactly four"},
        "laying_down": {"whose": ANYBODYS, "last": "In round 4 there is no laying off"},
        "wild_cards": {
            "whose": "in any run on the table",
            "at once": "in order of play, may at once swap it for the card it stands for",
        },
        "buying": BUYING | {"next": "then the others in order"},
    },
    "continental-rummy": {
        "turn": {"out": "Your last card is a discard, laid face down"},
        "melds": {
            "ace": "between king and two",
            "round": "may continue past the ace",
            "sets": "two sets may be of one rank",
            "runs": "Two runs may be of one suit",
        },
        "laying_down": {"when": "even in the same turn", "whose": ANYBODYS},
        "wild_cards": {
            "run": "replace a joker in a run",
            "use": "at once, in a run of the player who laid that run",
            "touching": "never next to another joker",
            "set": "A joker in a set stays there",
        },
        "buying": {
            "who": "even your own",
            "penalty": "the top card of the stock as a penalty",
            "number": "Each discard can be bought once",
        },
    },
    "kalooki-jamaican": {
        "melds": HIGH_OR_LOW
        | {"ranks": "threes are of different ranks", "suits": "fours of different suits"},
        "wild_cards": {
            "stays": "A joker never leaves its meld",
            "moves": "move the joker to an end",
            "touching": "two jokers may not be next to each other",
        },
    },
    "phase-10": {
        "turn": {"out": "discarding your last card, or by laying it off"},
        "laying_down": {"whose": "any player’s phase", "when": DECIDES},
        "wild_cards": {
            "many": "a phase may have as many as you like",
            "only": DECIDES,
            "skip": "miss a turn",
        },
    },
    "five-crowns": {
        "turn": {"out": "that one is your discard"},
        "melds": {"set": "three or more cards of one rank", "run": "three or more of one suit"},
        "laying_down": {
            "when": "only when you go out, or in your last turn",
            "whose": "Nobody lays off",
        },
        "wild_cards": {"many": "any number", "touching": "next to each other"},
    },
    "three-thirteen": {
        "turn": {"out": "that one is your discard"},
        "melds": {"ace": "A-2-3 is a run, K-A-2 is not"},
        "laying_down": {
            "when": "only when you go out, or in your last turn",
            "whose": "Nobody lays off",
        },
        "wild_cards": {"all wild": "or nothing but wild cards"},
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
        assert "some say to use it at once, others in that round" in told


def test_no_card_speaks_of_decks_that_no_house_rule_has() -> None:
    assert "Jo" not in re.findall(r"\w+", plain(game("contract-rummy").differences))


@pytest.mark.parametrize("key", catalogue())
def test_every_card_tells_a_turn_the_stock_and_melds(key: str) -> None:
    told = game(key).how_to_play
    assert all(told[part] for part in ("turn", "stock", "melds", "laying_down"))


# Who deals first, where a source says so; anywhere else the table decides.
FIRST_DEALERS = {
    "lowest_card": {
        *("contract-rummy", "progressive-rummy", "twelve-step-rummy", "dummy-rummy"),
        *("king-rummy", "shanghai-rummy", "liverpool-rummy", "rummy-500"),
    },
    "highest_card": {"continental-rummy"},
}


def test_the_first_dealer_is_drawn_for_where_a_source_says_so() -> None:
    drawn = {g.key: g.first_dealer for g in catalogue().values() if g.first_dealer != "table"}
    assert drawn == {key: card for card, keys in FIRST_DEALERS.items() for key in keys}


def test_a_different_player_may_take_the_next_discard_too_and_nobody_two_in_a_row() -> None:
    told = plain(game("contract-rummy").differences)
    assert "a different player may take the next discard too" in told
    assert "nobody buys twice in a row" in told


OF_MELDS = ("turn", "melds", "laying_down", "wild_cards")


@pytest.mark.parametrize("key", catalogue())
def test_a_question_left_open_by_a_card_is_silent_for_the_referee(key: str) -> None:
    data = game_data(key)
    for part in OF_MELDS:
        for row in data["how_to_play"].get(part, {}).values():
            open_keys = [path for path, value in row.get("when", {}).items() if value == "silent"]
            assert open_keys or DECIDES not in row["text"], row["text"]


def test_a_card_no_longer_leaves_open_what_the_table_has_decided() -> None:
    before, after = (
        plain(game("russian-rummy", **decided).how_to_play["wild_cards"])
        for decided in ({}, {"melding_all_wild": True, "melding_own_contract_first": False})
    )
    assert DECIDES in before
    assert DECIDES not in after


LEFT_TO_THE_TABLE = {
    "shanghai-rummy": [],
    "king-rummy": ["turn", "wild_cards"],
    "five-crowns": ["stock"],
    "continental-rummy": ["stock", "wild_cards"],
    "kalooki-jamaican": ["turn", "stock", "laying_down"],
    "liverpool-rummy": ["turn", "laying_down", "wild_cards"],
    "phase-10": ["stock", "laying_down", "wild_cards"],
}


@pytest.mark.parametrize("key", LEFT_TO_THE_TABLE)
def test_the_card_leaves_to_the_table_only_what_no_source_decides(key: str) -> None:
    told = game(key).how_to_play
    assert [part for part, texts in told.items() if DECIDES in plain(texts)] == LEFT_TO_THE_TABLE[
        key
    ]


def test_liverpool_is_played_in_six_rounds_or_by_house_rule_in_seven() -> None:
    assert game("liverpool-rummy").rounds == 6
    assert game("liverpool-rummy", rounds=7).rounds == 7
    told = plain(game("liverpool-rummy").sources)
    assert "rummy-games.com (six rounds)" in told
    assert "en.wikipedia.org (Liverpool rummy), play-win-rummy.com (seven rounds)" in told


def test_five_crowns_seats_two_to_seven() -> None:
    rules = game("five-crowns")
    assert (rules.least_players, rules.most_players) == (2, 7)
