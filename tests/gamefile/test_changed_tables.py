"""Records of games in which the table changed: names, seats, returning players, early end."""

import json
from typing import Any

import pytest

from companion.gamefile import RecordRefused, read_record, score, write_record
from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.game import Game
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from tests.gamefile.games import packed
from tests.property.rewritten import is_written_alike, steps_of
from tests.unit.table import ANN, BEN, CY, a_round, log_of

DATA = apply_house_rules(game_data("twelve-step-rummy"), {})
SEATS = Seats(("Ann", "Ben", "Cy"))
THREE = a_round(out=ANN, left={BEN: 65, CY: 65})
TWO = a_round(out=ANN, left={BEN: 65})
AWAY = (THREE, e.PlayerLeft(CY), TWO, TWO, e.PlayerReturned(CY), THREE)


def there_and_back(*happenings: Any) -> dict[str, Any]:
    """The record after a round trip, with an unchanged score."""
    state = replay(read_ruleset(DATA), SEATS, log_of(*happenings))
    record = write_record(DATA, SEATS, state)
    again = read_record(packed(record))
    assert score(again.ruleset, again.state) == score(read_ruleset(DATA), state)
    assert write_record(again.ruleset_data, again.seats, again.state) == record
    return record


def refused(record: dict[str, Any], **changed: Any) -> RecordRefused:
    with pytest.raises(RecordRefused) as refusal:
        read_record(packed(record | changed))
    return refusal.value


def test_a_player_who_was_away_is_listed_with_the_missed_rounds() -> None:
    record = there_and_back(*AWAY)
    away = [{"left_after_round": 1, "came_back_before_round": 4}]
    assert record["players"][2] == {"name": "Cy", "away": away}


def test_away_twice_and_gone_in_the_end() -> None:
    gone = (e.PlayerLeft(CY), TWO, e.PlayerReturned(CY), THREE, e.PlayerLeft(CY), TWO)
    cy = there_and_back(*AWAY, *gone)["players"][2]
    assert [absence["left_after_round"] for absence in cy["away"]] == [1, 4]
    assert cy["left_after_round"] == 6


ALL_LEAVE = (e.PlayerLeft(ANN), e.PlayerLeft(BEN), e.PlayerLeft(CY))


@pytest.mark.parametrize(
    "log",
    [
        ALL_LEAVE,
        (THREE, *ALL_LEAVE),
        (THREE, e.PlayerLeft(CY), TWO, e.PlayerLeft(BEN), e.PlayerLeft(ANN)),
        (THREE, *ALL_LEAVE, e.PlayerJoined("Dee")),
        (THREE, *ALL_LEAVE, e.PlayerReturned(BEN)),
    ],
)
def test_a_table_that_everybody_left_is_read_again(log: tuple[Any, ...]) -> None:
    game = Game.begun(json.dumps(DATA), SEATS, log_of(*log))
    is_written_alike(is_written_alike(game), steps=steps_of(game))


def test_a_newcomer_of_an_old_log_sat_out_the_play_off_and_is_read_again() -> None:
    data = apply_house_rules(game_data("twelve-step-rummy"), {"final_tiebreak": "playoff"})
    level = [a_round(ANN, {BEN: 5}, down={BEN}), a_round(BEN, {ANN: 5}, down={ANN})] * 6
    log = log_of(*level, e.PlayerJoined("Dee"))
    game = Game.begun(json.dumps(data), Seats(("Ann", "Ben")), log)
    assert game.state.open.deal.players == (ANN, BEN)
    is_written_alike(is_written_alike(game), steps=steps_of(game))


def test_a_newcomer_can_go_and_come_back_too() -> None:
    four = a_round(out=ANN, left={BEN: 65, CY: 65, 3: 65})
    log = (THREE, e.PlayerJoined("Dee"), four, e.PlayerLeft(3), THREE, e.PlayerReturned(3), four)
    dee = there_and_back(*log)["players"][3]
    assert (dee["joined_before_round"], len(dee["away"])) == (2, 1)


def test_a_player_who_joined_and_left_before_the_deal_is_not_listed() -> None:
    """Eight players, then Ida and again eight, then Jo: never ten, although one seat lists two."""
    names = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
    eight = a_round(out=ANN, left=dict.fromkeys(range(1, 8), 65))
    log = log_of(eight, e.PlayerJoined("Ida"), e.PlayerLeft(8), e.PlayerJoined("Jo", before=ANN))
    state = replay(read_ruleset(DATA), Seats(names), log)
    record = write_record(DATA, Seats(names), state)
    again = read_record(packed(record))
    assert score(again.ruleset, again.state) == score(read_ruleset(DATA), state)
    assert write_record(again.ruleset_data, again.seats, again.state) == record


def test_newcomers_are_listed_by_place_not_by_time() -> None:
    five = a_round(out=ANN, left={BEN: 65, CY: 65, 3: 65, 4: 65})
    log = (THREE, e.PlayerJoined("Dee"), e.PlayerJoined("Eve", before=BEN), five)
    record = there_and_back(*log, e.PlayerJoined("Fay", before=ANN), e.PlayerLeft(CY))
    assert [row["name"] for row in record["players"]] == ["Fay", "Ann", "Eve", "Ben", "Cy", "Dee"]
    assert list(record["rounds"][1]["hands"]) == ["Eve", "Ben", "Cy", "Dee"]


