"""Scripts load after the first paint; earlier taps are not lost."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.evenings import FRIENDS, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints

_JS = Path(__file__).parents[2] / "static" / "js"
_EXPORTED = re.compile(r"^export (?:async )?(?:const|class|function\*?) (\w+)", re.MULTILINE)
_WHAT_DECIDES = re.compile("/page/round.js$")


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


@pytest.mark.parametrize(
    "answer",
    [{"status": 404}, {"body": 'import { ofAnotherVersion } from "../round.js";'}],
)
def test_places_whose_script_cannot_be_had_are_pages_of_the_server(
    page: Page, server: LiveServer, complaints: Complaints, answer: dict[str, Any]
) -> None:
    """It is gone, or of another version than the page."""
    complaints.expect("404", "does not provide an export named")
    evening = Evening(server, FRIENDS)
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.route(
        "**/page/round/further.js",
        lambda route: route.fulfill(content_type="text/javascript", **answer),
    )
    page.goto(evening.page())
    table = Table(page).lays_down("Bo")
    table.taps("Out: Ann went out").is_counting("Bo")
    page.unroute("**/page/round/further.js")
    page.reload()
    table.counts("Bo", low=1).next_hand("Chloé")


def test_no_module_exports_a_name_that_browsers_have(page: Page) -> None:
    """Another module of the same script would mean the export by it."""
    names = {name for path in _JS.rglob("*.js") for name in _EXPORTED.findall(path.read_text())}
    assert page.evaluate("names => names.filter(name => name in globalThis)", [*names]) == []
