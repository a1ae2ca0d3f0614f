"""Rules cards derive their words for melds from the keys that the referee uses."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.model.contracts import Contract, Run
from companion.rules.model.melding import MELDING_FIELDS
from companion.rules.model.rulings import LIMITS, RULINGS
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.web.pages.rules_card import told as card_parts
from companion.web.words.melding import asked_keys, matters, melding_told, melding_words
from companion.web.words.terms import set_game, wording
from tests.unit.catalogue.games import CARD_GAMES
from tests.unit.catalogue.games import game as ruled
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import GAME, start_game

# Part of other sections: deal, stock and buys; or of the texts of the game.
_ELSEWHERE = {
    *("buy_order", "buy_cards", "who_passes_draws", "who_deals_first", "stock_empty"),
    *("no_meld", "melded_going_out", "last_discard_wild"),
}
_MAY_OVERLAP = "May two runs of the same suit have a rank in common?"


@pytest.mark.parametrize("game", CARD_GAMES)
def test_each_decided_key_is_told_once(phone: Phone, game: str) -> None:
    rules = catalogue()[game]
    with phone.client.application.test_request_context():
        told = Counter(key for one in melding_told(rules) for key in one.keys)
    decided = {
        key
        for key in MELDING_FIELDS
        if getattr(rules.melding, key) is not None and key not in _ELSEWHERE and matters(rules, key)
    }
    assert decided <= told.keys()
    assert set(told.values()) == {1}
    beyond = told.keys() - decided
    assert beyond <= {"set_least", "run_least", "run_one_suit", "set_most"}  # a set is cards …


@pytest.mark.parametrize("game", catalogue())
def test_each_silent_key_is_asked_once_and_told_nowhere(
    phone: Phone, rules_card: Callable[[str], Page], game: str
) -> None:
    rules = catalogue()[game]
    asked = [text.partition(" (")[0] for text in rules_card(game).texts("#table-decides dt")]
    silent = [
        key
        for key in RULINGS
        if getattr(rules.melding, key) is None and key not in LIMITS and matters(rules, key)
    ]
    assert asked == [wording(RULINGS[key].question, rules.terms) for key in silent]
    with phone.client.application.test_request_context():
        told = {key for one in melding_told(rules) for key in one.keys}
    assert told.isdisjoint(set(silent) - {"run_one_suit"})


@pytest.mark.parametrize("game", catalogue())
def test_what_is_told_stands_on_the_card(
    phone: Phone, rules_card: Callable[[str], Page], game: str
) -> None:
    words, rules = rules_card(game).words, catalogue()[game]
    with phone.client.application.test_request_context():
        set_game(rules)
        told = [one.words for one in melding_told(rules)]
    assert [words.count(sentence) for sentence in told] == [1] * len(told)


def test_a_limit_without_a_source_is_no_open_question_for_the_referee_allows_it() -> None:
    assert LIMITS.isdisjoint(asked_keys(catalogue()[GAME]))
    assert catalogue()[GAME].melding.wilds_at_most is None


def test_a_house_rule_changes_the_sentence(phone: Phone) -> None:
    decided = read_ruleset(apply_house_rules(game_data(GAME), {"melding_all_wild": True}))
    assert "all_wild" in asked_keys(catalogue()[GAME])
    with phone.client.application.test_request_context():
        assert "A meld may be made of wild cards only." in melding_words(decided, "wild_cards")


@pytest.mark.parametrize(
    ("most", "told"),
    [
        ({"3": 1, "any": 2}, "Wild cards at most: 1 in a meld of 3 and 2 in any other meld."),
        ({"set": 1, "any": 2}, "Wild cards at most: 1 in a set and 2 in any other meld."),
        ({"any": 1}, "Wild cards at most: 1 in a meld."),
        ({"set": 0}, "Wild cards go into runs only."),
        ({"set": 0, "any": 1}, "Wild cards go into runs only. Wild cards at most: 1 in a meld."),
    ],
)
def test_limits_of_wild_cards_are_listed_by_the_size_of_a_meld(
    phone: Phone, most: dict[str, int], told: str
) -> None:
    rules = catalogue()[GAME]
    limited = replace(rules, melding=replace(rules.melding, most_wilds=most))
    with phone.client.application.test_request_context():
        assert told in melding_words(limited, "wild_cards")


_TOUCHING = {"wilds_touch_in_set", "wilds_touch_in_run"}
_MORE_WILDS = {"wilds_at_most", "all_wild"}


@pytest.mark.parametrize(
    ("game", "answers", "settled", "asked"),
    [
        # One wild card a meld of three or more touches no other, and is never the majority.
        ("rami-51", {}, _TOUCHING | _MORE_WILDS, {"caps_on_lay_off"}),
        ("burraco", {}, _TOUCHING | _MORE_WILDS, {"caps_on_lay_off"}),
        # Laid off without a limit, a second one may come beside it.
        ("rami-51", {"caps_on_lay_off": False}, _MORE_WILDS, _TOUCHING),
        # No wild card in sets: of runs everything stays open.
        ("pontinho", {}, {"wilds_touch_in_set"}, {"wilds_touch_in_run", *_MORE_WILDS}),
        # Nothing is laid off.
        ("cacheta", {}, {"wilds_touch_in_set", "caps_on_lay_off"}, {"wilds_touch_in_run"}),
        # Two natural cards at least.
        ("kalooki-jamaican", {}, {"all_wild"}, {"wilds_at_most"}),
        # At most 1 of 4 and 2 of 5; more once a meld grows.
        ("shanghai-rummy", {}, {"all_wild"}, {"wilds_at_most", *_TOUCHING}),
        # One deck has no card twice; with two decks for more players it has.
        # There a card is laid off at any time.
        (
            "classic-rummy",
            {},
            {"set_repeats_suit_on_lay_off", "lay_off"},
            {"own_meld_first", "lay_off_on"},
        ),
        (
            "rummy-500",
            {},
            set(),
            {"set_repeats_suit_on_lay_off", "own_meld_first", "lay_off"},
        ),
        # Whoever lays off has laid a contract or an opening, or shows melds at the end.
        ("contract-rummy", {}, {"own_meld_first"}, {"lay_off"}),
        ("romme", {}, {"own_meld_first"}, {"lay_off"}),
        ("gin-rummy", {}, {"own_meld_first"}, {"lay_off"}),
        # Melds lie on the table only at the end.
        ("ramino", {}, {"swap"}, {"all_wild"}),
    ],
)
def test_what_the_limits_settle_is_not_asked(
    game: str, answers: dict[str, object], settled: set[str], asked: set[str]
) -> None:
    options = {f"melding_{key}": value for key, value in answers.items()}
    rules = ruled(game, **options)
    assert {key for key in settled | asked if matters(rules, key)} == asked


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("pontinho", "A set is 3 cards of the same rank in 3 different suits."),
        ("loba", "A set is 3 cards of the same rank in 3 different suits."),
        ("romme", "A set is 3 to 4 cards of the same rank."),
        ("twelve-step-rummy", "A set is 3 or more cards of the same rank."),
    ],
)
def test_the_number_of_cards_of_a_set_is_told_once(phone: Phone, game: str, told: str) -> None:
    with phone.client.application.test_request_context():
        words = melding_words(catalogue()[game], "melds")
    assert [one for one in words if one.startswith("A set")] == [told]


@pytest.mark.parametrize(
    ("game", "least", "runs"),
    [
        ("twelve-step-rummy", 4, "A-2-3-4 and J-Q-K-A are runs, Q-K-A-2 is not."),
        ("rummy-500", 3, "A-2-3 and Q-K-A are runs, K-A-2 is not."),
    ],
)
def test_the_runs_of_an_ace_have_as_many_cards_as_a_run_needs(
    phone: Phone, game: str, least: int, runs: str
) -> None:
    with phone.client.application.test_request_context():
        words = [one.replace("\u2011", "-") for one in melding_words(catalogue()[game], "melds")]
    assert f"A run is {least} or more cards of the same suit in sequence." in words
    assert f"The ace is high or low in a run: {runs}" in words


def test_a_meld_is_as_small_as_a_contract_asks_for(phone: Phone) -> None:
    rules = catalogue()["twelve-step-rummy"]
    small = replace(rules, contracts=(Contract((Run(3),)),))
    with phone.client.application.test_request_context():
        words = melding_words(small, "melds")
    assert "A run is 3 or more cards of the same suit in sequence." in words


@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_first_discard_is_told_once_where_one_is_turned_up(
    rules_card: Callable[[str], Page], game: str
) -> None:
    rules, words = catalogue()[game], rules_card(game).words
    assert words.count("as the first discard") == int(rules.discards and rules.upcard)
    assert "it opens the discards" not in words


@pytest.mark.parametrize(
    ("game", "opening", "points"),
    [
        ("scala-40", None, [40]),
        ("romme", 30, [30]),
        ("romme", "none", []),
        ("rami-51", None, [51]),
        ("rami-51", 40, [40]),
        ("rami-71", None, [71]),
        ("hand", 71, [71]),
        ("kalookie", 51, [51]),
        ("rummikub", None, [30]),
    ],
)
def test_what_opens_is_told_once(phone: Phone, game: str, opening: Any, points: list[int]) -> None:
    rules = ruled(game, **{} if opening is None else {"opening": opening})
    with phone.client.application.test_request_context():
        told = {part: " ".join(texts) for part, _, texts in card_parts(rules)}["laying_down"]
    assert [int(each) for each in re.findall(r"at least (\d+) points", told)] == points
    assert told.count("run without a ") == rules.opening.pure_runs
    assert told.count("set without a ") == rules.opening.pure_sets


_MELDED = "For melded cards, and against you for cards left in hand."
_LEFT = "For cards left in hand when a round ends."
_IN_NO_MELD = "For cards in no meld when a round ends."


@pytest.mark.parametrize(
    ("game", "told"),
    [
        *((game, _MELDED) for game in ("canasta", "burraco", "hand-and-foot")),
        ("rummy-500", f"{_MELDED} Low ace: only in a meld."),
        *(("scala-40", _LEFT), ("five-crowns", _LEFT)),
        *((game, _IN_NO_MELD) for game in ("gin-rummy", "chinchon", "ramino", "indian-rummy")),
        ("rummikub", _LEFT.replace("card", "tile")),
    ],
)
def test_the_values_say_which_cards_they_are_for(phone: Phone, game: str, told: str) -> None:
    note = phone.open(f"/games/{game}").texts(".note")[0]
    assert note == told


def test_a_question_about_two_decks_is_asked_only_where_there_are_two(phone: Phone) -> None:
    twice = "May a set have the same suit twice?"
    assert f"{twice} (5 to 8 players)" in phone.open("/games/rummy-500").texts("#table-decides dt")
    names = ("Ann", "Ben", "Cy", "Dee", "Eve")
    for players in (3, 5):
        page = start_game(phone, *names[:players], game="rummy-500").page("rules")
        assert (twice in page.texts("#table-decides legend")) == (players == 5)


def test_an_answer_on_the_card_becomes_a_house_rule_after_its_preview(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", buy_limit="2").has_played(1, 0, 90)
    page = table.page("rules")
    assert _MAY_OVERLAP in page.texts("#table-decides legend")
    answer = {"option_melding_same_suit_runs_overlap": "False"}
    preview = page.phone.send(table.address("rules/change"), page.fill(".asked", **answer))
    assert preview.all("#changes")
    preview.press("Rescore the game")
    page = table.page("rules")
    assert _MAY_OVERLAP not in page.texts("#table-decides legend")
    assert "Two runs of the same suit may not have a rank in common." in page.words
    assert table.stored.ruleset.options["buy_limit"] == 2  # the other house rules are unchanged


def test_an_answer_counts_at_once_before_the_first_round(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben")
    page = table.page("rules")
    answer = {"option_melding_all_wild": "True"}
    page = page.phone.send(table.address("rules/change"), page.fill(".asked", **answer))
    assert "A meld may be made of wild cards only." in page.words


def test_who_only_watches_reads_the_questions(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben")
    page = phone.open(f"/g/{table.stored.row.watch_token}/rules")
    assert not page.all("#table-decides form")
    assert _MAY_OVERLAP in page.texts("#table-decides dt")


@pytest.mark.parametrize(
    ("game", "folded"), [("frustration", 10), ("five-crowns", 0), ("continental-rummy", 0)]
)
def test_of_many_questions_the_first_are_shown_and_the_others_fold_out(
    phone: Phone, game: str, folded: int
) -> None:
    page = phone.open(f"/games/{game}")
    assert len(page.texts("#table-decides details dt")) == folded
    summary = [f"{folded} more questions"] if folded else []
    assert page.texts("#table-decides summary") == summary


def test_changed_house_rules_stand_first_and_are_unfolded(phone: Phone) -> None:
    page = start_game(phone, "Ann", "Ben", final_tiebreak="playoff").page("rules")
    assert "open" in page.one("details#house-rules").attrs
    usual = start_game(phone, "Ann", "Ben").page("rules")
    assert "open" not in usual.one("details#house-rules").attrs
    assert page.texts("#house-rules dt")[0].startswith("Two finish in the same round")
    assert page.texts("h2")[-2:] == ["Your table decides", "Sources"]


@pytest.mark.parametrize(
    ("runs", "pure", "told"),
    [
        (2, 1, "To declare, you need at least 2 sequences. At least 1 of them is pure:"),
        (3, 2, "To declare, you need at least 3 sequences. At least 2 of them are pure:"),
        (1, 0, "To declare, you need at least 1 sequence."),
        (2, None, "To declare, you need at least 2 sequences."),
    ],
)
def test_pure_sequences_are_named_where_any_is_needed(
    phone: Phone, runs: int, pure: int | None, told: str
) -> None:
    rules = catalogue()["indian-rummy"]
    melding = replace(rules.melding, least_runs=runs, least_pure_runs=pure)
    with phone.client.application.test_request_context():
        words = melding_words(replace(rules, melding=melding), "laying_down")
    [sentence] = [one for one in words if one.startswith("To declare")]
    assert sentence.partition(" without")[0] == told
