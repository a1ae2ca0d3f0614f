"""Whole games in which people come, go and come back, worked out with pencil and paper.

A line is dealer, points of those dealt in as they sit, totals and next contracts by seat: as people
sat down.
"""

from typing import Any

import pytest

from companion.gamefile import RecordRefused, read_record, write_record
from tests.gamefile.games import load, packed
from tests.gamefile.score_sheet import (
    Line,
    companion_score,
    companion_score_of,
    doubts_of,
    lines_of,
    next_contracts_of,
    result_of,
    standings_of,
)

NOTHING_DOUBTFUL = ["newcomer-and-returner", "newcomers-among-them"]
ALL = [*NOTHING_DOUBTFUL, "tied-and-gone"]


def written_again(name: str) -> dict[str, Any]:
    """The record as the app writes it once it was read."""
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

NEWCOMER: list[Line] = [
    # 1. Ada out. Bo 3x10 + 4x6 + 3x2 = 60; Cleo 4x15 + 4x10 + 2x9 = 118
    ("Ada", (0, 60, 118), (0, 60, 118), (2, 2, 2)),
    # 2. Bo out. Ada 2x10 + 6x5 + 2x3 = 56; Cleo 2x15 + 5x10 + 3x8 = 104, and she goes
    ("Bo", (56, 0, 104), (56, 60, 222), (3, 3, 3)),
    # 3. Cleo would deal. Ada out. Bo down: 7
    ("Ada", (0, 7), (56, 67, 222), (4, 4, 4)),
    # 4. Bo out. Ada down: 4
    ("Bo", (4, 0), (60, 67, 222), (5, 5, 5)),
    # 5. Cleo is back with her own 222, worse than anybody's; Dov starts with the worst at the
    #    table, and that is hers: 222, not Bo's 67. Next to Bo, Cleo deals. Dov out.
    #    Ada down: 10; Bo 15 + 5x10 + 4x7 + 2x2 = 97; Cleo down: 5
    ("Cleo", (10, 97, 5, 0), (70, 164, 227, 222), (6, 6, 6, 6)),
    # 6. Dov out again. Ada down: 9; Bo 4x10 + 2x10 + 6x6 = 96; Cleo down: 10
    ("Dov", (9, 96, 10, 0), (79, 260, 237, 222), (7, 7, 7, 7)),
    # 7. Dov lays down all twelve. Ada 15 + 3x10 + 5x8 + 3x4 = 97; Bo 3x10 + 4x9 + 5x5 = 91;
    #    Cleo 4x10 + 4x7 + 4x2 = 76
    ("Ada", (97, 91, 76, 0), (176, 351, 313, 222), (None, None, None, None)),
]


def test_a_newcomer_counts_who_comes_back_in_the_same_gap_and_so_does_not_win() -> None:
    found = companion_score("newcomer-and-returner")
    assert lines_of(found) == NEWCOMER
    assert result_of(found) == ("lowest_total", ["Ada"])
    assert standings_of(found) == [
        (1, "Ada", 5, 176),
        (2, "Dov", 3, 222),
        (3, "Cleo", 2, 313),
        (4, "Bo", 3, 351),
    ]


# --- Ina, Kai, Lea, Jan, Moe: two sit down among the others (12-Step Rummy) -----------------------
# They sit Moe, Ina, Jan, Kai, Lea; seats are counted Ina, Kai, Lea, Jan, Moe.

AMONG_THEM: list[Line] = [
    # 1. Ina out. Kai down: 10 + 5 = 15; Lea 20 + 4x10 + 8x5 = 100, and she goes for a round
    ("Ina", (0, 15, 100), (0, 15, 100), (2, 2, 1)),
    # 2. Jan sits down next to Ina, on 2 with 15, and so deals. Jan out. Ina down: 20;
    #    Kai 5x10 + 4x5 + 4x5 = 90
    ("Jan", (20, 0, 90), (20, 105, 100, 15), (3, 2, 1, 3)),
    # 3. Lea is back, on 1 with the worst, 105. Lea out. Ina down: 10 + 5 = 15;
    #    Jan down: 2x5 = 10; Kai down: 10
    ("Kai", (15, 10, 10, 0), (35, 115, 105, 25), (4, 3, 2, 4)),
    # 4. Moe sits down between Lea and Ina, on Lea's 2 with Kai's 115. Moe out.
    #    Ina 50 + 4x10 + 8x5 = 130; Jan 2x20 + 3x10 + 8x5 = 110; Kai down: 2x5 = 10;
    #    Lea 6x10 + 7x5 = 95
    ("Lea", (0, 130, 110, 10, 95), (165, 125, 200, 135, 115), (4, 4, 2, 4, 3)),
    # 5. After Lea comes Moe. Ina out. Moe down: 5; Jan down: 10; Kai 20 + 5x10 + 7x5 = 105;
    #    Lea down: 10 + 5 = 15
    ("Moe", (5, 0, 10, 105, 15), (165, 230, 215, 145, 120), (5, 4, 3, 5, 4)),
    # 6. Kai out. Moe 3x20 + 2x10 + 8x5 = 120; Ina 6x10 + 7x5 = 95; Jan down: 3x5 = 15;
    #    Lea 50 + 4x10 + 8x5 = 130
    ("Ina", (120, 95, 15, 0, 130), (260, 230, 345, 160, 240), (5, 5, 3, 6, 4)),
]


