"""The time of a tap is recorded correctly on phones with a wrong clock or without a network."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from companion.records.log.stored_game import LogLine
from tests.browser.evenings import FRIENDS, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import can_turn_to, comes_to

_ROUNDING = timedelta(seconds=1)
# The clock of this phone is so many seconds ahead.
_CLOCK_IS_AHEAD = """seconds => {
  const right = Date.now;
  Date.now = () => right.call(Date) + seconds * 1000;
}"""


@pytest.fixture
def evening(page: Page, server: LiveServer) -> Evening:
    evening = Evening(server, FRIENDS)
    page.goto(evening.page())
    can_turn_to(page, "counting")  # so the script of the table has come
    return evening


def entries_of(evening: Evening) -> list[LogLine]:
    kept = evening.stored
    return [*kept.lines(1, kept.game.version)]


@pytest.mark.parametrize(
    "ahead", [10_800, *(pytest.param(by, marks=pytest.mark.soak) for by in (0, -10_800))]
)
def test_a_tap_is_sent_with_its_time_whatever_the_clock_of_the_phone_says(
    page: Page, evening: Evening, ahead: int
) -> None:
    page.evaluate(_CLOCK_IS_AHEAD, ahead)
    began = datetime.now(UTC)
    Table(page).lays_down("Ann")
    comes_to(page, lambda: len(entries_of(evening)), 1)
    (line,) = entries_of(evening)
    assert line.tapped_at is not None
    took = datetime.now(UTC) - began + _ROUNDING
    assert timedelta(0) <= line.at - line.tapped_at <= took
    assert line.clock_ahead is not None
    assert abs(timedelta(seconds=line.clock_ahead - ahead)) <= took


@pytest.mark.soak
def test_a_tap_without_a_network_keeps_its_time_and_the_history_says_when_it_arrived(
    page: Page, evening: Evening
) -> None:
    page.context.set_offline(True)
    began = datetime.now(UTC)
    Table(page).lays_down("Ann")
    expect(page.locator("body")).to_contain_text("To send: 1")
    page.evaluate(_CLOCK_IS_AHEAD, 1800)  # half an hour passes
    page.context.set_offline(False)
    comes_to(page, lambda: len(entries_of(evening)), 1)
    took = datetime.now(UTC) - began + _ROUNDING
    page.goto(evening.page("history"))
    (line,) = entries_of(evening)
    assert line.tapped_at is not None
    assert abs(line.at - line.tapped_at - timedelta(minutes=30)) <= took
    assert line.tapped_at < datetime.now(UTC)
    expect(page.locator(".round time")).to_have_attribute("datetime", line.tapped_at.isoformat())
    expect(page.locator(".round small")).to_contain_text("arrived")
