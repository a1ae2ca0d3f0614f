"""The hints about the number of cards in a hand, tap by tap.

Test vectors check that the browser computes like the rules (`test_rules_in_the_browser`).
"""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold.entries import LaidDown, WentOut
from tests.browser.evenings import FRIENDS, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table


@pytest.mark.soak
def test_fifteen_cards_show_one_buy_as_they_are_counted(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS).happens(WentOut(0))
    page.goto(evening.page("count/1"))
    table = Table(page)
    bought, number = page.locator("#bought"), page.locator(".stepper output")
    times = page.get_by_role("button", name="×10", exact=True)
    keys = page.get_by_role("button", name="3 – 9, 5 each", exact=True)
    court = page.get_by_role("button", name="10 J Q K, 10 each", exact=True)
    keys.tap()
    times.tap()
    for _ in range(3):
        court.tap()
    expect(page.locator("#counted")).to_have_text("13 of 13 cards")
    expect(page.locator("#rest")).to_have_text("To make 15 cards, the other 2 are…")
    expect(page.locator("#rest")).to_be_visible()
    expect(bought).to_have_text("")
    court.tap()
    expect(page.locator("#counted")).to_have_text("14 of 15 cards")
    expect(number).to_have_text("–")
    court.tap()
    expect(bought).to_have_text("15 cards: one buy")
    expect(number).to_have_text("1")
    expect(page.get_by_role("radio", name="Not down", exact=True)).to_be_checked()
    page.get_by_role("button", name="One more buy for").tap()
    expect(number).to_have_text("2")
    expect(bought).to_have_text("")
    expect(page.locator("#counted")).to_have_text("15 of 17 cards")
    page.get_by_role("button", name="One fewer buy for").tap()
    expect(number).to_have_text("1")
    page.get_by_text("Saved", exact=True).wait_for()
    page.reload()
    expect(number).to_have_text("1")
    table.sees("Cards left: ")


def test_no_more_of_a_card_is_offered_than_fits(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS).happens(LaidDown(1), WentOut(0))
    page.goto(evening.page("count/1"))
    low = page.get_by_role("button", name="3 – 9, 5 each", exact=True)
    low.tap()
    expect(page.locator(".times button:enabled")).to_have_text([f"×{n}" for n in range(3, 8)])
    page.get_by_role("button", name="A, 20 each", exact=True).tap()
    expect(page.locator(".times button:enabled")).to_have_text([f"×{n}" for n in range(3, 7)])
    page.get_by_role("radio", name="Not down", exact=True).tap()
    expect(page.locator(".times button:enabled")).to_have_text([f"×{n}" for n in range(3, 9)])


def test_a_hand_of_three_cards_is_not_offered_eleven(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS, game="five-crowns").happens(WentOut(0))
    page.goto(evening.page("count/1"))
    page.get_by_role("button", name="9, 9 each", exact=True).tap()
    expect(page.locator(".times button:enabled")).to_have_text(["×3"])
