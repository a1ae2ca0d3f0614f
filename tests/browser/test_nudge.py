"""The reminder to count, after the end of a round."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold.entries import Hand, HandCounted, LaidDown, WentOut
from tests.browser.evenings import FRIENDS, MIDGAME, Evening
from tests.browser.serving import LiveServer

CLOSED = (WentOut(0), *(HandCounted(seat, Hand(points=65), down=False) for seat in (1, 2)))


@pytest.fixture
def evening(server: LiveServer) -> Evening:
    return Evening(server, FRIENDS, MIDGAME, dealer=3)


@pytest.fixture
def devs_table(evening: Evening, page: Page) -> Page:
    """The table on the phone of Dev, seat 3."""
    page.goto(evening.page("seat"))
    page.get_by_role("button", name=FRIENDS[3]).tap()
    expect(page.locator("#own")).to_be_visible()
    page.goto(evening.page())
    expect(page.locator("#out-0")).to_be_visible()
    return page


def reminder(page: Page) -> Callable[..., None]:
    return expect(page.get_by_role("dialog", name="Count your cards, Dev")).to_be_visible


@pytest.mark.soak
def test_it_comes_once_the_round_is_over_and_leads_to_the_hand(
    evening: Evening, devs_table: Page
) -> None:
    evening.happens(*CLOSED)
    reminder(devs_table)()
    expect(devs_table.locator("#nudge")).to_contain_text("Ann went out. Only your hand is missing.")
    devs_table.wait_for_timeout(450)  # taps meant for the table are ignored here
    devs_table.get_by_role("button", name="Count my cards").tap()
    expect(devs_table.get_by_role("heading", level=1)).to_contain_text("Dev")
    expect(devs_table.locator("#nudge")).to_have_count(0)


@pytest.mark.soak
def test_put_off_it_stays_away_for_this_round(evening: Evening, devs_table: Page) -> None:
    evening.happens(*CLOSED[:-1])
    reminder(devs_table)()
    devs_table.keyboard.press("Escape")
    evening.happens(CLOSED[-1])
    expect(devs_table.locator("#seat-2")).to_contain_text("counted")
    devs_table.reload()
    expect(devs_table.get_by_role("link", name="Keep counting")).to_be_visible()
    devs_table.wait_for_timeout(1600)
    expect(devs_table.locator("#nudge")).to_have_count(0)


@pytest.mark.soak
def test_it_goes_once_the_hand_is_counted_elsewhere(evening: Evening, devs_table: Page) -> None:
    evening.happens(*CLOSED)
    reminder(devs_table)()
    evening.happens(HandCounted(3, Hand(points=65), down=False))
    expect(devs_table.locator("#nudge")).to_have_count(0)


@pytest.mark.soak
def test_it_waits_for_a_pause_between_taps(evening: Evening, devs_table: Page) -> None:
    evening.happens(*CLOSED, LaidDown(3))
    for _ in range(8):
        devs_table.locator("h1").tap()
        devs_table.wait_for_timeout(300)
        assert devs_table.locator("#nudge").count() == 0
    reminder(devs_table)()