CROOKED: list[list[tuple[int, int]]] = [[(1, 2)], [(2, 1)], [(1, 3), (2, 4)], [(3, 5), (1, 3)]]


@pytest.mark.parametrize("rounds", CROOKED)
def test_absences_that_do_not_follow_one_another_are_refused(rounds: list[tuple[int, int]]) -> None:
    record = there_and_back(*AWAY)
    away = [{"left_after_round": a, "came_back_before_round": max(b, 2)} for a, b in rounds]
    trouble = refused(record, players=[*record["players"][:2], {"name": "Cy", "away": away}])
    assert (trouble.code, trouble.player) == ("bad_record", "Cy")
    assert "do not follow one another" in trouble.message


def test_a_round_played_while_away_is_refused() -> None:
    record = there_and_back(*AWAY)
    record["rounds"][1] = record["rounds"][0]
    assert (refused(record).code, refused(record).round) == ("unknown_player", 2)


def test_an_early_end_keeps_its_reason() -> None:
    record = there_and_back(THREE, e.GameEnded("the last bus"))
    assert record["ended_early"] == "the last bus"
    read = read_record(packed(record))
    assert score(read.ruleset, read.state)["reason"] == {"code": "ended_early"}
    assert score(read.ruleset, read.state)["winners"] == ["Ann"]


def test_an_early_end_without_a_reason_is_one_all_the_same() -> None:
    assert there_and_back(THREE, e.GameEnded(""))["ended_early"] == ""


def test_an_open_game_has_not_ended_early() -> None:
    assert "ended_early" not in there_and_back(THREE)


def test_an_early_end_that_a_correction_overtook_is_not_written() -> None:
    last = [a_round(out=ANN, left={BEN: 65, CY: 65})] * 11
    log = [*last, a_round(out=BEN, left={ANN: 5, CY: 65}), e.GameEnded("late")]
    assert "ended_early" not in there_and_back(*log, e.RoundCorrected(12, THREE))


def test_a_finished_game_has_no_early_end() -> None:
    trouble = refused(there_and_back(*[THREE] * 12), ended_early="late")
    assert trouble.code == "game_over"
    assert trouble.message == "Ended_early: the game was over by its rules. Take “ended_early” out."


def test_a_game_without_a_round_has_no_early_end() -> None:
    assert refused(there_and_back(), ended_early="late").code == "nothing_scored"


def test_names_and_places_are_those_of_now() -> None:
    record = there_and_back(e.SeatsReordered((CY, ANN, BEN)), THREE, e.PlayerRenamed(CY, "Cyrus"))
    assert [row["name"] for row in record["players"]] == ["Cyrus", "Ann", "Ben"]
    assert record["first_dealer"] == "Ann"
    assert set(record["rounds"][0]["hands"]) == {"Ben", "Cyrus"}


def test_the_note_travels_with_the_game() -> None:
    assert there_and_back(THREE, e.Noted("It rained."))["note"] == "It rained."
    assert "note" not in there_and_back(THREE)


TAKEN = (THREE, e.SeatTakenOver(BEN, "Cem", "Ben"), THREE, THREE)


def test_who_had_the_seat_before_stands_there_with_their_last_round() -> None:
    record = there_and_back(*TAKEN)
    taken_over = [{"from": "Ben", "after_round": 1}]
    assert record["players"][1] == {"name": "Cem", "taken_over": taken_over}
    assert "Ben" not in record["rounds"][0]["hands"]


def test_a_seat_is_handed_over_twice_and_a_former_player_takes_another() -> None:
    later = (e.SeatTakenOver(BEN, "Dan", "Cem"), e.SeatTakenOver(ANN, "Ben", "Ann"), THREE)
    players = there_and_back(*TAKEN, *later)["players"]
    assert [one["after_round"] for one in players[1]["taken_over"]] == [1, 3]
    assert players[0] == {"name": "Ben", "taken_over": [{"from": "Ann", "after_round": 3}]}


@pytest.mark.parametrize(
    ("taken_over", "why"),
    [
        ([{"from": "Ben", "after_round": 4}], "do not follow"),
        ([{"from": "Cem", "after_round": 1}], "do not follow"),
        ([{"from": "Ben", "after_round": 2}, {"from": "Dan", "after_round": 2}], "do not follow"),
        ([{"from": "Ann", "after_round": 1}], "Give each player a name apart"),
    ],
)
def test_takeovers_that_cannot_be_are_refused(taken_over: list[dict[str, Any]], why: str) -> None:
    record = there_and_back(*TAKEN)
    players = [*record["players"]]
    players[1] = {"name": "Cem", "taken_over": taken_over}
    found = refused(record, players=players)
    assert (found.code, why in found.message) == ("bad_record", True)


def test_the_time_at_which_the_table_wants_to_stop_stands_in_utc() -> None:
    record = there_and_back(THREE, e.EndTimeSet(29_000_010))
    assert record["last_round_at"] == "2025-02-19T21:30:00Z"
