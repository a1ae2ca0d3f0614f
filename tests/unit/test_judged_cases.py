"""Worked cases: every example of the sources, and three of each game with its source."""

import json
from typing import Any

import pytest

from companion.rules.cases import answer, rules_of_case
from companion.rules.referee.contracts import Slot
from companion.rules.referee.deck import Deck
from companion.rules.referee.hands import HandRest, Limits
from companion.rules.referee.judge import TOO_MANY, BadCase, judge, read_slots
from companion.rules.referee.law import Law, Work
from companion.rules.referee.melds import RUN, SET
from tests.referee.cases import every_case
from tests.unit.catalogue.games import CARD_GAMES

CASES = every_case()


def _named(case: dict[str, Any]) -> str:
    said = {key: value for key, value in case["case"].items() if key != "melding"}
    return json.dumps(said)[:150]


@pytest.mark.parametrize("case", CASES, ids=_named)
def test_the_referee_agrees_with_the_source(case: dict[str, Any]) -> None:
    found, expected = answer(case["case"]), dict(case["answer"])
    rule = expected.pop("rule", None)
    assert {key: found.get(key) for key in expected} == expected
    asked = [question["rule"] for question in found.get("questions", ())]
    assert rule in {None, found.get("rule"), *asked}


@pytest.mark.parametrize("game", CARD_GAMES)
def test_each_game_has_a_case_of_each_kind(game: str) -> None:
    verdicts = {case["answer"]["verdict"] for case in CASES if case["case"]["game"] == game}
    missing = {"legal", "not_legal", "your_table_decides"} - verdicts
    assert missing <= ({"your_table_decides"} if game in {"three-thirteen", "gin-rummy"} else set())


def test_an_illegal_answer_has_a_source_and_the_cards_at_fault() -> None:
    run = {"kind": "run", "cards": ["5S", "*", "*", "8S"], "in_order": True}
    assert answer({"game": "russian-rummy", "ask": "meld", "melds": [run]}) == {
        "verdict": "not_legal",
        "rule": "wilds_touch_in_run",
        "cards": ["*", "*"],
        "source": "S2",
        "would_do": ["6S", "7S"],
        "remedies": [
            {"card": "6S", "replaces": "*", "meld": ["5S", "6S", "*=7S", "8S"]},
            {"card": "7S", "replaces": "*", "meld": ["5S", "*=6S", "7S", "8S"]},
        ],
    }


def test_a_card_of_which_all_are_laid_would_not_do() -> None:
    set_ = {"kind": "set", "cards": ["5S", "5S", "6H"]}
    found = answer({"game": "progressive-rummy", "players": 4, "ask": "meld", "melds": [set_]})
    assert found["would_do"] == ["5H", "5D", "5C", "*"]


def test_no_card_would_do_in_a_meld_with_more_cards_than_its_contract_allows() -> None:
    set_ = {"kind": "set", "cards": ["5S", "5H", "5D", "5C"]}
    run = {"kind": "run", "cards": ["2S", "3S", "4S", "5S"], "in_order": True}
    case = {"game": "progressive-rummy", "ask": "contract", "contract": "S3 R4"}
    found = answer(case | {"melds": [set_, run]})
    assert (found["rule"], found["would_do"]) == ("set_exact", [])


@pytest.mark.parametrize("contract", [" ", None, 5.5])
def test_what_is_no_contract_is_refused(contract: object) -> None:
    asked = {"game": "twelve-step-rummy", "ask": "contract", "contract": contract, "melds": []}
    assert answer(asked) == {"error": "a contract is written like S3 R4", "at": "contract"}


def test_a_contract_has_up_to_six_melds() -> None:
    assert len(read_slots("S3 " * 6, (), "contract")) == 6
    with pytest.raises(BadCase, match="a contract of up to 6 melds"):
        read_slots("S3 " * 7, (), "contract")


