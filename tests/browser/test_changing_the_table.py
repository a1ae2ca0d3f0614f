"""A game is ended early on a phone, and goes on."""

from playwright.sync_api import Page, expect

from companion.rules.fold.entries import LaidDown
from tests.browser.evenings import FRIENDS, MIDGAME, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table


def test_the_table_stops_early_and_plays_on_after_all(
    page: Page, table: Table, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, MIDGAME, dealer=3).happens(LaidDown(1))
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page("players"))
    page.locator("summary").filter(has_text="End the game early").tap()
    expect(page.get_by_text("By the current scores, Chloé wins.")).to_be_visible()
    page.get_by_label("Reason (optional").fill("The last bus")
    table.taps("End the game here").sees("12-Step Rummy")
    expect(page.locator(".crown h2")).to_have_text("Chloé wins")
    expect(page.locator(".crown .why")).to_contain_text("Ended early after round 6: “The last bus”")
    table.taps("Play on").sees("Round 7")
    expect(page.locator("#mark-1")).to_contain_text("Down")
    expect(page).to_have_url(evening.page())
