"""Whole games without contracts, worked out with pencil and paper. Each line is: dealer, cards
dealt, points of the round, totals after it, in seat order.
"""

import pytest

from companion.gamefile import RecordRefused
from tests.gamefile.games import load, scored
from tests.gamefile.score_sheet import (
    ByRound,
    by_round,
    companion_score,
    companion_score_of,
    doubts_of,
    next_contracts_of,
    result_of,
    standings_of,
    totals_of,
    with_options,
)

NAMES = ["five-crowns", "three-thirteen", "classic-rummy", "rummy-500"]


@pytest.mark.parametrize("name", NAMES)
def test_nobody_goes_for_a_contract_and_nothing_is_doubtful(name: str) -> None:
    found = companion_score(name)
    assert found["over"]
    assert set().union(*next_contracts_of(found)) == {None}
    assert {standing["contracts"] for standing in found["standings"]} == {0}
    assert doubts_of(found) == {}


# --- Five Crowns: Otto, Peg, Rosa; J 11, Q 12, K 13, a joker 50, the wild rank of the round 20 --
# After the first is out the others have one more turn: only cards in no set or run are counted.

FIVE_CROWNS: list[ByRound] = [
    # 1. Threes are wild. Otto out, Peg follows; Rosa 20 + 13 = 33
    ("Rosa", 3, (0, 0, 33), (0, 0, 33)),
    # 2. Fours are wild. Peg out, Rosa follows; Otto 20 + 3 = 23: a three is a three again
    ("Otto", 4, (23, 0, 0), (23, 0, 33)),
    # 3. Rosa out. Otto 50; Peg 12 + 7 = 19
    ("Peg", 5, (50, 19, 0), (73, 19, 33)),
    # 4. Sixes are wild. Otto out. Peg 20 + 11 + 10 = 41; Rosa 2x9 = 18
    ("Rosa", 6, (0, 41, 18), (73, 60, 51)),
    # 5. Peg out, and both others follow: three zeros
    ("Otto", 7, (0, 0, 0), (73, 60, 51)),
    # 6. Eights are wild. Rosa out. Otto 2x20 + 13 = 53; Peg 7 + 3 = 10
    ("Peg", 8, (53, 10, 0), (126, 70, 51)),
    # 7. Nines are wild. Otto out. Peg 50 + 20 = 70; Rosa 10 + 2x4 = 18
    ("Rosa", 9, (0, 70, 18), (126, 140, 69)),
    # 8. Tens are wild. Peg out. Otto 2x12 + 6 = 30; Rosa 20 + 9 = 29
    ("Otto", 10, (30, 0, 29), (156, 140, 98)),
    # 9. Eleven cards: jacks are wild. Rosa out, Peg follows; Otto 20
    ("Peg", 11, (20, 0, 0), (176, 140, 98)),
    # 10. Queens are wild. Otto out. Peg 20 + 2x13 + 5 = 51; Rosa 2x50 + 3x8 = 124
    ("Rosa", 12, (0, 51, 124), (176, 191, 222)),
    # 11. Kings are wild. Peg out, Rosa follows; Otto 20 + 11 + 2x6 = 43
    ("Otto", 13, (43, 0, 0), (219, 191, 222)),
]


def test_five_crowns() -> None:
    found = companion_score("five-crowns")
    assert by_round(found) == FIVE_CROWNS
    assert result_of(found) == ("lowest_total", ["Peg"])
    assert standings_of(found) == [(1, "Peg", 0, 191), (2, "Otto", 0, 219), (3, "Rosa", 0, 222)]


# --- Three Thirteen: Sven, Tara; one deck with two jokers, wild cards and jokers 20, ace 1 ------

