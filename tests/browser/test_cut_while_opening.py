"""The network is cut while a table is being opened: what has arrived works, and no tap is lost."""

import pytest
from playwright.sync_api import CDPSession, Page, Route, expect

from companion.records.log.games import open_game
from companion.rules.fold.entries import Entry, LaidDown, RoundScored, WentOut
from tests.browser.evenings import FRIENDS, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, can_turn_to, comes_to

_AWAY = "No connection: that page cannot open now. You can keep playing here."
_SLOW = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 200_000,
}
_CUT = {**_SLOW, "offline": True}


def _is_lost(route: Route) -> None:
    route.abort()


def _server_has(evening: Evening, entry: Entry) -> bool:
    with evening.server.app.app_context():
        return entry in open_game(evening.token).entries


@pytest.fixture
def evening(server: LiveServer, page: Page, complaints: Complaints) -> Evening:
    complaints.expect("net::ERR", "Failed to load resource", "was preloaded")
    evening = Evening(server, FRIENDS)
    page.context.add_cookies([server.cookie_of(evening.device)])
    return evening


def test_before_the_script_has_come_a_tap_waits(page: Page, evening: Evening) -> None:
    page.route("**/page/round.js", _is_lost)
    page.goto(evening.page())
    page.context.set_offline(True)
    Table(page).taps("Lay down: Bo")
    expect(page.locator("#live")).to_contain_text("offline")
    page.unroute("**/page/round.js")
    page.context.set_offline(False)
    comes_to(page, lambda: _server_has(evening, LaidDown(1)), told=True)


def test_before_counting_has_come_the_table_works_and_says_that_counting_waits(
    page: Page, evening: Evening
) -> None:
    page.route("**/page/round/further.js", _is_lost)
    with page.expect_request_finished(lambda one: one.url.endswith("/drawings")):
        page.goto(evening.page())
    page.evaluate("window.isTheSamePage = true")
    page.context.set_offline(True)
    table = Table(page).lays_down("Bo").took_back("Bo").lays_down("Chloé")
    table.taps("Out: Ann went out").sees("Round 1")
    expect(page.locator("#live")).to_contain_text(_AWAY)
    page.unroute("**/page/round/further.js")
    with page.expect_response("**/page/round/further.js"):
        page.context.set_offline(False)
    can_turn_to(page, "counting")
    table.taps_link("Count hands").is_counting()
    assert page.evaluate("window.isTheSamePage")
    comes_to(page, lambda: _server_has(evening, WentOut(0)), told=True)


def test_once_all_has_come_a_round_is_counted_and_written(page: Page, evening: Evening) -> None:
    page.goto(evening.page())
    can_turn_to(page, "review")
    page.context.set_offline(True)
    _plays_a_round(page)
    page.context.set_offline(False)
    comes_to(page, lambda: _server_has(evening, RoundScored()), told=True)


def _plays_a_round(page: Page) -> None:
    table = Table(page).lays_down("Bo").goes_out("Ann").sees("Cards left: Bo")
    table.counts("Bo", low=1).next_hand("Chloé").others_are("3 – 9", 13).sees("Cards left: Dev")
    table.types("Dev", "40").writes_it_down().sees("Round 2")


@pytest.fixture
def network(page: Page) -> CDPSession:
    """1.6 Mbit/s, 150 ms."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", _SLOW)
    return network


@pytest.mark.soak
@pytest.mark.parametrize("seconds", [1, 3])
def test_a_tap_after_some_seconds_is_not_lost(
    page: Page, evening: Evening, network: CDPSession, seconds: int
) -> None:
    page.goto(evening.page())
    page.wait_for_timeout(1000 * seconds)
    network.send("Network.emulateNetworkConditions", _CUT)
    Table(page).taps("Lay down: Bo")
    network.send("Network.emulateNetworkConditions", _SLOW)
    comes_to(page, lambda: _server_has(evening, LaidDown(1)), told=True)


@pytest.mark.soak
def test_after_six_seconds_a_round_is_counted_and_written(
    page: Page, evening: Evening, network: CDPSession
) -> None:
    page.goto(evening.page())
    page.wait_for_timeout(6000)
    network.send("Network.emulateNetworkConditions", _CUT)
    _plays_a_round(page)
