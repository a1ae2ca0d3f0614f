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


def test_or_to_the_fewest_points_when_somebody_finishes() -> None:
    options = {"winner_rule": "lowest_points_when_someone_finishes"}
    found = companion_score_of(with_options("dummy-rummy-must-finish", **options))
    assert result_of(found) == ("lowest_total", ["Hugo"])
    assert standings_of(found) == [(1, "Hugo", 10, 190), (2, "Gita", 12, 510)]


# --- Frustration: Ines, Joel, Kira; ten contracts, ten cards, 20 a wild card, 15 an ace ---------
# Left with a contract, 1 to 10: 4 3 3 2 2 2 1 1 2 0.


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
