"""Whole games in which players join, leave and return, worked out by hand.

A line is dealer, points of those dealt in by order of play, totals and next contracts by seat.
"""

from typing import Any

import pytest

from companion.gamefile import RecordRefused, read_record, write_record
from tests.gamefile.games import load, packed
from tests.gamefile.score_sheet import (
    companion_score,
    companion_score_of,
    doubts_of,
    next_contracts_of,
    result_of,
    standings_of,
)

NOTHING_DOUBTFUL = ["newcomer-and-returner", "newcomers-among-them"]
ALL = [*NOTHING_DOUBTFUL, "tied-and-gone"]


def written_again(name: str) -> dict[str, Any]:
    """The record after a round trip."""
    read = read_record(packed(load(name)))
    return write_record(read.ruleset_data, read.seats, read.state)


@pytest.mark.parametrize("name", ALL)
def test_people_are_listed_as_they_sit_and_come_and_go_as_before(name: str) -> None:
    record = load(name)
    assert written_again(name)["players"] == record["players"]
    dealers = [line["dealer"] for line in companion_score(name)["rounds"]]
    assert written_again(name)["rounds"] == [
        {"dealer": dealer, "hands": {}} | line
        for dealer, line in zip(dealers, record["rounds"], strict=True)
    ]


@pytest.mark.parametrize("name", NOTHING_DOUBTFUL)
def test_nothing_is_doubtful_in_them(name: str) -> None:
    assert doubts_of(companion_score(name)) == {}


# --- Ada, Bo, Cleo, Dov: Dov sits down in the gap in which Cleo comes back (Contract Rummy) -------


# --- Ina, Kai, Lea, Jan, Moe: two sit down among the others (12-Step Rummy) -----------------------
# They sit Moe, Ina, Jan, Kai, Lea; seats are counted Ina, Kai, Lea, Jan, Moe.


def test_newcomers_sit_where_the_record_lists_them_and_deal_in_their_turn() -> None:
    found = companion_score("newcomers-among-them")
    assert list(found["rounds"][5]["points"]) == ["Moe", "Ina", "Jan", "Kai", "Lea"]
    assert standings_of(found) == [
        (1, "Jan", 4, 160),
        (2, "Kai", 4, 230),
        (3, "Ina", 4, 260),
        (4, "Moe", 2, 240),
        (5, "Lea", 2, 345),
    ]


# --- Eli, Fay, Gil, Hana: three are equal, and two of them go home (12-Step Rummy, play-off) ------
# Every round the three lay down, one goes out and the other two keep ten points; Hana misses
# contract 1 with 5x10 + 8x5 = 90. So each of the three has eight times ten.


def leaving(record: dict[str, Any], **after: int | None) -> dict[str, Any]:
    """The record with these players leaving after these rounds; None for staying."""
    for row in record["players"]:
        row.pop("left_after_round", None)
        if (last := after.get(row["name"])) is not None:
            row["left_after_round"] = last
    return record


def twelve(**after: int | None) -> dict[str, Any]:
    record = leaving(load("tied-and-gone"), **after)
    return record | {"rounds": record["rounds"][:12]}


@pytest.mark.parametrize(
    ("left", "code", "winners"),
    [
        ({}, "playoff_needed", []),
        ({"Hana": 12}, "playoff_needed", []),
        ({"Eli": 12}, "playoff_needed", []),
        ({"Eli": 12, "Gil": 12}, "fewest_points", ["Fay"]),
        ({"Fay": 12, "Gil": 12}, "fewest_points", ["Eli"]),
        ({"Eli": 12, "Fay": 12, "Gil": 12}, "tie_shared", ["Eli", "Fay", "Gil"]),
        ({"Eli": 12, "Fay": 12, "Gil": 12, "Hana": 12}, "tie_shared", ["Eli", "Fay", "Gil"]),
    ],
)
def test_leaving_before_the_play_off_excludes_from_winning_unless_all_left(
    left: dict[str, int], code: str, winners: list[str]
) -> None:
    record = twelve(**left)
    assert result_of(companion_score_of(record)) == (code, winners)
    read = read_record(packed(record))
    again = write_record(read.ruleset_data, read.seats, read.state)
    assert result_of(companion_score_of(again)) == (code, winners)


def test_a_play_off_won_by_one_of_those_who_stay() -> None:
    record = leaving(load("tied-and-gone"), Eli=12)
    record["rounds"][12] = {"laid_down": ["Gil"], "went_out": "Gil"}
    assert result_of(companion_score_of(record)) == ("tie_went_out", ["Gil"])
    record["rounds"][12] = {"laid_down": ["Eli"], "went_out": "Eli"}
    with pytest.raises(RecordRefused) as refused:
        read_record(packed(record))
    assert (refused.value.code, refused.value.player) == ("unknown_player", "Eli")


# --- Xena, Yann, Zita: two stand at 255 of 250, and one of them goes home (Rummy 500) -------------


def test_above_the_target_of_two_who_are_equal_the_one_who_stays_wins() -> None:
    found = companion_score("rummy-500-tied-and-gone")
    assert doubts_of(found) == {}
    assert result_of(found) == ("reached_target", ["Yann"])
    assert standings_of(found) == [(1, "Yann", 0, 255), (2, "Zita", 0, 45), (3, "Xena", 0, 255)]
    played_on = leaving(load("rummy-500-tied-and-gone"))
    assert result_of(companion_score_of(played_on)) == ("in_progress", [])


@pytest.mark.parametrize(
    ("left", "code", "winners"),
    [
        ({"Xena": 6}, "reached_target", ["Yann"]),
        ({"Xena": 6, "Yann": 6}, "tie_shared", ["Xena", "Yann"]),
        ({"Zita": 6}, "in_progress", []),
    ],
)
def test_past_500_the_remaining_tied_player_wins_too(
    left: dict[str, int], code: str, winners: list[str]
) -> None:
    """Xena and Yann have 520 after round 6, Zita 432; all of them would play on."""
    record = leaving(load("rummy-500"), **left)
    record["rounds"].pop()
    assert result_of(companion_score_of(record)) == (code, winners)


def test_leaving_a_tie_ends_the_game() -> None:
    with pytest.raises(RecordRefused) as refused:
        read_record(packed(leaving(load("rummy-500"), Xena=6)))
    assert (refused.value.code, refused.value.round) == ("game_over", 7)


def test_while_a_tie_is_open_next_contracts_are_those_of_everybody_who_sat_down() -> None:
    assert next_contracts_of(companion_score("tied-and-gone"))[-2] == {None, 1}


def test_nobody_has_a_next_contract_once_leaving_has_ended_the_tie() -> None:
    assert next_contracts_of(companion_score("tied-and-gone"))[-1] == {None}


def test_nobody_has_a_next_contract_once_the_game_was_ended_early() -> None:
    record = load("tied-and-gone") | {"ended_early": "the last bus"}
    record["rounds"] = record["rounds"][:2]
    for player in record["players"]:
        player.pop("left_after_round", None)
    assert next_contracts_of(companion_score_of(record))[-1] == {None}