THREE_THIRTEEN: list[ByRound] = [
    # 1. Sven out. Tara 20 + 1 = 21
    ("Sven", 3, (0, 21), (0, 21)),
    # 2. Tara out. Sven 10 + 2 = 12
    ("Tara", 4, (12, 0), (12, 21)),
    # 3. Tara out, and Sven follows in his last turn
    ("Sven", 5, (0, 0), (12, 21)),
    # 4. Sixes are wild. Sven out. Tara 2x20 + 9 = 49
    ("Tara", 6, (0, 49), (12, 70)),
    # 5. Tara out. Sven 20 + 2x1 = 22
    ("Sven", 7, (22, 0), (34, 70)),
    # 6. Sven out. Tara 10 + 5 + 4 = 19
    ("Tara", 8, (0, 19), (34, 89)),
    # 7. Nines are wild. Tara out. Sven 20 + 2x8 = 36
    ("Sven", 9, (36, 0), (70, 89)),
    # 8. Tens are wild. Sven out. Tara 20 + 10 = 30
    ("Tara", 10, (0, 30), (70, 119)),
    # 9. Jacks are wild. Tara out. Sven 2x20 + 7 = 47
    ("Sven", 11, (47, 0), (117, 119)),
    # 10. Sven out. Tara 2x1 = 2
    ("Tara", 12, (0, 2), (117, 121)),
    # 11. Tara out. Sven 4: both have 121
    ("Sven", 13, (4, 0), (121, 121)),
]


def test_three_thirteen_and_equal_totals_share_the_win() -> None:
    found = companion_score("three-thirteen")
    assert by_round(found) == THREE_THIRTEEN
    assert result_of(found) == ("tie_shared", ["Sven", "Tara"])
    assert standings_of(found) == [(1, "Sven", 0, 121), (1, "Tara", 0, 121)]


def test_three_thirteen_where_a_wild_card_costs_what_it_costs_anyway() -> None:
    # Tara: a three for 20, two sixes for 40, a ten for 20: 17 + 28 + 10 = 55 less.
    # Sven: a nine for 20, two jacks for 40: 11 + 20 = 31 less. His joker stays at 20.
    found = companion_score_of(with_options("three-thirteen", wild_value="own"))
    assert standings_of(found) == [(1, "Tara", 0, 121 - 55), (2, "Sven", 0, 121 - 31)]


def test_three_thirteen_where_an_ace_costs_fifteen() -> None:
    # Fourteen more an ace: Sven held two (round 5), Tara three (1 and 10).
    found = companion_score_of(with_options("three-thirteen", ace_value=15))
    assert standings_of(found) == [(1, "Sven", 0, 121 + 28), (2, "Tara", 0, 121 + 42)]


# --- Classic rummy: Uri, Vic, Wanda; whoever goes out collects what the others hold -------------
# Joker 15, ace 1. Reaching 100 wins; going rummy counts double.

CLASSIC: list[ByRound] = [
    # 1. Vic out: Uri 10 + 2x8 + 1 = 27, Wanda 10 + 5 = 15; together 42
    ("Uri", 7, (0, 42, 0), (0, 42, 0)),
    # 2. Uri out: Vic 7 + 3 = 10, Wanda 15 + 2 = 17; together 27
    ("Vic", 7, (27, 0, 0), (27, 42, 0)),
    # 3. Wanda goes rummy: Uri 2x9 + 1 + 3 = 22, Vic 6 + 4 = 10; twice 32
    ("Wanda", 7, (0, 0, 64), (27, 42, 64)),
    # 4. Vic out: Uri 2x10 + 2x5 = 30, Wanda 10 + 2x7 + 3 = 27; together 57, and 99 is not 100
    ("Uri", 7, (0, 57, 0), (27, 99, 64)),
    # 5. Wanda out: Uri 10 + 8 = 18, Vic 10 + 9 + 1 = 20; together 38
    ("Vic", 7, (0, 0, 38), (27, 99, 102)),
]


def test_classic_rummy_in_which_the_winner_collects() -> None:
    found = companion_score("classic-rummy")
    assert by_round(found) == CLASSIC
    assert result_of(found) == ("reached_target", ["Wanda"])
    assert standings_of(found) == [(1, "Wanda", 0, 102), (2, "Vic", 0, 99), (3, "Uri", 0, 27)]


def test_without_doubling_for_rummy_the_same_game_is_not_over() -> None:
    record = with_options("classic-rummy", rummy_doubles=False)
    with pytest.raises(RecordRefused) as refused:
        scored(record)
    assert (refused.value.code, refused.value.round) == ("not_in_this_game", 3)
    del record["rounds"][2]["went_rummy"]
    found = companion_score_of(record)
    assert result_of(found) == ("in_progress", [])
    assert totals_of(found) == {"Vic": 99, "Wanda": 32 + 38, "Uri": 27}


