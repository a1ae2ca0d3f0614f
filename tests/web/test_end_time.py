"""The time of the last round: shown, and followed by a question; nothing ends by itself."""

import time

import pytest

from companion.rules.fold.entries import EndTimeSet, LaidDown
from tests.web.table import Table

ANN_MADE_IT = {"Ben": "70", "Cy": "65", "Dee": "80"}
LONG_AGO = 29_000_000


def told(table: Table) -> str:
    return " ".join(table.page().texts("#last-call"))


def test_the_time_stands_at_the_table(table: Table) -> None:
    in_an_hour = int(time.time()) // 60 + 60
    page = table.page("players").press(
        "Save: time of the last round", until="22:30", at=str(in_an_hour)
    )
    assert table.state.end_time == in_an_hour
    assert "last round at" in page.words
    assert told(table) == ""


def test_without_a_script_the_clock_of_the_app_is_meant(table: Table) -> None:
    table.page("players").press("Save: time of the last round", until="22:30")
    minutes = table.state.end_time
    assert minutes is not None
    assert time.strftime("%H:%M", time.localtime(minutes * 60)) == "22:30"
    assert -180 <= minutes - time.time() / 60 <= 21 * 60


def test_an_empty_field_removes_it(table: Table) -> None:
    table.write(EndTimeSet(LONG_AGO))
    table.page("players").press("Save: time of the last round", until="")
    assert table.state.end_time is None


@pytest.mark.parametrize("typed", ["25:00", "soon"])
def test_what_is_no_time_is_refused(table: Table, typed: str) -> None:
    with table.nothing_written():
        page = table.page("players").press("Save: time of the last round", until=typed)
    assert page.status == 422
    assert "Enter a time like 22:30." in page.words


def test_once_it_has_passed_the_open_round_is_the_last(table: Table) -> None:
    table.write(EndTimeSet(LONG_AGO))
    assert "this is the last round." in told(table)
    table.play_round("Ann", ANN_MADE_IT)
    table.write(LaidDown(1))
    assert "this is the last round." in told(table)


def test_after_a_round_it_offers_to_end_the_game_there(table: Table) -> None:
    table.play_round("Ann", ANN_MADE_IT)
    table.write(EndTimeSet(LONG_AGO))
    assert "round 1 was the last one." in told(table)
    page = table.page().press("End the game here")
    assert page.texts("h2")[0] == "Ann wins"
    assert table.state.outcome.code == "ended_early"
