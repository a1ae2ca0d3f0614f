"""Whole games in which a player stays on a contract until it is made, worked out with pencil and
paper. Each line is: dealer, points of the round, totals after it, next contract of each; `None` is
no contract any more.
"""

from tests.gamefile.games import load
from tests.gamefile.score_sheet import (
    Line,
    companion_score,
    companion_score_of,
    doubts_of,
    lines_of,
    result_of,
    standings_of,
    totals_of,
    with_options,
)

# --- Russian Rummy: Olga, Petr; by their house rules a Two costs 20 and going out breaks a tie --
# Joker 50, 2 and A 20, 10 to K 10, 3 to 9 five. Left with a contract, 1 to 12:
# 7 6 5 5 4 5 3 3 3 3 5 3.

RUSSIAN: list[Line] = [
    # 1. Olga out. Petr makes 1: 20 + 10 + 2x5 = 40
    ("Olga", (0, 40), (0, 40), (2, 2)),
    # 2. Petr out. Olga makes 2: 20 + 5 = 25
    ("Petr", (25, 0), (25, 40), (3, 3)),
    # 3. Olga out. Petr makes 3: 50 + 10 = 60
    ("Olga", (0, 60), (25, 100), (4, 4)),
    # 4. Olga out. Petr misses 4: 3x20 + 2x10 + 8x5 = 120
    ("Petr", (0, 120), (25, 220), (5, 4)),
    # 5. Petr out with 4. Olga makes 5: 10 + 3x5 = 25, all four cards it leaves
    ("Olga", (25, 0), (50, 220), (6, 5)),
    # 6. Petr out with 5. Olga makes 6: 2x20 + 10 = 50
    ("Petr", (50, 0), (100, 220), (7, 6)),
    # 7. Olga out with 7. Petr makes 6: 2x5 = 10
    ("Olga", (0, 10), (100, 230), (8, 7)),
    # 8. Petr out with 7. Olga makes 8: 20 + 5 = 25
    ("Petr", (25, 0), (125, 230), (9, 8)),
    # 9. Petr out with 8. Olga misses 9: 50 + 20 + 3x10 + 8x5 = 140
    ("Olga", (140, 0), (265, 230), (9, 9)),
    # 10. Olga out with 9. Petr makes 9: 20 + 5 = 25
    ("Petr", (0, 25), (265, 255), (10, 10)),
    # 11. Petr out with 10. Olga makes 10: 5
    ("Olga", (5, 0), (270, 255), (11, 11)),
    # 12. Olga out with 11. Petr makes 11: 20 + 2x5 = 30
    ("Petr", (0, 30), (270, 285), (12, 12)),
    # 13. Petr out with 12. Olga makes 12: 10 + 5 = 15, and both have 285
    ("Olga", (15, 0), (285, 285), (None, None)),
]


def test_russian_rummy_all_square_and_petr_went_out() -> None:
    found = companion_score("russian-rummy")
    assert lines_of(found) == RUSSIAN
    assert result_of(found) == ("tie_went_out", ["Petr"])
    assert standings_of(found) == [(1, "Petr", 12, 285), (2, "Olga", 12, 285)]
    assert doubts_of(found) == {}


def test_russian_rummy_where_equals_share_the_win() -> None:
    found = companion_score_of(with_options("russian-rummy", final_tiebreak="shared"))
    assert result_of(found) == ("tie_shared", ["Olga", "Petr"])
    assert standings_of(found) == [(1, "Olga", 12, 285), (1, "Petr", 12, 285)]


def test_russian_rummy_where_a_two_costs_fifty() -> None:
    # Thirty more a two: Olga held one (round 8), Petr five (1, 4 and 10).
    found = companion_score_of(with_options("russian-rummy", two_value=50))
    assert result_of(found) == ("fewest_points", ["Olga"])
    assert totals_of(found) == {"Olga": 285 + 30, "Petr": 285 + 150}


# --- Dummy Rummy, must finish: Gita, Hugo; the contracts of 12-Step in another order ------------
# Joker and 2 cost 50. Left with a contract, 1 to 12: 7 6 5 5 5 3 3 4 3 3 5 3.

