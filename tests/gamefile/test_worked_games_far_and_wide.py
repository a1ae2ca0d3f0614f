"""Whole by-round games with a deal, a pack or an order of their own, worked out with pencil and
paper. As in the games by round: dealer, cards dealt, points of the round, totals after it.
"""

import pytest

from tests.gamefile.games import load
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

CONTRACTS = {"carioca": 8, "continental-rummy": 7, "kalooki-jamaican": 9, "dummy-rummy": 12}


@pytest.mark.parametrize("name", CONTRACTS)
def test_everybody_goes_for_the_next_contract_until_there_is_none(name: str) -> None:
    last = CONTRACTS[name]
    found = companion_score(name)
    assert next_contracts_of(found) == [*({number} for number in range(2, last + 1)), {None}]
    assert found["over"]


@pytest.mark.parametrize("name", ["carioca", "continental-rummy", "kalooki-jamaican"])
def test_nothing_is_doubtful_in_them(name: str) -> None:
    assert doubts_of(companion_score(name)) == {}


# --- Carioca: Ugo, Vera, Wim; twelve cards, ace 20, joker 30; 6 5 4 3 2 1 0 0 left --------------
# The dealer's place passes to the right: Ugo, Wim, Vera.

CARIOCA: list[ByRound] = [
    # 1. Vera out, but she stole a card: 0 + 2. Ugo down: 20 + 10 + 2x7 + 2x3 = 50;
    #    Wim 30 + 3x10 + 4x9 + 4x5 = 116
    ("Ugo", 12, (50, 2, 116), (50, 2, 116)),
    # 2. Wim goes out in one turn: -30. Ugo 2x20 + 2x10 + 5x8 + 3x4 = 112;
    #    Vera down: 10 + 6 + 2 = 18
    ("Wim", 12, (112, 18, -30), (162, 20, 86)),
    # 3. Ugo out. Vera down: 10 + 2x9 + 2 = 30; Wim down: a joker, 30
    ("Vera", 12, (0, 30, 30), (162, 50, 116)),
    # 4. Ugo out. Vera down: 7 + 2x5 = 17, less 10 for an exact cut; Wim 20 + 4x10 + 3x8 + 4x3 = 96
    ("Ugo", 12, (0, 7, 96), (162, 57, 212)),
    # 5. Vera out. Ugo 4x10 + 2x10 + 6x6 = 96; Wim down: 10 + 4 = 14
    ("Wim", 12, (96, 0, 14), (258, 57, 226)),
    # 6. Wim out. Ugo down: 9; Vera 2x30 + 2x20 + 4x7 + 4x2 = 136
    ("Vera", 12, (9, 136, 0), (267, 193, 226)),
    # 7. R4 R4 R4 takes all twelve. Ugo out. Vera 2x10 + 4x8 + 6x5 = 82; Wim 2x10 + 3x10 + 7x4 = 78
    ("Ugo", 12, (0, 82, 78), (267, 275, 304)),
    # 8. S3 S3 S3 S3, too. Vera out. Ugo 30 + 4x10 + 2x9 + 5x3 = 103; Wim 20 + 4x10 + 3x6 + 4x2 = 86
    ("Wim", 12, (103, 0, 86), (370, 275, 390)),
]


def test_carioca() -> None:
    found = companion_score("carioca")
    assert by_round(found) == CARIOCA
    assert result_of(found) == ("lowest_total", ["Vera"])
    # Ugo made 1, 3, 4, 6 and 7; Vera all but 6 and 7; Wim 2, 3, 5 and 6.
    assert standings_of(found) == [(1, "Vera", 6, 275), (2, "Ugo", 5, 370), (3, "Wim", 4, 390)]


def test_carioca_where_two_to_seven_cost_five_and_eight_to_ten_cost_ten() -> None:
    # Ugo: 20 + 10 + 10 + 10, 40 + 20 + 50 + 15, 0, 0, 40 + 20 + 30, 10, 0, 30 + 40 + 20 + 25
    #      = 50 + 125 + 90 + 10 + 115 = 390
    # Vera: 2, 10 + 5 + 5, 10 + 20 + 5, 5 + 10 - 10, 0, 60 + 40 + 20 + 20, 20 + 40 + 30, 0
    #      = 2 + 20 + 35 + 5 + 140 + 90 = 292
    # Wim: 30 + 30 + 40 + 20, -30, 30, 20 + 40 + 30 + 20, 10 + 5, 0, 20 + 30 + 35, 20 + 40 + 15 + 20
    #      = 120 - 30 + 30 + 110 + 15 + 85 + 95 = 425
    found = companion_score_of(with_options("carioca", numbers="2-7=5,8-K=10"))
    assert totals_of(found) == {"Vera": 292, "Ugo": 390, "Wim": 425}


