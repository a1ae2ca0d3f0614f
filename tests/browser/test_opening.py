"""Scripts load after the first paint; earlier taps are not lost."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from companion.rules.fold.entries import LaidDown
from tests.browser.evenings import FRIENDS, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, comes_to

_WHAT_DECIDES = re.compile("/page/round.js$")
# No answer ever comes. A route of the test would end with the page, and with it what it sends last.
_NO_ANSWER_COMES = """{
  const { fetch } = window;
  window.fetch = (address, how) =>
    how?.method === "POST" && !how.keepalive ? new Promise(() => {}) : fetch(address, how);
}"""


def test_taps_before_the_rules_are_there_wait_for_them(page: Page, server: LiveServer) -> None:
    on_their_way: list[Route] = []

    def hold(route: Route) -> None:
        on_their_way.append(route)

    page.route(_WHAT_DECIDES, hold, times=1)
    page.goto(Evening(server, FRIENDS).page())
    page.get_by_role("button", name="Lay down : Ann").tap()
    page.get_by_role("button", name="Lay down : Bo").tap()
    page.get_by_role("link", name="Round over").tap()
    on_their_way[0].continue_()
    expect(page.get_by_role("heading", name="Who went out?")).to_be_visible()
    expect(page.get_by_text("Down", exact=True)).to_have_count(2)


@pytest.mark.soak
def test_a_link_waits_for_them_while_the_server_cannot_be_reached(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("net::ERR")
    page.route(_WHAT_DECIDES, lambda route: route.abort(), times=1)
    page.goto(Evening(server, FRIENDS).page("seat/1"))
    expect(page.locator("#live")).to_contain_text("offline")
    page.context.set_offline(True)
    page.get_by_role("link", name="Table").first.tap()
    expect(page.locator("#own")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("link", name="Round over")).to_be_visible()


def test_where_they_cannot_run_taps_are_plain_forms(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("404")
    on_their_way: list[Route] = []

    def hold(route: Route) -> None:
        on_their_way.append(route)

    page.route(_WHAT_DECIDES, hold)
    page.goto(Evening(server, FRIENDS).page())
    page.get_by_role("button", name="Lay down : Ann").tap()
    page.get_by_role("button", name="Lay down : Bo").tap()
    with page.expect_navigation():
        on_their_way.pop().fulfill(status=404)
    for name in ("Ann", "Bo"):
        expect(page.get_by_role("button", name=f"clear for {name}")).to_be_visible()


def test_a_tap_without_an_answer_is_sent_when_the_page_is_closed(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS)
    page.add_init_script(_NO_ANSWER_COMES)
    page.goto(evening.page())
    Table(page).lays_down("Bo")
    page.goto("about:blank")
    comes_to(page, lambda: LaidDown(1) in evening.entries, told=True)
