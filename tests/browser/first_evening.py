"""The game of docs/tutorial/first-evening.md; `make screens` takes its pictures."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.evenings import FRIENDS, WHOLE_GAME, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table

# The pictures of the tutorial, in order.
STEPS = ("new-game", "table", "count", "review", "correction", "winner")

Show = Callable[[str], None]


def first_evening(page: Page, server: LiveServer, show: Show) -> None:
    """Play the tutorial; calls `show` with the page at each of STEPS."""
    phone = Table(page)
    _deals(phone, show)
    _plays_round_one(phone, show)
    _writes_round_one_down(phone, show)
    _corrects_round_one(phone, show)
    page.goto(Evening(server, FRIENDS, WHOLE_GAME, dealer=3).page("final"))
    expect(page.locator(".why")).to_contain_text("Ann and Chloé both finished contract 12")
    show("winner")


def _deals(phone: Table, show: Show) -> None:
    phone.page.goto("/")
    phone.taps_link("New game")
    game = phone.page.get_by_text("12-Step Rummy", exact=True)
    phone.page.locator("main a").filter(has=game).last.tap()
    for number, name in enumerate(FRIENDS, start=1):
        phone.page.get_by_label(f"Player {number}", exact=True).fill(name)
    phone.page.get_by_role("radio", name="deals first: player 4").tap()
    show("new-game")
    phone.taps("Deal the first round").sees("Round 1")


def _plays_round_one(phone: Table, show: Show) -> None:
    phone.lays_down("Ann", "Bo", "Chloé")
    show("table")
    phone.goes_out("Ann")


def _writes_round_one_down(phone: Table, show: Show) -> None:
    phone.counts("Bo", court=2).next_hand("Chloé")
    phone.counts("Chloé", ace=1, court=2, low=1).shows_hand(45, "yes")
    show("count")
    phone.next_hand("Dev")
    phone.counts_at_once("Dev", court=7, low=6).shows_hand(100, "no")
    phone.looks_it_over(1)
    show("review")
    phone.writes_it_down().sees("Round 2")
    phone.shows_totals(FRIENDS, [0, 20, 45, 100], [2, 2, 2, 1])


def _corrects_round_one(phone: Table, show: Show) -> None:
    phone.taps_link("Sheet")
    phone.taps_the_cell(1, "Bo").corrects("Bo", down="Down", court=3)
    expect(phone.changes("Bo")).to_contain_text("30")
    show("correction")
    phone.taps("Save").shows_sheet_totals(0, 30, 45, 100)