def test_carioca_with_three_runs_of_a_whole_suit_goes_on_after_the_eighth() -> None:
    found = companion_score_of(with_options("carioca", extra_rounds=3))
    assert result_of(found) == ("in_progress", [])
    assert next_contracts_of(found)[-1] == {9}


# --- Continental, the Spanish game: Xavi, Yara, Zoe; one card more than the contract ------------
# The deal goes to the right: Yara, Xavi, Zoe.
# Ace 20, joker 50; whoever is down without going out has exactly one card.

CONTINENTAL: list[ByRound] = [
    # 1. Xavi down and out in one turn: -10. Yara 50 + 2x10 + 4x6 = 94; Zoe down: 9
    ("Yara", 7, (-10, 94, 9), (-10, 94, 9)),
    # 2. Zoe out. Xavi 2x20 + 2x10 + 4x5 = 80; Yara down: 10
    ("Xavi", 8, (80, 10, 0), (70, 104, 9)),
    # 3. Yara out. Xavi down: 20; Zoe 3x10 + 2x10 + 4x7 = 78
    ("Zoe", 9, (20, 0, 78), (90, 104, 87)),
    # 4. Xavi out. Yara 4x10 + 4x8 + 2x3 = 78; Zoe down: 2
    ("Yara", 10, (0, 78, 2), (90, 182, 89)),
    # 5. Zoe down and out in one turn: -10. Xavi 50 + 20 + 3x10 + 3x9 + 3x4 = 139;
    #    Yara 10 + 4x10 + 6x6 = 86
    ("Xavi", 11, (139, 86, -10), (229, 268, 79)),
    # 6. Yara out. Xavi down: 5; Zoe 3x20 + 2x10 + 3x8 + 4x2 = 112
    ("Zoe", 12, (5, 0, 112), (234, 268, 191)),
    # 7. Xavi out. Yara down: 7; Zoe 2x50 + 10 + 4x9 + 6x3 = 164, and she led until now
    ("Yara", 13, (0, 7, 164), (234, 275, 355)),
]


def test_continental() -> None:
    found = companion_score("continental-rummy")
    assert by_round(found) == CONTINENTAL
    assert result_of(found) == ("lowest_total", ["Xavi"])
    # Xavi made all but 2 and 5; Yara 2, 3, 6 and 7; Zoe 1, 2, 4 and 5.
    assert standings_of(found) == [(1, "Xavi", 5, 234), (2, "Yara", 4, 275), (3, "Zoe", 4, 355)]


def test_two_cards_left_are_one_too_many_in_continental_where_nobody_buys() -> None:
    record = with_options("continental-rummy", buys=False)
    record["rounds"][6]["hands"]["Yara"] = {"cards": {"7": 1, "2": 1}}
    doubts = doubts_of(companion_score_of(record))
    assert doubts == {7: [{"code": "too_many_cards_after_contract", "player": "Yara"}]}


# --- Kalooki of Jamaica: Abe, Bea, Cleo; a black ace 15, a red ace 1, a joker 50 ----------------
# The contract takes every card dealt, so each round one goes out and the others hold whole hands.