DUMMY: list[Line] = [
    # 1. Gita out. Hugo makes 1: 10 + 5 = 15
    ("Gita", (0, 15), (0, 15), (2, 2)),
    # 2. Hugo out. Gita makes 2: 50 + 20 = 70
    ("Hugo", (70, 0), (70, 15), (3, 3)),
    # 3. Hugo out. Gita makes 3: 2x50 + 10 = 110
    ("Gita", (110, 0), (180, 15), (4, 4)),
    # 4. Gita out. Hugo misses 4: 8x5 + 5x5 = 65
    ("Hugo", (0, 65), (180, 80), (5, 4)),
    # 5. Hugo out with 4. Gita makes 5, here S4 R4, which leaves five: 3x20 + 2x10 = 80
    ("Gita", (80, 0), (260, 80), (6, 5)),
    # 6. Hugo out with 5. Gita makes 6: 50 + 10 + 5 = 65
    ("Hugo", (65, 0), (325, 80), (7, 6)),
    # 7. Gita out with 7. Hugo misses 6: 4x10 + 8x5 + 5 = 85
    ("Gita", (0, 85), (325, 165), (8, 6)),
    # 8. Hugo out with 6. Gita makes 8, here S3 S3 S3, which leaves four: 50 + 3x5 = 65
    ("Hugo", (65, 0), (390, 165), (9, 7)),
    # 9. Hugo out with 7. Gita makes 9: 2x20 + 5 = 45
    ("Gita", (45, 0), (435, 165), (10, 8)),
    # 10. Gita out with 10. Hugo makes 8: 10 + 3x5 = 25
    ("Hugo", (0, 25), (435, 190), (11, 9)),
    # 11. Hugo out with 9. Gita makes 11: 50 + 2x10 = 70
    ("Gita", (70, 0), (505, 190), (12, 10)),
    # 12. Hugo out with 10. Gita lays down 12 and holds an eight: that is enough
    ("Hugo", (5, 0), (510, 190), (None, None)),
]


def test_dummy_rummy_must_finish_goes_to_the_finisher() -> None:
    found = companion_score("dummy-rummy-must-finish")
    assert lines_of(found) == DUMMY
    assert result_of(found) == ("finished_first", ["Gita"])
    # Hugo missed in rounds 4 and 7.
    assert standings_of(found) == [(1, "Gita", 12, 510), (2, "Hugo", 10, 190)]
    assert doubts_of(found) == {}


def test_or_to_the_fewest_points_when_somebody_finishes() -> None:
    options = {"winner_rule": "lowest_points_when_someone_finishes"}
    found = companion_score_of(with_options("dummy-rummy-must-finish", **options))
    assert result_of(found) == ("lowest_total", ["Hugo"])
    assert standings_of(found) == [(1, "Hugo", 10, 190), (2, "Gita", 12, 510)]


# --- Frustration: Ines, Joel, Kira; ten contracts, ten cards, 20 a wild card, 15 an ace ---------
# Left with a contract, 1 to 10: 4 3 3 2 2 2 1 1 2 0.

FRUSTRATION: list[Line] = [
    # 1. Joel out. Ines makes 1: 20 + 15 + 10 = 45; Kira misses 1: 20 + 4x10 + 5x5 = 85
    ("Kira", (45, 0, 85), (45, 0, 85), (2, 2, 1)),
    # 2. Joel out. Ines makes 2: 20 + 5 = 25; Kira cut exactly and makes 1: 10 + 2x5 - 50 = -30
    ("Ines", (25, 0, -30), (70, 0, 55), (3, 3, 2)),
    # 3. Kira out with 2. Ines makes 3: 2x15 + 5 = 35; Joel misses 3: 3x10 + 10 + 6x5 = 70
    ("Joel", (35, 70, 0), (105, 70, 55), (4, 3, 3)),
    # 4. Joel out with 3. Ines makes 4: 20 + 10 = 30; Kira misses 3: 2x15 + 8x5 = 70
    ("Kira", (30, 0, 70), (135, 70, 125), (5, 4, 3)),
    # 5. Ines out with 5. Joel misses 4: 2x20 + 3x10 + 5x5 = 95; Kira makes 3: 2x5 = 10
    ("Ines", (0, 95, 10), (135, 165, 135), (6, 4, 4)),
    # 6. Joel out with 4. Ines makes 6: 15 + 10 = 25; Kira makes 4: 5
    ("Joel", (25, 0, 5), (160, 165, 140), (7, 5, 5)),
    # 7. Kira out with 5. Ines makes 7: 20; Joel makes 5: 2x5 = 10
    ("Kira", (20, 10, 0), (180, 175, 140), (8, 6, 6)),
    # 8. Joel out with 6. Ines makes 8: 15; Kira misses 6: 5x10 + 5x5 = 75
    ("Ines", (15, 0, 75), (195, 175, 215), (9, 7, 6)),
    # 9. Joel out with 7. Ines makes 9: 5 + 5 = 10; Kira makes 6: 10
    ("Joel", (10, 0, 10), (205, 175, 225), (10, 8, 7)),
    # 10. S5 S5 takes all ten dealt: Ines finishes and is out. Joel makes 8: 5; Kira makes 7: 5
    ("Kira", (0, 5, 5), (205, 180, 230), (None, None, None)),
]


