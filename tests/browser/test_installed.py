"""The offline cache: a game is opened, played and left offline."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.records.log.deleting import delete_game
from companion.rules.fold.entries import LaidDown
from tests.browser.evenings import FRIENDS, Evening
from tests.browser.keeping import (
    LOOKS_UNTIL,
    NO_WORKER_IS_ASKED_FOR,
    OF_AN_OLDER_VERSION,
    UNTIL_KEPT,
    UNTIL_READY,
    has_come_to_be_down,
    lays_down,
    opens,
)
from tests.browser.serving import LiveServer
from tests.browser.table import Table

_OLDER = "/0123456789/"
# A worker of another version, as found by an update check; it waits.
_ANOTHER_COMES = f"""async () => {{
  {LOOKS_UNTIL}
  await navigator.serviceWorker.register("/service-worker.js?another");
  const registration = await navigator.serviceWorker.ready;
  await until(async () => registration.waiting ? "" : "a worker that waits");
}}"""
_AT_WORK = "() => navigator.serviceWorker.controller?.scriptURL.split('/').at(-1)"
_UNTIL_FORGOTTEN = f"""async () => {{
  {LOOKS_UNTIL}
  await until(async () => (await caches.match(location.pathname)) ? "that it goes" : "");
}}"""


def test_a_table_is_opened_again_and_goes_on_without_a_network(
    keeping: Page, server: LiveServer
) -> None:
    page, evening = keeping, Evening(server, FRIENDS)
    opens(page, evening)
    evening.happens(LaidDown(1))
    page.evaluate(UNTIL_KEPT, 1)
    page.context.set_offline(True)
    lays_down(page, "Ann")
    page.reload()
    for name in ("Ann", "Bo"):
        expect(page.get_by_role("button", name=f"clear for {name}")).to_be_visible()
    lays_down(page, "Dev")
    page.goto(evening.page("out"))
    expect(page.get_by_role("heading", name="Who went out?")).to_be_visible()
    page.goto(evening.page("sheet"))
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    page.goto(evening.page("seat/1"))  # a phone without a seat has no own page
    expect(page.get_by_role("button", name="clear for Dev")).to_be_visible()
    expect(page).to_have_url(evening.page())
    page.goto(evening.page("players"))
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator(".dock a")).to_have_text(["Try again", "Table"])
    page.goto(f"{server.url}/played")
    expect(page.locator(".dock a")).to_have_text(["Try again", "Home"])
    page.goto(evening.page("players"))
    page.get_by_role("link", name="Table").tap()
    expect(page.get_by_role("button", name="clear for Dev")).to_be_visible()
    page.context.set_offline(False)
    has_come_to_be_down(page, evening, {0, 1, 3})


@pytest.mark.soak
def test_the_question_how_a_round_ended_is_loaded_again_without_a_network(
    keeping: Page, server: LiveServer
) -> None:
    evening = Evening(server, ("Ann", "Bo", "Cy"), game="hand")
    keeping.context.add_cookies([server.cookie_of(evening.device)])
    opens(keeping, evening)
    keeping.context.set_offline(True)
    keeping.goto(evening.page("out/1"))
    Table(keeping).sees("How did the round end?")


@pytest.mark.soak
def test_a_new_version_takes_over_between_games(keeping: Page, server: LiveServer) -> None:
    page, evening = keeping, Evening(server, FRIENDS)
    opens(page, evening)
    page.context.add_init_script(NO_WORKER_IS_ASKED_FOR)  # it would be the current version
    page.evaluate(_ANOTHER_COMES)
    other = page.context.new_page()
    other.goto(server.url)
    other.wait_for_timeout(600)  # it would have arrived by then
    assert page.evaluate(_AT_WORK) == "service-worker.js"
    other.close()
    page.goto(server.url)
    page.wait_for_function(f"() => ({_AT_WORK})() === 'service-worker.js?another'")


@pytest.mark.soak
@pytest.mark.parametrize("address", ["/new/five-crowns", "/", "/new"])
def test_home_and_the_pages_of_a_new_game_install_what_answers_without_a_network(
    keeping: Page, server: LiveServer, address: str
) -> None:
    keeping.goto(server.url + address)
    for kept in ("/", "/new/alone"):
        keeping.evaluate(UNTIL_READY, f"{server.url}{kept}")
    keeping.context.set_offline(True)
    keeping.goto(server.url)
    expect(keeping.get_by_text("This is the last known state")).to_be_visible()
    Table(keeping).taps_link("New game").sees("What do you play?")


@pytest.mark.soak
def test_home_opens_offline_while_a_stream_still_seems_alive(
    keeping: Page, server: LiveServer
) -> None:
    page, evening = keeping, Evening(server, FRIENDS)
    opens(page, evening)
    page.route(re.compile("/log$"), lambda route: route.abort())
    page.evaluate("() => Object.defineProperty(navigator, 'onLine', { get: () => false })")
    lays_down(page, "Ann")
    Table(page).taps_link("Home").sees("Rummy Companion")


def test_an_update_comes_with_the_next_page_and_waiting_commands_arrive(
    keeping: Page, server: LiveServer
) -> None:
    page, evening = keeping, Evening(server, FRIENDS)
    opens(page, evening)
    page.context.set_offline(True)
    lays_down(page, "Ann")
    page.evaluate(OF_AN_OLDER_VERSION)
    page.reload()
    lays_down(page, "Bo")
    expect(page.locator("#opening")).to_have_attribute("src", re.compile(_OLDER))
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#opening")).not_to_have_attribute("src", re.compile(_OLDER))
    has_come_to_be_down(page, evening, {0, 1})


@pytest.mark.soak
def test_deleted_games_are_removed_from_the_cache(keeping: Page, server: LiveServer) -> None:
    page, evening = keeping, Evening(server, FRIENDS)
    opens(page, evening)
    with server.app.app_context():
        delete_game(evening.token, evening.device)
    page.reload()
    expect(page.get_by_role("heading", name="This game was deleted")).to_be_visible()
    page.evaluate(_UNTIL_FORGOTTEN)


@pytest.mark.soak
def test_a_page_that_came_past_the_worker_is_controlled_and_kept_too(
    keeping: Page, server: LiveServer
) -> None:
    """For example if the worker became active during the request."""
    evening = Evening(server, ("Ann", "Bo"))
    keeping.context.add_cookies([server.cookie_of(evening.device)])
    opens(keeping, evening)
    keeping.evaluate("caches.delete('games')")
    network = keeping.context.new_cdp_session(keeping)
    network.send("Network.enable")
    network.send("Network.setBypassServiceWorker", {"bypass": True})
    keeping.reload()
    keeping.evaluate(UNTIL_KEPT, 0)