def test_newcomers_sit_where_the_record_lists_them_and_deal_in_their_turn() -> None:
    found = companion_score("newcomers-among-them")
    assert lines_of(found) == AMONG_THEM
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

TIED_AND_GONE: list[Line] = [
    ("Eli", (0, 10, 10, 90), (0, 10, 10, 90), (2, 2, 2, 1)),
    ("Fay", (10, 0, 10, 90), (10, 10, 20, 180), (3, 3, 3, 1)),
    ("Gil", (10, 10, 0, 90), (20, 20, 20, 270), (4, 4, 4, 1)),
    ("Hana", (0, 10, 10, 90), (20, 30, 30, 360), (5, 5, 5, 1)),
    ("Eli", (10, 0, 10, 90), (30, 30, 40, 450), (6, 6, 6, 1)),
    ("Fay", (10, 10, 0, 90), (40, 40, 40, 540), (7, 7, 7, 1)),
    ("Gil", (0, 10, 10, 90), (40, 50, 50, 630), (8, 8, 8, 1)),
    ("Hana", (10, 0, 10, 90), (50, 50, 60, 720), (9, 9, 9, 1)),
    ("Eli", (10, 10, 0, 90), (60, 60, 60, 810), (10, 10, 10, 1)),
    ("Fay", (0, 10, 10, 90), (60, 70, 70, 900), (11, 11, 11, 1)),
    ("Gil", (10, 0, 10, 90), (70, 70, 80, 990), (12, 12, 12, 1)),
    ("Hana", (10, 10, 0, 90), (80, 80, 80, 1080), (None, None, None, 1)),
    # 13. Eli has left: Fay and Gil play off, Eli's turn to deal comes to Fay; nobody goes out.
    ("Fay", (0, 0), (80, 80, 80, 1080), (None, None, None, None)),
]


def test_of_three_who_are_equal_the_one_who_stays_wins() -> None:
    found = companion_score("tied-and-gone")
    assert lines_of(found) == TIED_AND_GONE
    assert result_of(found) == ("fewest_points", ["Fay"])
    assert standings_of(found) == [
        (1, "Fay", 12, 80),
        (2, "Hana", 0, 1080),
        (3, "Eli", 12, 80),
        (3, "Gil", 12, 80),
    ]


def leaving(record: dict[str, Any], **after: int | None) -> dict[str, Any]:
    """The record with these people leaving after these rounds; None for staying."""
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
def test_who_has_left_before_the_play_off_cannot_win_unless_all_have(
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

RUMMY_500: list[Line] = [
    # 1. Xena out: 130. Yann 145 - 15 = 130; Zita 40 - 20 = 20
    ("Xena", (130, 130, 20), (130, 130, 20), (None, None, None)),
    # 2. Yann out: 125. Xena 135 - 10 = 125; Zita 50 - 25 = 25
    ("Yann", (125, 125, 25), (255, 255, 45), (None, None, None)),
]


def test_above_the_target_of_two_who_are_equal_the_one_who_stays_wins() -> None:
    found = companion_score("rummy-500-tied-and-gone")
    assert lines_of(found) == RUMMY_500
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
def test_past_500_too(left: dict[str, int], code: str, winners: list[str]) -> None:
    """Xena and Yann stand at 520 after round 6, Zita at 432, and they would all play on."""
    record = leaving(load("rummy-500"), **left)
    record["rounds"].pop()
    assert result_of(companion_score_of(record)) == (code, winners)


def test_once_a_tie_was_left_the_game_is_over() -> None:
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
