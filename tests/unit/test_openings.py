"""Openings: whether the first melds of a player are enough, worked by hand."""

from copy import deepcopy
from typing import Any

import pytest

from companion.rules.cases import rules_of_case
from companion.rules.reading.cards import melding_data
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.referee.judge import TOO_MANY, judge
from companion.rules.referee.law import Work

_MELDS = {
    "ace": "high_or_low",
    "most_wilds": {"any": 1},
    "all_wild": False,
    "wilds_touch_in_run": False,
    "wilds_touch_in_set": False,
}


def rules_with(opening: dict[str, Any]) -> dict[str, Any]:
    """Two decks with four jokers of 25; the ace is worth 11, a court card 10."""
    data = deepcopy(game_data("classic-rummy"))
    data |= {"wild": ["Joker"], "opening": opening, "house_rules": []}
    data["decks"] = [{"up_to": 6, "decks": 2, "jokers": 4, "cards_dealt": 13}]
    data["values"] |= {"A": 11, "Joker": 25}
    data["melding"] = data["melding"] | _MELDS
    return melding_data(read_ruleset(data))


SCALA = rules_with({"points": 40})
RAMI = rules_with({"points": 51, "pure_runs": 1})
CANASTA = rules_with({"points": [{"from": -9999, "points": 15}, {"from": 0, "points": 50}]})


def opening(rules: dict[str, Any], *melds: str, **more: Any) -> dict[str, Any]:
    typed = [{"kind": "any", "cards": meld.split()} for meld in melds]
    return judge(rules, {"ask": "opening", "melds": typed} | more)


def hand(rules: dict[str, Any], cards: str, **more: Any) -> dict[str, Any]:
    return judge(rules, {"ask": "go_down", "hand": cards.split()} | more)


# The points of each: 3 tens are 30, an ace 11 but 1 below a two, a joker the card it stands for.
@pytest.mark.parametrize(
    ("melds", "worth"),
    [
        (["KH KS KD", "4H 5H 6H"], 45),
        (["QS QD QC", "2S 3S 4S"], 39),
        (["QS QD QC", "2S 3S 4S", "2D 2C 2H"], 45),
        (["AS AD AC"], 33),
        (["AS 2S 3S"], 6),
        (["QS KS AS"], 31),
        (["AS 2S 3S", "JD QD KD"], 36),
        (["9S 9D *"], 27),
        (["* QS KS"], 31),  # as the ace: as the jack it would be 30
        (["* 2S 3S"], 9),  # as the four: as the ace it would be 6
        (["5H * 7H", "KC KD KS"], 48),
        (["AS AD *"], 33),
        (["10H JH QH KH AH"], 51),
        (["8C 9C 10C", "3S 3D 3H"], 36),
    ],
)
def test_melds_are_worth_the_cards_that_they_stand_for(melds: list[str], worth: int) -> None:
    answer = opening(SCALA, *melds)
    verdict, short = ("legal", None) if worth >= 40 else ("not_legal", 40 - worth)
    assert (answer["worth"], answer["verdict"], answer.get("short")) == (worth, verdict, short)
    assert answer.get("rule") == (None if short is None else "opening_points")


@pytest.mark.parametrize(
    ("melds", "verdict", "rule", "short", "pure_short"),
    [
        (["10H JH QH", "7S 7D 7C"], "legal", None, None, None),  # 30 + 21
        (["10H JH QH", "6S 6D 6C"], "not_legal", "opening_points", 3, None),
        (["10H * QH", "7S 7D 7C"], "not_legal", "opening_pure_runs", None, 1),
        (["KS KD KC", "QS QD QC"], "not_legal", "opening_pure_runs", None, 1),
        (["KS KD KC", "10H * QH"], "not_legal", "opening_pure_runs", None, 1),
        (["KS KD *"], "not_legal", "opening_points", 21, 1),
        (["4H 5H 6H", "KS KD *"], "not_legal", "opening_points", 6, None),
        (["4H 5H 6H", "KS KD *", "2S 2D 2C"], "legal", None, None, None),  # 15 + 30 + 6
        (["JH QH KH AH", "AS 2S 3S", "2D 2C 2H"], "legal", None, None, None),  # 41 + 6 + 6
    ],
)
def test_a_run_without_a_wild_card_may_have_to_be_among_them(
    melds: list[str], verdict: str, rule: str | None, short: int | None, pure_short: int | None
) -> None:
    answer = opening(RAMI, *melds)
    missing = (answer.get("short"), answer.get("pure_short"))
    assert (answer["verdict"], answer.get("rule"), *missing) == (verdict, rule, short, pure_short)


def test_a_meld_that_is_none_is_the_first_fault() -> None:
    answer = opening(SCALA, "KH KS KD", "4H 5H 7H")
    assert (answer["rule"], answer["cards"]) == ("run_in_sequence", ["4H", "7H"])
    assert opening(SCALA, "KH * *")["rule"] == "most_wilds"


