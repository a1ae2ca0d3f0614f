"""The taps of a round, from the table to the table: Ann goes out, the others hold 15, 45, 120."""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold.entries import LaidDown, RoundScored, WentOut
from tests.browser.evenings import FRIENDS, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import LOW, Table
from tests.browser.watching import can_turn_to, comes_to

POINTS = [0, 15, 45, 120]
_COUNT_TAPS = """addEventListener("pointerup", ({ isTrusted }) => {
  sessionStorage.setItem("taps", Number(sessionStorage.getItem("taps")) + isTrusted);
}, true)"""


@pytest.fixture
def round_one(page: Page, server: LiveServer) -> Table:
    """The table before anybody is down."""
    page.add_init_script(_COUNT_TAPS)
    page.goto(Evening(server, FRIENDS, dealer=3).page())
    can_turn_to(page, "review")
    return Table(page)


def taps(page: Page) -> int:
    return int(page.evaluate("sessionStorage.getItem('taps')"))


@pytest.mark.soak
def test_thirteen_with_the_keys_of_cards(round_one: Table, page: Page) -> None:
    round_one.goes_out("Ann")
    round_one.counts("Bo", court=1, low=1).next_hand("Chloé")
    round_one.counts("Chloé", ace=1, court=2, low=1).next_hand("Dev")
    round_one.counts("Dev", ace=1).counts_at_once("Dev", court=8).others_are(LOW, 4)
    round_one.sees("Round 2").shows_totals(FRIENDS, POINTS, [2, 2, 2, 1])
    assert taps(page) == 13


@pytest.mark.soak
def test_eleven_with_totals_on_a_phone_that_typed_before(round_one: Table, page: Page) -> None:
    page.evaluate("localStorage.setItem('companion-mode', 'total')")
    round_one.goes_out("Ann")
    round_one.types("Bo", "15").next_hand("Chloé").types("Chloé", "45").next_hand("Dev")
    round_one.types("Dev", "120")
    expect(page.locator("#typed > :visible")).to_have_text("Down, or not? (saves the round)")
    round_one.says_down("Not down")
    round_one.sees("Round 2").shows_totals(FRIENDS, POINTS, [2, 2, 2, 1])
    assert taps(page) == 11


def test_a_double_tap_on_the_answer_marks_nobody_in_the_next_round(
    page: Page, server: LiveServer
) -> None:
    """The lines of the table lie where the answer was."""
    evening = Evening(server, FRIENDS[:2]).happens(WentOut(0))
    page.goto(evening.page("count/1"))
    can_turn_to(page, "review")
    table = Table(page).types("Bo", "120")
    answer = page.get_by_role("radio", name="Not down", exact=True).bounding_box()
    assert answer
    for _ in range(2):
        page.touchscreen.tap(answer["x"] + answer["width"] / 2, answer["y"] + answer["height"] / 2)
    table.sees("Round 2")
    comes_to(page, lambda: type(evening.entries[-1]), RoundScored)
    assert not any(isinstance(entry, LaidDown) for entry in evening.entries)
