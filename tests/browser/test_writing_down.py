"""A round is written down in the open page, with the network or without it."""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.entries import Hand, HandCounted, WentOut
from tests.browser.evenings import FRIENDS, LOW, MIDGAME, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints

COUNTED = tuple(HandCounted(seat, Hand(cards={LOW: seat}), down=True) for seat in (1, 2, 3))
TOO_MANY = HandCounted(3, Hand(cards={LOW: 12}), down=True, buys=0)

_WORN = "() => [...document.styleSheets].some(({ href }) => href.endsWith('/table.css'))"


@pytest.fixture
def counted(page: Page, server: LiveServer) -> Evening:
    """Round 7 is over, and every hand of it is counted on the phone that started the game."""
    evening = Evening(server, FRIENDS, MIDGAME, dealer=3).happens(WentOut(0), *COUNTED)
    page.context.add_cookies([server.cookie_of(evening.device)])
    return evening


def _opens_the_review(page: Page, evening: Evening) -> Table:
    """With all that the other places wear."""
    page.goto(evening.page("review"))
    page.wait_for_function(_WORN, timeout=5000)
    page.evaluate("window.isTheSamePage = true")
    return Table(page).sees("Round 7: right like this?")


@pytest.mark.parametrize("is_cut", [False, True])
def test_the_next_round_stands_there_at_once(
    page: Page, counted: Evening, complaints: Complaints, *, is_cut: bool
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    table = _opens_the_review(page, counted)
    page.context.set_offline(is_cut)
    table.taps("Write it down").sees("Round 8")
    expect(page.locator(".seats[data-rolling]")).to_have_count(1)
    assert page.evaluate("window.isTheSamePage")
    assert page.url == counted.page()
    page.context.set_offline(False)
    expect(page.locator("#live")).to_be_empty()
    page.reload()
    table.sees("Round 8")


def test_what_is_asked_is_asked_in_the_page_and_told_by_the_sheet(
    page: Page, counted: Evening, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    table = _opens_the_review(page, counted.happens(TOO_MANY))
    expect(page.locator(".review .doubt")).to_contain_text("are counted for Dev")
    page.context.set_offline(True)
    table.taps("Score anyway").sees("Round 8").undoes("Round 7 written down")
    table.sees("Round 7")