def test_the_joker_stays_where_it_is_typed_if_the_cards_lie_in_order() -> None:
    meld = {"kind": "run", "cards": ["*", "QS", "KS"], "in_order": True}
    assert judge(SCALA, {"ask": "opening", "melds": [meld]})["worth"] == 30


def test_what_is_needed_may_depend_on_the_points_of_the_player() -> None:
    said = CANASTA["opening"]
    assert (said["least"], said["points"], said["pure_runs"]) == (50, [15, 50], 0)
    assert opening(CANASTA, "KH KS KD")["short"] == 20
    assert opening(CANASTA, "KH KS KD", least=15)["verdict"] == "legal"


@pytest.mark.parametrize(
    ("cards", "least", "melds", "worth", "left"),
    [
        # 30 + 15 points open; the nine stays.
        ("KH KS KD 4H 5H 6H 9C", 40, [["KD", "KH", "KS"], ["4H", "5H", "6H"]], 45, 9),
        # The run takes the king of hearts although kings are dearer: 31 + 30 and nothing else.
        ("QH KH AH KS KD KC 2C", 60, [["QH", "KH", "AH"], ["KC", "KD", "KS"]], 61, 2),
        # The joker is an ace at the high end (31), not a jack (30).
        ("* QS KS 3D 3C 3H 2D", 40, [["QS", "KS", "*=AS"], ["3C", "3D", "3H"]], 40, 2),
        # Beside aces the joker is an ace: 33; of the low run AS 2S 3S only 6 would count.
        ("AS AD * 2S 3S 7S 8S", 33, [["AD", "AS", "*=A?"]], 33, 20),
    ],
)
def test_a_hand_that_can_open_shows_how_with_the_fewest_points_left(
    cards: str, least: int, melds: list[list[str]], worth: int, left: int
) -> None:
    answer = hand(SCALA, cards, least=least)
    assert (answer["verdict"], answer["worth"], answer["left"]) == ("legal", worth, left)
    assert sorted(answer["melds"]) == sorted(melds)


def test_a_hand_that_cannot_open_shows_its_best_melds_and_the_cards_that_would_do() -> None:
    answer = hand(SCALA, "KH KS KD 4H 5H 2C 2D")
    assert (answer["rule"], answer["worth"], answer["short"]) == ("opening_points", 30, 10)
    assert answer["melds"] == [["KD", "KH", "KS"]]
    # 4 5 6 is 15, 3 4 5 is 12, a fourth king 40; a joker is any of them.
    assert answer["missing"] == ["3H", "6H", "KC", "*"]


def test_a_hand_without_any_meld_is_short_of_everything() -> None:
    answer = hand(RAMI, "KH QS 9D 4H 5S 2C 2D")
    assert (answer["melds"], answer["worth"]) == ([], 0)
    assert (answer["short"], answer["pure_short"]) == (51, 1)


def test_a_hand_may_lack_only_the_pure_run() -> None:
    answer = hand(RAMI, "KS KD KC QH QS QC 4H 5H 9C")
    assert (answer["rule"], answer["pure_short"], answer["worth"]) == ("opening_pure_runs", 1, 60)
    assert answer["missing"] == ["3H", "6H"]


def test_the_pure_run_comes_before_dearer_melds() -> None:
    # 60 with both sets, but without a run: with the queen in it, 31 + 20.
    answer = hand(RAMI, "KS KD KC JC QC 10C QS QD 7D 7C 7H")
    assert (answer["verdict"], ["10C", "JC", "QC"] in answer["melds"]) == ("legal", True)


# 71 points without jokers, a run and a set without one, an ace is 10 (Morocco).
RAMI_71 = rules_of_case({"game": "rami-71", "melding": {"ace": "high_or_low"}})


@pytest.mark.parametrize(
    ("melds", "worth", "rule", "short", "pure_sets_short"),
    [
        (["10H JH QH", "KS KD KC", "4S 4D 4C"], 72, None, None, None),
        (["10H JH QH", "KS KD KC", "5S 5D *"], 70, "opening_points", 1, None),
        (["10H JH QH", "KS KD KC", "6S 6D *"], 72, None, None, None),
        (["10H JH QH", "KS KD *", "7S 8S 9S"], 74, "opening_pure_sets", None, 1),
        (["AS 2S 3S", "KS KD KC", "9H 9D 9C"], 72, None, None, None),
        (["AS 2S 3S", "AH AD AC", "8H 8D 8C"], 69, "opening_points", 2, None),
        (["* 2S 3S", "4S 5S 6S", "KS KD *"], 40, "opening_points", 31, 1),
        (["10H JH QH", "9H 10H JH", "QS KS AS"], 89, "opening_pure_sets", None, 1),
    ],
)
def test_jokers_may_add_nothing_and_a_set_without_one_may_be_needed(
    melds: list[str], worth: int, rule: str | None, short: int | None, pure_sets_short: int | None
) -> None:
    answer = opening(RAMI_71, *melds)
    assert (answer["worth"], answer.get("rule"), answer.get("short")) == (worth, rule, short)
    assert answer.get("pure_sets_short") == pure_sets_short