def test_frustration_ends_when_ines_finishes_and_joel_wins_it() -> None:
    found = companion_score("frustration")
    assert lines_of(found) == FRUSTRATION
    assert result_of(found) == ("lowest_total", ["Joel"])
    # Joel missed twice, Kira three times.
    assert standings_of(found) == [(1, "Joel", 8, 180), (2, "Ines", 10, 205), (3, "Kira", 7, 230)]
    assert doubts_of(found) == {}


def test_frustration_where_the_finisher_wins() -> None:
    found = companion_score_of(with_options("frustration", winner_rule="first_to_finish"))
    assert result_of(found) == ("finished_first", ["Ines"])
    assert [standing[1] for standing in standings_of(found)] == ["Ines", "Joel", "Kira"]


# --- Phase 10: Lars, Mina, Noor; 1 to 9 five, 10 to 12 ten, Skip 15, Wild 25 --------------------
# Ten cards dealt. Left with a phase, 1 to 10: 4 3 2 3 2 1 2 3 3 2.

PHASES: list[Line] = [
    # 1. Lars out. Mina makes 1: 15 + 5 = 20; Noor misses 1: 25 + 15 + 2x10 + 6x5 = 90
    ("Lars", (0, 20, 90), (0, 20, 90), (2, 2, 1)),
    # 2. Mina out. Lars makes 2: 25 + 10 = 35; Noor makes 1: 3x5 = 15
    ("Mina", (35, 0, 15), (35, 20, 105), (3, 3, 2)),
    # 3. Noor out with 2. Lars makes 3: 10; Mina makes 3: 15 + 5 = 20, though the phase is made
    ("Noor", (10, 20, 0), (45, 40, 105), (4, 4, 3)),
    # 4. Lars out. Mina makes 4: 2x10 + 5 = 25; Noor makes 3: 5
    ("Lars", (0, 25, 5), (45, 65, 110), (5, 5, 4)),
    # 5. Mina out. Lars makes 5: 25; Noor misses 4: 2x15 + 3x10 + 5x5 = 85
    ("Mina", (25, 0, 85), (70, 65, 195), (6, 6, 4)),
    # 6. Lars out. Mina makes 6: 5; Noor makes 4: 2x5 = 10
    ("Noor", (0, 5, 10), (70, 70, 205), (7, 7, 5)),
    # 7. Noor out with 5. Lars makes 7: 10 + 5 = 15; Mina makes 7: 5 + 5 = 10
    ("Lars", (15, 10, 0), (85, 80, 205), (8, 8, 6)),
    # 8. Lars out, seven of a colour. Mina makes 8: 15; Noor misses 6: 2x25 + 10 + 7x5 = 95
    ("Mina", (0, 15, 95), (85, 95, 300), (9, 9, 6)),
    # 9. Mina out. Lars makes 9: 10 + 5 = 15; Noor makes 6: 5
    ("Noor", (15, 0, 5), (100, 95, 305), (10, 10, 7)),
    # 10. Noor out with 7. Lars makes 10: 5; Mina makes 10: 10. Both have 105: phase 10 again
    ("Lars", (5, 10, 0), (105, 105, 305), (None, None, 8)),
]
# 11. Only Lars and Mina are dealt in, and it is Mina's turn to deal. She goes out; nothing scores.
AGAIN: Line = ("Mina", (0, 0), (105, 105, 305), (None, None, None))


def test_phase_ten_is_played_twice_by_equals() -> None:
    found = companion_score("phase-10")
    assert lines_of(found) == [*PHASES, AGAIN]
    assert result_of(found) == ("tie_went_out", ["Mina"])
    # Noor missed in rounds 1, 5 and 8.
    assert standings_of(found) == [(1, "Mina", 10, 105), (2, "Lars", 10, 105), (3, "Noor", 7, 305)]
    assert doubts_of(found) == {}


def test_before_phase_ten_is_played_again_nobody_has_won() -> None:
    record = load("phase-10")
    record["rounds"].pop()
    found = companion_score_of(record)
    assert lines_of(found) == PHASES
    assert (found["over"], *result_of(found)) == (False, "playoff_needed", [])


def test_where_going_out_would_decide_but_a_third_player_did_equals_share_phase_ten() -> None:
    record = with_options("phase-10", final_tiebreak="went_out_last_round")
    record["rounds"].pop()
    found = companion_score_of(record)
    assert result_of(found) == ("tie_shared", ["Lars", "Mina"])


def test_a_play_off_that_nobody_finishes_is_void_by_that_house_rule_and_dealt_again() -> None:
    plain = companion_score("tie-and-play-off")["rounds"][12:]
    void = companion_score_of(with_options("tie-and-play-off", blocked_round="void"))["rounds"][12:]
    assert [line["dealer"] for line in plain] == ["Ida", "Hal"]
    assert [line["dealer"] for line in void] == ["Ida", "Ida"]
    assert [line.get("void", False) for line in void] == [True, False]
    assert [line["doubts"] for line in (plain[0], void[0])] == [[{"code": "nobody_out"}], []]