KALOOKI: list[ByRound] = [
    # 1. Bea out. Abe 15 + 2x1 + 2x10 + 4x7 = 65; Cleo 50 + 10 + 3x9 + 4x4 = 103
    ("Abe", 9, (65, 0, 103), (65, 0, 103)),
    # 2. Cleo out. Abe 3x10 + 4x8 + 3x5 = 77; Bea holds all four red aces: 4x1 + 2x10 + 4x6 = 48
    ("Bea", 10, (77, 48, 0), (142, 48, 103)),
    # 3. Abe out. Bea 3x15 + 2x10 + 2x9 + 4x3 = 95; Cleo 2x10 + 5x8 + 4x2 = 68
    ("Cleo", 11, (0, 95, 68), (142, 143, 171)),
    # 4. Bea out. Abe 2x50 + 10 + 5x7 + 4x4 = 161; Cleo 15 + 1 + 4x10 + 6x5 = 86
    ("Abe", 12, (161, 0, 86), (303, 143, 257)),
    # 5. Twelve cards again. Cleo out. Abe 4x10 + 4x6 + 4x2 = 72; Bea 3x10 + 5x9 + 4x3 = 87
    ("Bea", 12, (72, 87, 0), (375, 230, 257)),
    # 6. Abe out. Bea 1 + 4x10 + 4x8 + 4x4 = 89; Cleo 50 + 2x10 + 6x7 + 4x2 = 120
    ("Cleo", 13, (0, 89, 120), (375, 319, 377)),
    # 7. Bea out. Abe 2x15 + 4x10 + 5x6 + 3x3 = 109; Cleo 2x10 + 4x9 + 8x5 = 96
    ("Abe", 14, (109, 0, 96), (484, 319, 473)),
    # 8. Cleo out. Abe 2x10 + 3x10 + 4x8 + 6x2 = 94; Bea 3x50 + 3x1 + 10 + 8x7 = 219
    ("Bea", 15, (94, 219, 0), (578, 538, 473)),
    # 9. Abe out. Bea 6x10 + 2x9 + 8x4 = 110;
    #    Cleo holds all four black aces: 4x15 + 4x10 + 8x6 = 148
    ("Cleo", 16, (0, 110, 148), (578, 648, 621)),
]


def test_kalooki_of_jamaica() -> None:
    found = companion_score("kalooki-jamaican")
    assert by_round(found) == KALOOKI
    assert result_of(found) == ("lowest_total", ["Abe"])
    assert standings_of(found) == [(1, "Abe", 3, 578), (2, "Cleo", 3, 621), (3, "Bea", 3, 648)]


def test_a_fifth_red_ace_is_one_more_than_two_decks_have() -> None:
    record = load("kalooki-jamaican")
    record["rounds"][1]["hands"]["Bea"] = {"cards": {"A_red": 5, "10": 2, "6": 3}}
    assert doubts_of(companion_score_of(record)) == {2: [{"code": "too_many_of_class"}]}


# --- Dummy Rummy: Dina, Eli; the contracts of 12-Step, one a round ------------------------------
# Joker and 2 cost 50, A 20, 10 to K 10, 3 to 9 five.

DUMMY: list[ByRound] = [
    # 1. Dina out. Eli misses 1: 50 + 4x10 + 8x5 = 130
    ("Eli", 13, (0, 130), (0, 130)),
    # 2. Eli out: on contract 2 though he missed 1. Dina down: 20 + 10 + 3x5 = 45
    ("Dina", 13, (45, 0), (45, 130)),
    # 3. Dina out. Eli down: 2x5 = 10
    ("Eli", 13, (0, 10), (45, 140)),
    # 4. Eli out. Dina misses 4: 2x50 + 3x10 + 8x5 = 170
    ("Dina", 13, (170, 0), (215, 140)),
    # 5. Eli out. Dina down: 20 + 5 = 25
    ("Eli", 13, (25, 0), (240, 140)),
    # 6. Dina out. Eli misses 6: 3x20 + 2x10 + 8x5 = 120
    ("Dina", 13, (0, 120), (240, 260)),
    # 7. Eli out. Dina misses 7: 5x10 + 8x5 = 90
    ("Eli", 13, (90, 0), (330, 260)),
    # 8. Dina out. Eli down: 50 + 5 = 55
    ("Dina", 13, (0, 55), (330, 315)),
    # 9. Dina out. Eli misses 9: 2x50 + 3x10 + 8x5 = 170
    ("Eli", 13, (0, 170), (330, 485)),
    # 10. Nobody can go out: both score. Dina down: 10 + 2x5 = 20; Eli 2x20 + 3x10 + 8x5 = 110
    ("Dina", 13, (20, 110), (350, 595)),
    # 11. Eli out. Dina down: 10 + 4x5 = 30
    ("Eli", 13, (30, 0), (380, 595)),
    # 12. Eli out. Dina misses the run of ten: 4x50 + 5x20 + 4x5 = 320
    ("Dina", 13, (320, 0), (700, 595)),
]


def test_dummy_rummy_goes_to_the_fewest_points_not_to_the_most_contracts() -> None:
    found = companion_score("dummy-rummy")
    assert by_round(found) == DUMMY
    assert result_of(found) == ("lowest_total", ["Eli"])
    # Dina missed 4, 7 and 12; Eli 1, 6, 9 and 10.
    assert standings_of(found) == [(1, "Eli", 8, 595), (2, "Dina", 9, 700)]
    assert doubts_of(found) == {10: [{"code": "nobody_out"}]}