# The same hands where each scores their own, and one round more.
PENALTIES: list[ByRound] = [
    ("Uri", 7, (27, 0, 15), (27, 0, 15)),
    ("Vic", 7, (0, 10, 17), (27, 10, 32)),
    ("Wanda", 7, (22, 10, 0), (49, 20, 32)),
    ("Uri", 7, (30, 0, 27), (79, 20, 59)),
    ("Vic", 7, (18, 20, 0), (97, 40, 59)),
    # 6. Vic out. Uri 3, Wanda 1: Uri has reached 100 and lost
    ("Wanda", 7, (3, 0, 1), (100, 40, 60)),
]


def test_classic_rummy_in_which_each_scores_their_own_hand() -> None:
    record = with_options("classic-rummy", scoring="leftover_against_holder")
    del record["rounds"][2]["went_rummy"]
    hands = {"Uri": {"cards": {"3": 1}}, "Wanda": {"cards": {"A": 1}}}
    record["rounds"].append({"went_out": "Vic", "hands": hands})
    found = companion_score_of(record)
    assert by_round(found) == PENALTIES
    assert result_of(found) == ("lowest_total", ["Vic"])
    assert standings_of(found) == [(1, "Vic", 0, 40), (2, "Wanda", 0, 60), (3, "Uri", 0, 100)]


# --- Rummy 500: Xena, Yann, Zita; melded less in hand, an ace 15, seven cards -------------------

RUMMY_500: list[ByRound] = [
    # 1. Xena out: 3x10 + 4x7 + 3x10 = 88. Yann 3x15 + 3x10 - (9 + 2) = 64;
    #    Zita 3x5 - (15 + 10 + 2x8) = -26
    ("Xena", 7, (88, 64, -26), (88, 64, -26)),
    # 2. Yann out: 4x10 + 3x15 + 3x8 = 109. Xena 3x9 + 3x6 - 2x10 = 25; Zita 4x10 + 3x10 - 4 = 66
    ("Yann", 7, (25, 109, 66), (113, 173, 40)),
    # 3. Zita out: A-2-3 is 15 + 2 + 3 less 14 for the low ace, 4x10 + 4x9 + 3x10: 6 + 106 = 112.
    #    Xena 4x10 + 3x10 - 15 = 55; Yann 3x7 - (8 + 5) = 8
    ("Zita", 7, (55, 8, 112), (168, 181, 152)),
    # 4. Typed totals from here on. Xena out: 140; Yann 95 - 12 = 83; Zita 130 - 20 = 110
    ("Xena", 7, (140, 83, 110), (308, 264, 262)),
    # 5. Yann out: 150. Xena 100 - 8 = 92; Zita 90 - 15 = 75
    ("Yann", 7, (92, 150, 75), (400, 414, 337)),
    # 6. Xena out: 120. Yann 112 - 6 = 106; Zita 100 - 5 = 95. Two stand at 520: they all play on
    ("Zita", 7, (120, 106, 95), (520, 520, 432)),
    # 7. Zita out: 98. Xena 30 - 45 = -15; Yann 40 - 34 = 6. All three are over 500, Zita highest
    ("Xena", 7, (-15, 6, 98), (505, 526, 530)),
]


def test_rummy_500_is_played_on_from_an_exact_tie() -> None:
    found = companion_score("rummy-500")
    assert by_round(found) == RUMMY_500
    assert result_of(found) == ("reached_target", ["Zita"])
    assert standings_of(found) == [(1, "Zita", 0, 530), (2, "Yann", 0, 526), (3, "Xena", 0, 505)]
    record = load("rummy-500")
    record["rounds"].pop()
    assert result_of(companion_score_of(record)) == ("in_progress", [])


def test_rummy_500_to_two_hundred_and_fifty_ends_in_round_four() -> None:
    record = with_options("rummy-500", target=250)
    with pytest.raises(RecordRefused) as refused:
        scored(record)
    assert (refused.value.code, refused.value.round) == ("game_over", 5)
    record["rounds"] = record["rounds"][:4]
    found = companion_score_of(record)
    assert result_of(found) == ("reached_target", ["Xena"])
    assert totals_of(found) == {"Xena": 308, "Yann": 264, "Zita": 262}
