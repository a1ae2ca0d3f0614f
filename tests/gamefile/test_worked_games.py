"""Whole games of 12-Step Rummy, worked out by hand.

Joker and 2 = 50, A = 20, K Q J 10 = 10, 9 to 3 = 5. Every expected number was added up by hand
from the rules; none was copied from a run. `tests/games` has the games with their arithmetic; here
they are changed.

Most cards left after a contract: 1: 7, 2: 6, 3 and 4: 5, 5: 4, 6: 5, 7 to 10: 3, 11: 5, 12: 3.
"""

from typing import Any

import pytest

from companion.gamefile import RecordRefused
from tests.gamefile.games import load, scored
from tests.gamefile.score_sheet import doubts_of, line_of, standings_of

# --- Ann, Ben, Cy, Dee: two finish contract 12 in round 14 and points decide -----------------


# --- Fay, Gus: a Ten costs 5; Fay finishes alone with far more points -------------------------


def test_where_the_fewest_points_win_gus_wins_the_same_game() -> None:
    record = load("sole-finisher-far-behind")
    record["options"]["winner_rule"] = "lowest_points_when_someone_finishes"
    found = scored(record)
    assert standings_of(found) == [(1, "Gus", 11, 170), (2, "Fay", 12, 1135)]
    assert found["winners"] == ["Gus"]
    assert found["reason"] == {"code": "lowest_total"}


def test_where_a_ten_costs_ten_the_same_hands_cost_more() -> None:
    # Fay's tens: 2 + 5 + 1 + 1 + 3 = 12, at 5 more each: 1135 + 60. Gus's five: 170 + 25; his nine
    # cards of class 3-10, which only the other game has, are sevens and a six here.
    record = load("sole-finisher-far-behind")
    record["options"]["ten_value"] = 10
    record["rounds"][8]["hands"]["Gus"] = {"cards": {"7": 8, "6": 1, "K": 4}}
    assert standings_of(scored(record)) == [(1, "Fay", 12, 1195), (2, "Gus", 11, 195)]


# --- Hal, Ida, Jo: equal points after contract 12 ---------------------------------------------


def tied_game(final_tiebreak: str, rounds: int) -> dict[str, Any]:
    record = load("tie-and-play-off")
    record["options"] = {"final_tiebreak": final_tiebreak}
    record["rounds"] = record["rounds"][:rounds]
    return scored(record)


def next_contracts(found: dict[str, Any]) -> tuple[int | None, ...]:
    return line_of(found["rounds"][-1])[3]


def test_equal_points_are_a_shared_win() -> None:
    found = tied_game("shared", 12)
    assert next_contracts(found) == (None, None, None)
    assert standings_of(found) == [(1, "Hal", 12, 115), (1, "Ida", 12, 115), (3, "Jo", 10, 305)]
    assert found["winners"] == ["Hal", "Ida"]
    assert found["reason"] == {"code": "tie_shared"}
    assert doubts_of(found) == {}


def test_the_tied_player_who_went_out_in_that_round_wins() -> None:
    found = tied_game("went_out_last_round", 12)
    assert standings_of(found) == [(1, "Hal", 12, 115), (2, "Ida", 12, 115), (3, "Jo", 10, 305)]
    assert found["winners"] == ["Hal"]
    assert found["reason"] == {"code": "tie_went_out"}


def test_equal_points_need_a_play_off_if_the_rules_say_so() -> None:
    found = tied_game("playoff", 12)
    assert next_contracts(found) == (None, None, 11)
    assert not found["over"]
    assert found["winners"] == []
    assert found["reason"] == {"code": "playoff_needed"}
    assert standings_of(found) == [(1, "Hal", 12, 115), (1, "Ida", 12, 115), (3, "Jo", 10, 305)]


def test_only_the_tied_are_dealt_in_to_the_play_off() -> None:
    record = load("tie-and-play-off")
    record["rounds"][12] = {"laid_down": ["Jo"], "went_out": "Jo"}
    with pytest.raises(RecordRefused) as refused:
        scored(record)
    assert (refused.value.code, refused.value.round, refused.value.player) == (
        "unknown_player",
        13,
        "Jo",
    )


def test_a_shared_win_leaves_nothing_to_play_for() -> None:
    with pytest.raises(RecordRefused) as refused:
        tied_game("shared", 13)
    assert (refused.value.code, refused.value.round) == ("game_over", 13)


# --- Kim, Lou, Max, Nia: buys, a void round, a typed total, one comes and one goes ------------


def test_only_the_void_round_is_marked_void_and_nothing_is_doubted() -> None:
    found = scored(load("comers-goers-and-buys"))
    assert [line["round"] for line in found["rounds"] if "void" in line] == [3]
    assert found["rounds"][2]["void"] is True
    assert doubts_of(found) == {}


def test_a_newcomer_shows_from_the_round_they_are_dealt_in_to() -> None:
    rounds = scored(load("comers-goers-and-buys"))["rounds"]
    assert list(rounds[3]["totals"]) == ["Kim", "Lou", "Max"]
    assert list(rounds[4]["totals"]) == ["Kim", "Lou", "Max", "Nia"]
    assert list(rounds[8]["points"]) == ["Kim", "Lou", "Nia"]


@pytest.mark.parametrize("name", ["points-decide", "tie-and-play-off"])
def test_nothing_else_is_doubtful(name: str) -> None:
    record = load(name)
    record["rounds"] = [line for line in record["rounds"] if line["went_out"]]
    assert doubts_of(scored(record)) == {}