def test_a_run_below_the_lowest_rank_names_the_card_also_where_it_is_wild() -> None:
    run = {"kind": "run", "cards": ["2S", "3S", "4S"], "in_order": True}
    law = {"lowest_in_run": "3", "ace": "high", "wild": ["Joker", "2"], "run_least": 3}
    found = answer({"game": "own", "ask": "meld", "melds": [run], "melding": law})
    assert (found["rule"], found["cards"]) == ("lowest_in_run", ["2S"])


def test_a_key_may_have_its_older_name() -> None:
    run = {"kind": "run", "cards": ["AS", "2S", "*", "4S"], "in_order": True}
    case = {"game": "twelve-step-rummy", "ask": "meld", "melds": [run]}
    for said, verdict in ((True, "legal"), (False, "not_legal")):
        found = answer(case | {"melding": {"natural_two_in_run": said}})
        assert found["verdict"] == verdict


@pytest.mark.parametrize(("kind", "other"), [(RUN, SET), (SET, RUN)])
def test_a_hand_with_natural_wild_cards_asks_only_for_the_melds_of_its_contract(
    kind: str, other: str
) -> None:
    deck = Deck.of(rules_of_case({"game": "own"}), None, "2")
    law = Law({}, deck, {})
    Limits(law, HandRest.of([deck.cards["2S"]]), [Slot(kind, 4)])
    assert f"natural_wild_in_{kind}" in law.silent_keys
    assert f"natural_wild_in_{other}" not in law.silent_keys


def test_a_card_laid_off_is_shown_at_each_end_and_in_the_place_of_a_wild_card() -> None:
    run = {"kind": "run", "cards": ["3H", "4H", "*=5H", "6H"], "in_order": True}
    case = {"game": "contract-rummy", "ask": "lay_off", "card": "5H", "on": run}
    low, high = [["*=2H", "3H", "4H", "5H", "6H"]], [["3H", "4H", "5H", "6H", "*=7H"]]
    assert answer(case)["ways"] == [
        {"end": "wild_to_high", "places": high, "frees": "*"},
        {"end": "wild_to_low", "places": low, "frees": "*"},
    ]


def test_a_swap_shows_the_meld_after_it_and_the_wild_card_that_is_freed() -> None:
    run = {"kind": "run", "cards": ["3H", "4H", "*", "6H"], "in_order": True}
    case = {"game": "contract-rummy", "ask": "swap", "card": "5H", "on": run}
    assert answer(case) == {
        "verdict": "legal",
        "places": [["3H", "4H", "5H", "6H"]],
        "frees": "*",
        "move": "both",
    }


# The case in the documentation of the format.
_SHOWN = {
    "game": "twelve-step-rummy",
    "house_rules": {"buys": True},
    "ask": "contract",
    "contract": "S3 R4",
    "melds": [
        {"kind": "set", "cards": ["5H", "*", "5C"]},
        {"kind": "run", "cards": ["AS", "2S", "*", "4S"], "in_order": True},
    ],
    "wild_rank": None,
    "players": 4,
}
_PLACES = [["5H", "*=5?", "5C"], ["AS", "2S", "*=3S", "4S"]]
_REMEDIES = [("2S", ["AS", "*=2S", "3S", "4S"]), ("*", ["AS", "2S", "3S", "4S"])]


