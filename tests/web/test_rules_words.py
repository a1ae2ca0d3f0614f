"""The words of a rules card about the deal, card values and buys, without rendering the card."""

from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter

import pytest
from flask import Flask

from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.web.words.cards import card_points_words
from companion.web.words.dealing import buy_limit_words, dealing_words
from companion.web.words.melding import is_asked, melding_told, melding_words
from tests.unit.catalogue.games import game
from tests.web.page import Page
from tests.web.table import GAME


@pytest.mark.parametrize(
    ("cards", "sentences"),
    [
        ((13,), ["Each player is dealt 13 cards."]),
        ((14, 14, 14), ["Each player is dealt 14 cards."]),
        ((10, 10, 12, 12), ["Rounds 1 to 2: 10 cards each.", "Rounds 3 to 4: 12 cards each."]),
        ((3, 4, 5, 6), ["3 cards in round 1, one more each round, up to 6 in round 4."]),
        ((3, 5, 7), ["3 cards in round 1, 2 more each round, up to 7 in round 3."]),
        ((9, 8, 7), ["9 cards in round 1, one fewer each round, down to 7 in round 3."]),
        (
            (9, 10, 11, 11, 12, 13),
            [
                "9 cards in round 1, one more each round, up to 11 in round 3.",
                "11 cards in round 4, one more each round, up to 13 in round 6.",
            ],
        ),
        ((10, 12, 7), [f"Round {n}: {c} cards each." for n, c in ((1, 10), (2, 12), (3, 7))]),
        ((10, 12, 12), ["Round 1: 10 cards each.", "Rounds 2 to 3: 12 cards each."]),
    ],
    ids=str,
)
def test_the_deal_of_all_rounds_is_told_in_few_words(
    app: Flask, cards: tuple[int, ...], sentences: list[str]
) -> None:
    with app.test_request_context():
        assert list(dealing_words(replace(catalogue()[GAME], cards_dealt=cards))) == sentences


@pytest.mark.parametrize(
    ("values", "rows"),
    [
        ({"7": 9}, ["7 · 9", "8", "2 – 6"]),
        ({"7": 10}, ["9", "8", "2 – 6"]),
        ({"4": 5}, ["6 – 9", "4 5", "3", "2"]),
    ],
    ids=str,
)
def test_a_row_of_numbers_ends_where_a_rank_costs_something_else(
    app: Flask, values: dict[str, int], rows: list[str]
) -> None:
    game = catalogue()["contract-rummy"]
    with app.test_request_context():
        shown = card_points_words(replace(game, values={**game.values, **values}))
        assert [cards for cards, _ in shown][-len(rows) :] == rows


@pytest.mark.parametrize(("worth", "row"), [(1, "1 point"), (5, "5 points"), (15, None)])
def test_the_values_name_a_low_ace_that_is_worth_something_else(
    app: Flask, worth: int, row: str | None
) -> None:
    ruleset = read_ruleset(apply_house_rules(game_data("rummy-500"), {"low_ace": worth}))
    with app.test_request_context():
        shown = {cards: points.replace("\xa0", " ") for cards, points in card_points_words(ruleset)}
    assert (shown["A"], shown.get("Low ace")) == ("15 points", row)


ONCE, TWICE = "each player may buy once", "each player may buy up to 2 times"


@pytest.mark.parametrize(
    ("limits", "sentences"),
    [
        ((2,), ["Each player may buy up to 2 times in a round."]),
        ((1, 1, 1), ["Each player may buy once in a round."]),
        (None, ["Each player may buy as often as they like."]),
        ((1, 1, 2), [f"Rounds 1 to 2: {ONCE} a round.", f"From round 3 on {TWICE} a round."]),
        (
            (2, 1, 2),
            [f"Round 1: {TWICE}.", f"Round 2: {ONCE}.", f"From round 3 on {TWICE} a round."],
        ),
        (
            (1, 2, 2, 1),
            [
                f"Round 1: {ONCE}.",
                f"Rounds 2 to 3: {TWICE} a round.",
                f"From round 4 on {ONCE} a round.",
            ],
        ),
    ],
)
def test_a_card_tells_how_often_one_may_buy_where_no_house_rule_does(
    app: Flask, limits: tuple[int, ...] | None, sentences: list[str]
) -> None:
    known = catalogue()["shanghai-rummy"]
    ruleset = replace(known, buys=replace(known.buys, limits=limits))
    with app.test_request_context():
        assert [*buy_limit_words(ruleset)] == sentences
        assert [*buy_limit_words(replace(ruleset, buys=replace(ruleset.buys, allowed=False)))] == []
        assert [*buy_limit_words(catalogue()[GAME])] == []  # its house rule does


WITHOUT_CONTRACTS = [ruleset for ruleset in catalogue().values() if not ruleset.contracts]


@pytest.mark.parametrize("ruleset", WITHOUT_CONTRACTS, ids=attrgetter("key"))
def test_nothing_about_melds_speaks_of_contracts_where_there_are_none(
    app: Flask, ruleset: Ruleset
) -> None:
    with app.test_request_context():
        words = [one.words for one in melding_told(ruleset)]
    rules = [rule for rule in ruleset.rulings if is_asked(ruleset, rule)]
    words += [text for rule in rules for text in (rule.question, *(c.label for c in rule.choices))]
    assert not [text for text in words if "contract" in text]


def test_who_must_be_down_before_a_swap_is_said_also_without_contracts(app: Flask) -> None:
    with app.test_request_context():
        for game in ("scala-40", "romme", "twelve-step-rummy"):
            words = melding_words(catalogue()[game], "wild_cards")
            assert "Before a swap, you must be down yourself." in words


def test_where_players_close_nobody_reads_of_going_out_without_a_discard(app: Flask) -> None:
    with app.test_request_context():
        for rules, told in (
            (catalogue()["chinchon"], True),
            (catalogue()["gin-rummy"], True),
            (game("gin-rummy", big_gin=31), False),  # big gin is without one
        ):
            words = melding_words(rules, "turn")
            assert ("You cannot end the round without a discard." in words) is told


# By game: sentences of the card, each before the next.
_IN_ORDER = {
    "canasta": (
        "A player who lays all cards down in one turn needs none of this.",
        "Wild cards at most: 3 in a meld.",
        "The limit on wild cards also applies to cards laid off.",
    ),
    "indian-rummy": (
        "A run is called a sequence.",
        "you need at least 2 sequences.",
        "Without the sequences that you need to declare",
    ),
    "gin-rummy": (
        "The most points win.",
        "Then the winner is given 100 points for the game.",
        "Players with equal points share the win.",
    ),
    "rummikub": (
        "Everybody else scores the tiles left in hand.",
        "For the others these are minus points",
        "Turn all tiles face down and mix them.",
        "Each player takes 14 tiles.",
    ),
    "hand": ("You may swap a wild card, whoever laid it down,",),
    "romme": ("needs none of this.",),
    "dummy-rummy": ("Everybody scores the cards in hand The round is void",),
    "five-crowns": ("116 cards: 3 to K in five suits, each twice, and six jokers.",),
    "burraco": ("A round ends when a side goes out.", "Where does a newcomer start?"),
}


@pytest.mark.parametrize("key", _IN_ORDER)
def test_what_a_sentence_builds_on_is_told_before_it(
    rules_card: Callable[[str], Page], key: str
) -> None:
    words, told = rules_card(key).words, _IN_ORDER[key]
    assert sorted(told, key=words.index) == list(told)
