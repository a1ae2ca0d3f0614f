"""Whole must-finish games, worked out by hand, with other house rules than in `tests/games`."""

from tests.gamefile.games import load
from tests.gamefile.score_sheet import (
    companion_score,
    companion_score_of,
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
    # Thirty more per two: Olga held one (round 8), Petr five (1, 4 and 10).
    found = companion_score_of(with_options("russian-rummy", two_value=50))
    assert result_of(found) == ("fewest_points", ["Olga"])
    assert totals_of(found) == {"Olga": 285 + 30, "Petr": 285 + 150}


# --- Dummy Rummy, must finish: Gita, Hugo; the contracts of 12-Step in another order ------------
# Joker and 2 cost 50. Left with a contract, 1 to 12: 7 6 5 5 5 3 3 4 3 3 5 3.


def test_russian_rummy_where_the_fewest_points_win_once_somebody_finishes() -> None:
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


def test_before_phase_ten_is_played_again_nobody_has_won() -> None:
    record = load("phase-10")
    record["rounds"].pop()
    found = companion_score_of(record)
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
