"""Whole games without contracts, worked out by hand, with house rules not in `tests/games`."""

import pytest

from companion.gamefile import RecordRefused
from companion.gamefile.reading import read_data
from companion.rules.fold import entries as e
from tests.gamefile.games import load, scored
from tests.gamefile.score_sheet import (
    companion_score,
    companion_score_of,
    doubts_of,
    next_contracts_of,
    result_of,
    standings_of,
    totals_of,
    with_options,
)

NAMES = [
    *("five-crowns", "three-thirteen", "classic-rummy", "rummy-500", "gin-rummy"),
    *("just-points", "just-points-most-in-rounds"),
]


@pytest.mark.parametrize("name", NAMES)
def test_nobody_goes_for_a_contract_and_nothing_is_doubtful(name: str) -> None:
    found = companion_score(name)
    assert found["over"]
    assert set().union(*next_contracts_of(found)) == {None}
    assert {standing["contracts"] for standing in found["standings"]} == {0}
    assert doubts_of(found) == {}


# --- Five Crowns: Otto, Peg, Rosa; J 11, Q 12, K 13, a joker 50, the wild rank of the round 20 --
# After a player is out, the others have one more turn: only unmelded cards are counted.


# --- Three Thirteen: Sven, Tara; one deck with two jokers, wild cards and jokers 20, ace 1 ------


def test_three_thirteen_where_a_wild_card_keeps_its_value() -> None:
    # Tara: a three for 20, two sixes for 40, a ten for 20: 17 + 28 + 10 = 55 less.
    # Sven: a nine for 20, two jacks for 40: 11 + 20 = 31 less. His joker stays at 20.
    found = companion_score_of(with_options("three-thirteen", wild_value="own"))
    assert standings_of(found) == [(1, "Tara", 0, 121 - 55), (2, "Sven", 0, 121 - 31)]


def test_three_thirteen_where_an_ace_costs_fifteen() -> None:
    # Fourteen more per ace: Sven held two (round 5), Tara three (1 and 10).
    found = companion_score_of(with_options("three-thirteen", ace_value=15))
    assert standings_of(found) == [(1, "Sven", 0, 121 + 28), (2, "Tara", 0, 121 + 42)]


# --- Classic rummy: Uri, Vic, Wanda; whoever goes out collects what the others hold -------------
# Joker 15, ace 1. Reaching 100 wins; going rummy counts double.


def test_without_doubling_for_rummy_the_same_game_is_not_over() -> None:
    record = with_options("classic-rummy", rummy_doubles=False)
    with pytest.raises(RecordRefused) as refused:
        scored(record)
    assert (refused.value.code, refused.value.round) == ("not_in_this_game", 3)
    del record["rounds"][2]["went_rummy"]
    found = companion_score_of(record)
    assert result_of(found) == ("in_progress", [])
    assert totals_of(found) == {"Vic": 99, "Wanda": 32 + 38, "Uri": 27}


# --- Rummy 500: Xena, Yann, Zita; melded less in hand, an ace 15, seven cards -------------------


def test_rummy_500_is_played_on_from_an_exact_tie() -> None:
    found = companion_score("rummy-500")
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


# --- Gin: Ada, Bob; the first four rounds of a score sheet of rummytalk.com ---------------------


def test_gin_where_a_shutout_doubles_the_points_of_the_rounds() -> None:
    # Eli alone has won rounds: 105 again instead of 100 for the game.
    found = companion_score_of(with_options("gin-rummy-shutout", shutout="points"))
    assert found["settlement"]["rows"][-1] == {"code": "shutout", "points": {"Eli": 105, "Flo": 0}}
    assert found["settlement"]["totals"] == {"Eli": 105 + 100 + 60 + 105, "Flo": 0}


def test_gin_where_equal_deadwood_scores_nothing_goes_on_and_settles_nothing() -> None:
    found = companion_score_of(with_options("gin-rummy-shutout", equal_deadwood="nobody"))
    assert totals_of(found) == {"Eli": 95, "Flo": 0}
    assert result_of(found) == ("in_progress", [])
    assert "settlement" not in found


def test_gin_without_points_after_the_last_round_has_only_totals() -> None:
    plain = with_options("gin-rummy", game_bonus=0, boxes=0, shutout="none")
    assert "settlement" not in companion_score_of(plain)


def test_a_game_without_knocks_has_no_ending() -> None:
    record = load("rummy-500")
    record["rounds"][1]["ending"] = "knock"
    with pytest.raises(RecordRefused) as refused:
        scored(record)
    assert (refused.value.code, refused.value.round) == ("not_in_this_game", 2)


def test_gin_without_an_ending_is_gin() -> None:
    record = load("gin-rummy")
    del record["rounds"][1]["ending"]
    assert companion_score_of(record) == companion_score("gin-rummy")


# --- Just points --------------------------------------------------------------------------------


def test_nobody_goes_out_where_points_are_typed() -> None:
    record = load("just-points")
    record["rounds"][1]["went_out"] = "Bo"
    with pytest.raises(RecordRefused) as refused:
        scored(record)
    assert (refused.value.code, refused.value.round) == ("not_in_this_game", 2)


def test_no_hand_of_cards_is_worth_less_than_nothing() -> None:
    record = load("gin-rummy")
    seat = next(iter(record["rounds"][0]["hands"]))
    record["rounds"][0]["hands"][seat] = {"points": -5}
    with pytest.raises(RecordRefused) as refused:
        scored(record)
    assert (refused.value.code, refused.value.round) == ("negative_count", 1)


def test_the_table_ends_it_or_the_most_win() -> None:
    totals = {"Ann": 18, "Bo": 49, "Cy": 51}
    by_table = companion_score_of(with_options("just-points", ends="table"))
    assert (totals_of(by_table), result_of(by_table)) == (totals, ("in_progress", []))
    most = companion_score_of(with_options("just-points", wins="highest_total"))
    assert result_of(most)[1] == ["Cy"]


def test_a_log_of_points_says_nothing_of_going_out() -> None:
    entries = read_data(load("just-points")).entries
    assert e.WentOut not in {type(entry) for entry in entries}