@pytest.mark.parametrize("numbers", ["pip", "ten"])
def test_what_cards_cost_in_hand_does_not_change_an_opening(numbers: str) -> None:
    rules = rules_of_case({"game": "rami-71", "house_rules": {"numbers": numbers}})
    assert opening(rules, "10H JH QH", "KS KD KC", "3S 3D 3C")["short"] == 2
    assert hand(rules, "10H JH QH KS KD KC 3S 3D 3C 5H")["worth"] == 69


def test_a_hand_may_lack_a_set_without_a_joker() -> None:
    answer = hand(RAMI_71, "10H JH QH KH KS * 7S 8S 9S 4D")
    assert (answer["rule"], answer["pure_sets_short"]) == ("opening_pure_sets", 1)
    assert {"KD", "KC"} <= set(answer["missing"])


# 2 3 4, 2 2 2, 3 4 5 and 3 3 3 are 36 points; with the six of clubs instead of a meld less.
_LITTLE = "2H 3H 4H 2S 2D 2C 3S 4S 5S 3C 3H 3D"


@pytest.mark.parametrize(
    ("game", "cards", "rule"),
    [
        ("scala-40", f"{_LITTLE} 3C KC", "opening_points"),  # two threes of clubs: one stays
        ("scala-40", f"{_LITTLE} 3S KC", "opening_at_once"),
        ("scala-40", f"{_LITTLE} 3S", "opening_at_once"),  # after the discard
        ("scala-40", _LITTLE, "opening_points"),  # not a whole hand
        ("romme", f"{_LITTLE} 3S KC", "opening_at_once"),
        ("rami-51", f"{_LITTLE} 3S KC", "opening_at_once"),
        ("rami-51", "2S 2D 2C 3S 3D 3C 4S 4D 4C 5S 5D 5C 5H KH", "opening_at_once"),  # no run
        ("rami-71", f"{_LITTLE} 3S 6S KC", "opening_at_once"),
        ("hand", f"{_LITTLE} 3S 6S KC", "opening_points"),  # no source lets a Hand do with less
        ("kalookie", f"{_LITTLE} 3S KC", "opening_points"),
    ],
)
def test_whoever_lays_all_cards_down_in_one_turn_may_need_less(
    game: str, cards: str, rule: str
) -> None:
    rules = rules_of_case({"game": game, "melding": {"swap": "none"}})
    answer = hand(rules, cards)
    assert answer["rule"] == rule
    assert answer["verdict"] == ("legal" if rule == "opening_at_once" else "not_legal")


def test_all_cards_at_once_are_told_with_the_discard() -> None:
    answer = hand(rules_of_case({"game": "scala-40"}), f"{_LITTLE} 3S KC")
    assert (answer["left"], answer["deadwood"], answer["discard"]) == (0, [], "KC")
    assert sum(map(len, answer["melds"])) == 13


def test_all_cards_may_need_no_points_but_the_melds_without_a_joker() -> None:
    # Two runs and two sets, each set with a joker.
    cards = "2H 3H 4H 5H 3S 4S 5S 6S 8S 8D * 9D 9C *"
    assert hand(RAMI_71, cards)["pure_sets_short"] == 1
    free = rules_of_case({"game": "own", "opening": {"points": 90, "all_at_once": "free"}})
    assert hand(free | {"dealt": 14}, cards)["rule"] == "opening_at_once"


def test_a_card_that_completes_the_whole_hand_would_do() -> None:
    # 36 points; the third six would go out with 2 2 2, 3 4 5, 3 3 3 and 6 6 6.
    answer = hand(rules_of_case({"game": "scala-40"}), "2S 2D 2C 2H 3S 4S 5S 3C 3H 3D 6S 6D KC")
    assert {"6H", "6C", "*"} <= set(answer["missing"])
    assert answer["verdict"] == "not_legal"


def test_melds_of_a_whole_hand_are_enough_as_they_lie() -> None:
    rules = rules_of_case({"game": "rami-51"})
    melds = ["2S 2D 2C", "3S 3D 3C", "4S 4D 4C", "5S 5D 5C 5H"]
    assert opening(rules, *melds)["rule"] == "opening_at_once"
    assert opening(rules, *melds[:3])["short"] == 24


def test_a_hard_hand_is_judged_within_the_usual_work() -> None:
    cards = "3S 10S AH KS AS 7S 9S QH 8H 5S 7H * * *"
    assert "error" not in judge(RAMI, {"ask": "go_down", "hand": cards.split()})
    assert hand(RAMI, "KS KD KC", least=-1)["at"] == "least"
    tired = judge(RAMI, {"ask": "go_down", "hand": cards.split()}, Work(100))
    assert tired == {"error": TOO_MANY, "at": "hand"}


def test_a_game_without_an_opening_is_not_asked_about_one() -> None:
    assert opening(rules_of_case({"game": "classic-rummy"}), "KH KS KD")["at"] == "ask"


def test_a_case_may_bring_its_own_opening() -> None:
    assert (
        opening(rules_of_case({"game": "own", "opening": {"points": 30}}), "KH KS KD")["worth"]
        == 30
    )
