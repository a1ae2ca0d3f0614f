"""Just points on a phone: one tap leads from the table to typing, also below zero."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evenings import Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table

NAMES = ANN, BEN = ("Ann", "Ben")


@pytest.fixture
def open_table(table: Table, page: Page, server: LiveServer) -> Table:
    evening = Evening(server, NAMES, game="just-points")
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page())
    return table.sees("Round 1")


def test_a_round_is_typed_written_and_corrected(open_table: Table, page: Page) -> None:
    table = open_table.taps_link("Type the points").is_counting(ANN)
    expect(page.locator("#mode")).to_be_hidden()
    for key in "−12":
        page.get_by_role("button", name=key, exact=True).tap()
    expect(page.locator("#points")).to_have_text("−12")
    table.next_hand(BEN)
    page.keyboard.type("10-3")
    expect(page.locator("#points")).to_have_text("7")
    table.looks_it_over(1).writes_it_down()
    table.sees("Round 2").shows_totals(NAMES, [-12, 7])
    expect(page.get_by_role("link", name="Type the points")).to_be_visible()
    table.taps_link("Sheet").taps_the_cell(1, BEN)
    expect(page.get_by_role("button", name="×3")).to_have_count(0)
    page.get_by_label("Points, also below 0").locator("visible=true").fill("-7")
    table.taps("See what changes").taps("Save").shows_sheet_totals(-12, -7)


def test_the_first_digit_may_be_taken_back_and_nothing_typed_is_no_zero(
    open_table: Table, page: Page
) -> None:
    table = open_table.taps_link("Type the points").is_counting(ANN)
    page.get_by_role("button", name="−", exact=True).tap()
    table.taps(f"Next: {BEN}")
    expect(page.get_by_text("Enter a number such as 45, or a sum")).to_be_visible()
    page.get_by_role("button", name="Erase").tap()
    page.get_by_role("button", name="5", exact=True).tap()
    expect(page.locator("#points")).to_have_text("5")