@pytest.mark.parametrize(
    ("melding", "expected"),
    [
        ({"wilds_touch_in_run": "allowed"}, {"verdict": "legal", "places": _PLACES}),
        (
            {"natural_wild_in_run": False},
            {
                "verdict": "not_legal",
                "rule": "wilds_touch_in_run",
                "cards": ["2S", "*"],
                "source": "S0",
                "would_do": ["3S"],
                "remedies": [
                    {"card": "3S", "replaces": card, "meld": meld} for card, meld in _REMEDIES
                ],
            },
        ),
        (
            {},
            {
                "verdict": "your_table_decides",
                "questions": [
                    {
                        "rule": "natural_wild_in_run",
                        "readings": {"yes": "legal", "no": "not_legal"},
                    }
                ],
                "places": _PLACES,
            },
        ),
    ],
    ids=["legal", "not legal", "your table decides"],
)
def test_the_shown_case_has_the_shown_answers(
    melding: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert answer(_SHOWN | {"melding": melding}) == expected


def test_two_arrangements_are_both_shown() -> None:
    run = {"kind": "run", "cards": ["5S", "6S", "7S", "*"]}
    found = answer({"game": "twelve-step-rummy", "ask": "meld", "melds": [run]})
    assert [found["places"], *found["also"]] == [
        [["*=4S", "5S", "6S", "7S"]],
        [["5S", "6S", "7S", "*=8S"]],
    ]


def test_an_open_question_has_the_verdict_of_each_answer() -> None:
    run = {"kind": "run", "cards": ["AS", "2S", "*", "4S"], "in_order": True}
    found = answer({"game": "twelve-step-rummy", "ask": "meld", "melds": [run]})
    assert found["questions"] == [
        {"rule": "natural_wild_in_run", "readings": {"no": "not_legal", "yes": "legal"}}
    ]


def test_a_silent_key_that_changes_nothing_is_not_asked_about() -> None:
    run = {"kind": "run", "cards": ["AS", "2S", "3S", "4S"], "in_order": True}
    assert (
        answer({"game": "twelve-step-rummy", "ask": "meld", "melds": [run]})["verdict"] == "legal"
    )


def test_the_cards_that_would_help_a_hand_are_named() -> None:
    hand = ["4S", "4H", "4D", "4C", "5S", "6S", "7S", "9D", "10H", "KD", "QD", "AC", "3H"]
    found = answer({"game": "twelve-step-rummy", "ask": "go_down", "contract": 6, "hand": hand})
    assert {"8S", "4S", "*"} <= set(found["missing"])
    assert "8H" not in found["missing"]


def test_no_card_helps_a_hand_that_is_too_large_for_the_last_contract() -> None:
    hand = ["10D", "KC", "10C", "8D", "9C", "JD", "KS", "9H", "9D", "7C", "10S", "8C", "QS"]
    case = {"game": "contract-rummy", "ask": "go_down", "contract": 7, "hand": hand}
    assert answer(case)["missing"] == []


@pytest.mark.parametrize(
    ("case", "at"),
    [
        ("S3", ""),
        ({"game": "bridge"}, "game"),
        ({"game": "own", "ask": "shuffle"}, "ask"),
        ({"game": "own", "melding": {"ace": "sideways"}}, "melding.ace"),
        ({"game": "own", "melding": []}, "melding"),
        ({"game": "own", "contract": "S3"}, "melds"),
        ({"game": "own", "melding": "x"}, "melding"),
        ({"game": "twelve-step-rummy", "house_rules": {"x": 1}}, "house_rules.x"),
        ({"game": "own", "ask": "meld", "melds": [{"cards": ["5H", "1H"]}]}, "melds[0].cards[1]"),
        ({"game": "own", "ask": "meld", "melds": [{"cards": ["*H"]}]}, "melds[0].cards[0]"),
        ({"game": "own", "contract": "S3 T4", "melds": []}, "contract"),
        ({"game": "own", "ask": "meld", "melds": [{"cards": ["5H"] * 5}]}, "melds[0].cards[4]"),
        (
            {"game": "own", "players": 4, "ask": "meld", "melds": [{"cards": ["5H"] * 3}]},
            "melds[0].cards[2]",
        ),
        ({"game": "own", "players": "four"}, "players"),
        ({"game": "own", "contract": "S2 " * 7, "melds": []}, "contract"),
        ({"game": "own", "ask": "go_down", "contract": "S3", "hand": ["5H"] * 31}, "hand"),
        (
            {
                "game": "gin-rummy",
                "ask": "defend",
                "hand": ["5S"],
                "melds": [{"cards": [f"6{suit}", f"7{suit}", f"8{suit}"]} for suit in "SHDC"],
            },
            "melds",
        ),
        ({"game": "ramino", "ask": "defend", "hand": ["5S"], "melds": []}, "ask"),
        ({"game": "own", "ask": "go_down", "contract": "S3", "hand": "5H"}, "hand"),
        (
            {"game": "own", "ask": "swap", "card": "5H", "on": {"cards": ["5S"]}, "whose": {}},
            "whose",
        ),
    ],
    ids=str,
)
def test_a_case_that_is_none_is_answered_with_its_place(case: object, at: str) -> None:
    found = answer(case)
    assert set(found) == {"error", "at"}
    assert found["at"] == at


# Eight jokers and 22 other cards, for four melds of five: more ways than are searched.
HARD: dict[str, Any] = {
    "game": "own",
    "ask": "go_down",
    "players": 9,
    "contract": "S5 S5 R5 R5",
    "hand": [*["*"] * 8, *(f"{rank}{suit}" for suit in "SHDC" for rank in "3456789")][:30],
}


def test_a_case_takes_a_limited_number_of_steps() -> None:
    assert answer(HARD) == {"error": TOO_MANY, "at": "hand"}


def test_cases_of_one_request_share_their_work() -> None:
    work = Work(1000)
    easy = {"game": "own", "ask": "meld", "melds": [{"cards": ["5H", "5S", "5D"]}]}
    assert answer(HARD, work) == {"error": TOO_MANY, "at": "hand"}
    assert answer(easy, work) == {"error": TOO_MANY, "at": "melds"}
    assert "verdict" in answer(easy)


@pytest.mark.parametrize(
    ("game", "cards", "rule", "at_fault"),
    [
        ("contract-rummy", "5H 5S 5D KS", "set_one_rank", "KS"),
        ("contract-rummy", "5H 5S 5D 6S", "set_one_rank", "6S"),
        ("twelve-step-rummy", "5H 5S 5D 5C 6C", "set_one_rank", "6C"),
        ("gin-rummy", "5H 5S KD", "set_one_rank", "KD"),
        ("gin-rummy", "5H 5S KH", "set_one_rank", "KH"),
        ("five-crowns", "9H 9S KH", "set_one_rank", "KH"),
        ("rummy-500", "9H 9S 4S", "set_one_rank", "4S"),
        ("gin-rummy", "5H 6H 6S", "run_one_suit", "6S"),
        ("gin-rummy", "5H 6S 7H 8H", "run_one_suit", "6S"),
        ("contract-rummy", "5H 6H 7H 8D", "run_one_suit", "8D"),
        ("contract-rummy", "5H 6H 7H", "run_least", "5H 6H 7H"),
        ("gin-rummy", "5H 6S KD", "run_one_suit", "6S KD"),
        ("frustration", "8H 9H * 3H 4S KH", "run_in_sequence", "8H 9H 3H 4S KH"),
        ("frustration", "2D 4H 6H 10H QH 7H KH", "run_in_sequence", "4H 6H 10H QH 7H KH"),
    ],
)
def test_a_faulty_meld_is_judged_as_the_kind_with_the_fewest_cards_at_fault(
    game: str, cards: str, rule: str, at_fault: str
) -> None:
    meld = {"cards": cards.split(), "in_order": True}
    found = answer({"game": game, "ask": "meld", "melds": [meld]})
    assert (found["rule"], found["cards"]) == (rule, at_fault.split())


def test_a_pair_and_a_stranger_of_its_suit_want_a_third_card_of_the_pair() -> None:
    found = answer({"game": "gin-rummy", "ask": "meld", "melds": [{"cards": ["5H", "5S", "KH"]}]})
    assert found["would_do"] == ["5D", "5C"]


def test_the_verdict_stays_when_the_search_for_remedies_takes_too_long() -> None:
    meld = {"cards": ["8H", "9H", "*", "3H", "4S", "KH"], "in_order": True}
    found = answer({"game": "frustration", "ask": "meld", "melds": [meld]}, help_work=Work(100))
    assert found["verdict"] == "not_legal"
    assert "remedies" not in found


@pytest.mark.parametrize(("card", "rule"), [("2R", None), ("W", None), ("2G", "colour")])
def test_a_card_goes_on_seven_of_one_colour_however_the_kind_is_given(
    card: str, rule: str | None
) -> None:
    on = {"cards": ["1R", "1R", "4R", "W", "9R", "12R", "5R"]}
    for kind in ({}, {"kind": "any"}, {"kind": "colour"}):
        found = answer({"game": "phase-10", "ask": "lay_off", "card": card, "on": on | kind})
        assert found.get("rule") == rule


@pytest.mark.parametrize("ask", ["lay_off", "swap"])
def test_too_few_cards_for_a_run_are_no_meld_on_the_table(ask: str) -> None:
    case = {"game": "twelve-step-rummy", "ask": ask, "on": {"cards": ["4C", "5C", "6C"]}}
    found = answer(case | {"card": "7C"})
    assert (found["verdict"], found["rule"]) == ("not_legal", "run_least")


def test_a_run_as_small_as_a_contract_asks_for_is_laid_off_on() -> None:
    rules = {**rules_of_case({"game": "twelve-step-rummy"}), "contracts": ["R3"]}
    case = {"ask": "lay_off", "on": {"cards": ["4C", "5C", "6C"]}, "card": "7C"}
    assert judge(rules, case)["verdict"] == "legal"


def test_three_cards_of_one_colour_are_no_meld_to_lay_off_on() -> None:
    case = {"game": "phase-10", "ask": "lay_off", "card": "2R", "on": {"cards": ["1R", "5R", "9R"]}}
    assert answer(case)["rule"] == "run_in_sequence"


def test_a_run_of_one_colour_takes_a_card_at_its_end_or_of_its_colour() -> None:
    on = {"cards": [f"{number}R" for number in range(3, 10)]}
    case = {"game": "phase-10", "ask": "lay_off", "card": "10R", "on": on}
    assert [way["end"] for way in answer(case)["ways"]] == ["high", "colour"]


@pytest.mark.parametrize(("last", "points"), [("KC", 68), ("", 53)])
def test_nothing_is_laid_off_on_ten_cards_in_melds(last: str, points: int) -> None:
    melds = ("7H 7S 7D", "4C 5C 6C", f"KS KH KD {last}")
    case = {
        "game": "gin-rummy",
        "ask": "defend",
        "hand": ["7C", "8C", "9H", "10H", "QH", "JS", "6D", "5S", "2H", "AH"],
        "melds": [{"cards": cards.split()} for cards in melds],
    }
    found = answer(case)
    assert (found["left"], found.get("rule")) == (points, "lay_off_on_gin" if last else None)


# All but the king, or all but two twos: a joker goes with the queen and king, or with the twos.
_KING_OR_TWOS = "QC QD QH QS 2H 2D * KS 5C 6C 7C 8C 9C"


@pytest.mark.parametrize(
    ("most", "cards", "left", "rule"),
    [(5, None, 4, None), (10, None, 4, None), (10, 1, 10, None), (5, 1, 10, "knocking")],
)
def test_where_few_cards_may_be_left_over_they_may_be_dearer(
    most: int, cards: int | None, left: int, rule: str | None
) -> None:
    rules = rules_of_case({"game": "ramino", "house_rules": {"deal": 13, "rest": 5}})
    rules["knocking"] |= {"most": most, "cards": cards}
    found = judge(rules, {"ask": "knock", "hand": _KING_OR_TWOS.split()})
    assert (found["left"], found.get("rule")) == (left, rule)


def test_a_card_with_which_few_enough_are_left_over_would_do() -> None:
    hand = ["3O", "4O", "5O", "6O", "7O", "1P", "2E"]
    found = answer({"game": "chinchon", "players": 2, "ask": "knock", "hand": hand})
    assert found["missing"] == ["2O", "10O"]  # the run has six cards, and an ace or two stays
