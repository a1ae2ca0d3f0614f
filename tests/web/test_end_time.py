"""The time of the last round: shown, and followed by a question; nothing ends by itself."""

import re
import time
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from companion.rules.fold.entries import EndTimeSet, LaidDown
from tests.web.page import Page
from tests.web.table import Table

ANN_MADE_IT = {"Ben": "70", "Cy": "65", "Dee": "80"}
LONG_AGO = 29_000_000


def told(table: Table) -> str:
    return " ".join(table.page().texts("#last-call"))


def shown(page: Page) -> str | None:
    """The clock of the last round at the table."""
    return clock_after("last round:", page)


def clock_after(words: str, page: Page) -> str | None:
    """The clock after some words; its date is shown, too, if that is tomorrow."""
    found = re.search(rf"{words} (?:\d+ \w+ \d+, )?(\d\d:\d\d)", page.words)
    return found and found[1]


def test_the_time_stands_at_the_table(table: Table) -> None:
    in_an_hour = int(time.time()) // 60 + 60
    clock = time.strftime("%H:%M", time.localtime(in_an_hour * 60))
    page = table.page("players").press("Save", until=clock)
    assert table.state.end_time == in_an_hour
    assert clock_after("set to", page) == clock
    assert shown(table.page()) == clock
    assert told(table) == ""


def test_a_time_less_than_three_hours_ago_is_meant_too(table: Table) -> None:
    an_hour_ago = int(time.time()) // 60 - 60
    clock = time.strftime("%H:%M", time.localtime(an_hour_ago * 60))
    table.page("players").press("Save", until=clock)
    assert table.state.end_time == an_hour_ago


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Asia/Kathmandu", "Pacific/Chatham"])
def test_it_is_typed_and_read_by_the_clock_of_the_phone(table: Table, zone: str) -> None:
    table.phone.client.set_cookie("companion-zone", zone)
    table.page("players").press("Save", until="06:54")
    assert shown(table.page()) == "06:54"
    minutes = table.state.end_time
    assert minutes is not None
    assert f"{datetime.fromtimestamp(minutes * 60, ZoneInfo(zone)):%H:%M}" == "06:54"
    assert table.page("players").field("until").attrs["value"] == "06:54"


def test_a_note_leaves_a_time_that_has_passed_as_it_is(table: Table) -> None:
    four_hours_ago = int(time.time()) // 60 - 240
    table.write(EndTimeSet(four_hours_ago))
    table.page("players").press("Save", note="Rain")
    assert (table.state.note, table.state.end_time) == ("Rain", four_hours_ago)


def test_the_clock_of_another_day_is_meant_anew(table: Table) -> None:
    day = 24 * 60
    yesterday = int(time.time()) // 60 + 60 - day
    table.write(EndTimeSet(yesterday))
    table.page("players").press("Save")
    assert table.state.end_time == yesterday + day


def test_an_empty_field_removes_it(table: Table) -> None:
    table.write(EndTimeSet(LONG_AGO))
    table.page("players").press("Save", until="")
    assert table.state.end_time is None


@pytest.mark.parametrize("typed", ["25:00", "soon"])
def test_what_is_no_time_is_refused(table: Table, typed: str) -> None:
    with table.nothing_written():
        page = table.page("players").press("Save", until=typed)
    assert page.status == 422
    assert page.error_at("until") == "Enter a time like 22:30."
    assert page.field("until").attrs["value"] == typed


def test_another_title_leaves_the_time_alone(table: Table) -> None:
    in_an_hour = int(time.time()) // 60 + 60
    table.write(EndTimeSet(in_an_hour))
    table.page("players").press("Save", title="At the lake")
    assert table.kinds[-1] == "titled"
    assert table.state.end_time == in_an_hour


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
