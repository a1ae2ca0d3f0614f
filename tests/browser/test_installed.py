"""What a phone keeps of the app: a game is opened, played and left without a network."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.records.deleting import delete_game
from companion.records.games import open_game
from companion.records.kept_game import KeptGame
from companion.records.lists import games_of
from companion.rules.entries import LaidDown, write_entry
from tests.browser.chromium import PHONE
from tests.browser.evenings import FRIENDS, Evening
from tests.browser.lying import PATIENCE
from tests.browser.serving import LiveServer, serving
from tests.browser.table import Table
from tests.browser.watching import Complaints, comes_to

# The table that is open is kept, and so many entries of its log.
_UNTIL_KEPT = """async entries => {
  const kept = name => caches.match(location.pathname + name);
  const isThere = async () => {
    const all = await Promise.all(["", "drawings"].map(kept));
    if (!navigator.serviceWorker.controller || !all.every(Boolean)) return false;
    return !entries || (await (await kept("copy"))?.json())?.entries.length === entries;
  };
  while (!(await isThere())) await new Promise(done => setTimeout(done, 20));
}"""

_ZOE = "Zoë <b>"
_OLDER = "/0123456789/"
# As if all that is kept had been kept before an update, with files of another version.
_OF_AN_OLDER_VERSION = """async () => {
  const older = text => text.replace(/static\\/\\w+/g, "static/0123456789");
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const answer = await cache.match(url);
      const { headers } = answer;
      const isText = /html|css|script|json/.test(headers.get("Content-Type"));
      await cache.delete(url);
      const body = isText ? older(await answer.text()) : await answer.blob();
      await cache.put(older(url), new Response(body, { headers }));
    }
  }
}"""
# A worker of another version, as the browser finds one; it waits.
_ANOTHER_COMES = """async () => {
  await navigator.serviceWorker.register("/service-worker.js?another");
  const registration = await navigator.serviceWorker.ready;
  while (!registration.waiting) await new Promise(done => setTimeout(done, 20));
}"""
_AT_WORK = "() => navigator.serviceWorker.controller?.scriptURL.split('/').at(-1)"
_UNTIL_FORGOTTEN = """async () => {
  while (await caches.match(location.pathname)) await new Promise(done => setTimeout(done, 20));
}"""

_UNTIL_READY = """async () => {
  while (!(await caches.match("/new/alone"))) await new Promise(done => setTimeout(done, 20));
}"""
# The server writes the game, and its answer is lost on the way back.
_LOSES_THE_FIRST_ANSWER = """() => {
  const real = globalThis.fetch;
  globalThis.fetch = async (url, how) => {
    const answer = await real(url, how);
    if (!(how?.body instanceof URLSearchParams)) return answer;
    globalThis.fetch = real;
    throw new TypeError("lost");
  };
}"""

# What is sent first to start a game is answered so.
_SAYS_ONCE = """([status, told]) => {
  const real = globalThis.fetch;
  globalThis.fetch = async (url, how) => {
    if (!(how?.body instanceof URLSearchParams)) return real(url, how);
    globalThis.fetch = real;
    const headers = { "Content-Type": "application/json" };
    return new Response(JSON.stringify(told), { status, headers });
  };
}"""
# The page of a table is told that the server does not take its game; home is not.
_REFUSES_AT_THE_TABLE = """(() => {
  const real = globalThis.fetch;
  const headers = { "Content-Type": "application/json" };
  const refused = () => new Response('{"sentence": "Not like this."}', { status: 422, headers });
  const isStart = how => how?.body instanceof URLSearchParams && location.pathname !== "/";
  globalThis.fetch = async (url, how) => (isStart(how) ? refused() : real(url, how));
})()"""
_NO_TIME_PASSES = "performance.now = () => 1000"
_SENT = "Everything is sent."


@pytest.fixture
def keeping(
    browser: Browser, browser_context_args: dict[str, Any], complaints: Complaints
) -> Iterator[Page]:
    """A phone that may keep what it likes."""
    complaints.expect(
        "net::ERR", "503", "410", "fetching the script"
    )  # of the update of our own script
    phone = browser.new_context(**browser_context_args | {"service_workers": "allow"})
    phone.set_default_timeout(PATIENCE)
    complaints.listen(phone)
    yield phone.new_page()
    phone.close()


def _opens(page: Page, evening: Evening) -> None:
    page.goto(evening.page())
    page.evaluate(_UNTIL_KEPT, 0)


def _down(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"Lay down : {name}").tap()
    expect(page.get_by_role("button", name=f"take back for {name}")).to_be_visible()


def _has_come_to_be_down(page: Page, evening: Evening, seats: set[int]) -> None:
    """The server has been told of them all."""
    comes_to(page, lambda: _down_on_the_server(evening), seats)


def _down_on_the_server(evening: Evening) -> set[int]:
    with evening.server.app.app_context():
        round_ = open_game(evening.token).state.open
    return set(round_.play.laid_down) if round_ else set()


def test_a_table_is_opened_again_and_goes_on_without_a_network(
    keeping: Page, server: LiveServer
) -> None:
    page, evening = keeping, Evening(server, FRIENDS)
    _opens(page, evening)
    evening.happens(LaidDown(1))
    page.evaluate(_UNTIL_KEPT, 1)
    page.context.set_offline(True)
    _down(page, "Ann")
    page.reload()
    for name in ("Ann", "Bo"):
        expect(page.get_by_role("button", name=f"take back for {name}")).to_be_visible()
    _down(page, "Dev")
    page.goto(evening.page("out"))
    expect(page.get_by_role("heading", name="Who went out?")).to_be_visible()
    page.goto(evening.page("players"))
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.get_by_role("link", name="Table").tap()
    expect(page.get_by_role("button", name="take back for Dev")).to_be_visible()
    page.context.set_offline(False)
    _has_come_to_be_down(page, evening, {0, 1, 3})


def test_below_a_path_of_its_host_a_round_is_played_and_opened_again(
    keeping: Page, tmp_path: Path
) -> None:
    with serving(tmp_path, prefix="/rummy") as server:
        evening = Evening(server, ("Ann", "Bo"))
        keeping.context.add_cookies([server.cookie_of(evening.device)])
        _opens(keeping, evening)
        table = Table(keeping).lays_down("Bo").goes_out("Ann")
        table.counts("Bo", ace=1, court=1).writes_it_down().sees("Round 2")
        keeping.reload()
        table.sees("Round 2")
        expect(keeping.locator("#seat-1 .total b")).to_have_text("30")
        keeping.evaluate(_UNTIL_KEPT, 0)
        keeping.context.set_offline(True)
        keeping.reload()
        table.sees("Round 2").lays_down("Ann").goes_out("Bo").is_counting("Ann")
        assert keeping.url == evening.page("count/0")
        keeping.context.set_offline(False)
        _has_come_to_be_down(keeping, evening, {0, 1})


def test_a_new_version_takes_over_between_games(keeping: Page, server: LiveServer) -> None:
    page, evening = keeping, Evening(server, FRIENDS)
    _opens(page, evening)
    page.evaluate(_ANOTHER_COMES)
    other = page.context.new_page()
    other.goto(server.url)
    other.wait_for_timeout(600)  # by then it would have come
    assert page.evaluate(_AT_WORK) == "service-worker.js"
    other.close()
    page.goto(server.url)
    page.wait_for_function(f"() => ({_AT_WORK})() === 'service-worker.js?another'")


def test_home_stands_as_it_was_and_leads_on_to_the_table(keeping: Page, server: LiveServer) -> None:
    page, evening = keeping, Evening(server, FRIENDS)
    page.context.add_cookies([server.cookie_of(evening.device)])
    _opens(page, evening)
    page.context.set_offline(True)
    page.goto(f"{server.url}/go-on")
    expect(page.get_by_text("No connection: so it stood")).to_be_visible()
    page.get_by_role("link", name="Go on").tap()
    _down(page, "Bo")


def test_an_update_comes_with_the_next_page_and_what_waits_arrives(
    keeping: Page, server: LiveServer
) -> None:
    page, evening = keeping, Evening(server, FRIENDS)
    _opens(page, evening)
    page.context.set_offline(True)
    _down(page, "Ann")
    page.evaluate(_OF_AN_OLDER_VERSION)
    page.reload()
    _down(page, "Bo")
    expect(page.locator("#opening")).to_have_attribute("src", re.compile(_OLDER))
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#opening")).not_to_have_attribute("src", re.compile(_OLDER))
    _has_come_to_be_down(page, evening, {0, 1})


def test_what_was_deleted_is_kept_no_longer(keeping: Page, server: LiveServer) -> None:
    page, evening = keeping, Evening(server, FRIENDS)
    _opens(page, evening)
    with server.app.app_context():
        delete_game(evening.token, evening.device)
    page.reload()
    expect(page.get_by_role("heading", name="This game was deleted")).to_be_visible()
    page.evaluate(_UNTIL_FORGOTTEN)


def test_a_new_game_starts_and_is_played_without_a_network_and_arrives_once(
    keeping: Page, browser: Browser, server: LiveServer
) -> None:
    page, evening = keeping, Evening(server, ("Ann", "Bo"), house_rules={"ten_value": 5})
    page.context.add_cookies([server.cookie_of(evening.device)])
    _opens(page, evening)
    page.evaluate(_UNTIL_READY)
    page.context.set_offline(True)
    page.goto(server.url)
    table = Table(page).taps_link("New game").sees("What do you play?")
    table.taps("Bo: add").taps("Deal the first round")
    expect(page.locator(".error")).to_contain_text("12-Step Rummy needs 2 players or more.")
    page.get_by_label("Player 2", exact=True).fill(_ZOE)
    page.get_by_role("radio", name="deals first: player 2").tap()
    table.taps("Deal the first round").sees("Round 1").shows_tag(_ZOE, "deals")
    table.goes_out("Bo").types(_ZOE, "15").writes_it_down()
    page.reload()
    table.sees("Round 2").goes_out(_ZOE).types("Bo", "25").writes_it_down().sees("Round 3")
    table.taps_link("Home")
    expect(page.get_by_text("Open it once there is a network")).to_be_visible()
    page.get_by_role("link", name=f"Bo, {_ZOE}").tap()
    table.sees("Round 3").lays_down("Bo")
    page.evaluate(_LOSES_THE_FIRST_ANSWER)
    page.context.set_offline(False)
    expect(page.locator("#live")).to_have_text(_SENT)
    [_, new] = _games_on(server, evening.device)
    assert page.url == f"{server.url}/g/{new.token}/"
    kinds = [kind for entry in new.entries if (kind := write_entry(entry)[0]) != "hand_counted"]
    assert kinds == ["went_out", "round_scored"] * 2 + ["laid_down"]  # a slow hand is kept twice
    assert (new.seats.names, new.ruleset.values["10"]) == (("Bo", _ZOE), 5)
    second = browser.new_context(**PHONE).new_page()
    second.goto(page.url)
    Table(second).sees("Round 3").shows_totals(("Bo", _ZOE), (25, 15))
    expect(second.get_by_role("button", name="take back for Bo")).to_be_visible()
    second.context.close()


@pytest.fixture
def again(keeping: Page, server: LiveServer) -> tuple[Page, Evening]:
    """“Same again” without a network, on a phone that has played once."""
    evening = Evening(server, ("Ann", "Bo"), game="contract-rummy", dealer=1)
    keeping.context.add_cookies([server.cookie_of(evening.device)])
    _opens(keeping, evening)
    keeping.evaluate(_UNTIL_READY)
    keeping.context.set_offline(True)
    keeping.goto(f"{server.url}/new/again/{evening.token}")
    expect(keeping.get_by_label("Player 2", exact=True)).to_have_value("Bo")
    return keeping, evening


def test_the_first_tap_at_a_table_that_was_never_seen_counts(again: tuple[Page, Evening]) -> None:
    page, _ = again
    page.add_init_script(_NO_TIME_PASSES)
    Table(page).taps("Deal the first round").sees("Round 1").round_is_over("Ann")


@pytest.fixture
def alone(again: tuple[Page, Evening]) -> tuple[Page, Evening]:
    """It was dealt, and Bo is down."""
    table = Table(again[0]).taps("Deal the first round").sees("Round 1")
    table.shows_tag("Ann", "deals").lays_down("Bo")
    return again


@pytest.mark.soak
@pytest.mark.parametrize("refused", ["caches.open", "indexedDB.open"])
def test_where_the_browser_keeps_nothing_no_game_starts_and_that_is_said(
    again: tuple[Page, Evening], refused: str
) -> None:
    page, _ = again
    page.evaluate(f"() => {{ {refused} = () => {{ throw new Error('no room'); }}; }}")
    Table(page).taps("Deal the first round")
    expect(page.get_by_text("This browser keeps nothing at the moment")).to_be_visible()
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Bo")


def _is_down_in_the_only_new_game(page: Page, evening: Evening) -> None:
    expect(page.locator("#live")).to_have_text(_SENT)
    [_, new] = _games_on(evening.server, evening.device)
    assert [*new.entries] == [LaidDown(1)]
    assert page.url == f"{evening.server.url}/g/{new.token}/"


@pytest.mark.soak
def test_where_the_link_is_taken_another_is_made(alone: tuple[Page, Evening]) -> None:
    page, evening = alone
    first = page.url
    page.evaluate(_SAYS_ONCE, [409, {}])
    page.context.set_offline(False)
    page.wait_for_url(lambda address: address != first)
    _is_down_in_the_only_new_game(page, evening)


@pytest.mark.soak
def test_of_two_tabs_one_sends_the_game(alone: tuple[Page, Evening]) -> None:
    page, evening = alone
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_role("button", name="take back for Bo")).to_be_visible()
    page.context.set_offline(False)
    for one in (page, other):
        _is_down_in_the_only_new_game(one, evening)


@pytest.mark.soak
def test_a_game_that_the_server_does_not_take_goes_on_here_and_is_offered_again(
    alone: tuple[Page, Evening],
) -> None:
    page, evening = alone
    page.context.add_init_script(_REFUSES_AT_THE_TABLE)
    page.reload()
    page.context.set_offline(False)
    expect(page.locator("#live")).to_contain_text("The server does not take this game")
    page.reload()  # the server has no such game, and the phone keeps it all the same
    Table(page).lays_down("Ann").took_back("Ann")
    page.context.set_offline(True)
    page.goto(evening.server.url)
    expect(page.get_by_text("Not like this.")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("link", name="Ann, Bo").first.tap()
    _has_come_to_be_down(page, evening, set())
    expect(page.get_by_role("button", name="take back for Bo")).to_be_visible()


@pytest.mark.soak
def test_home_sends_a_game_whole_or_leaves_it_to_its_table(alone: tuple[Page, Evening]) -> None:
    page, evening = alone
    page.goto(f"{evening.server.url}/new/again/{evening.token}")
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Bo")
    Table(page).taps("Deal the first round").sees("Round 1")
    page.goto(evening.server.url)
    lines = page.locator("#main small:visible", has_text="Goes on here")
    expect(lines).to_contain_text(["It is sent once there is a network", "Open it once"])
    page.context.set_offline(False)
    expect(page.get_by_text("Sent.", exact=True).and_(page.locator(":visible"))).to_be_visible()
    assert [game.entries for game in _games_on(evening.server, evening.device)] == [(), ()]
    lines.filter(has_text="Open it").tap()
    expect(page.locator("#live")).to_have_text(_SENT)
    logs = [game.entries for game in _games_on(evening.server, evening.device)]
    assert sorted(logs, key=len) == [(), (), (LaidDown(1),)]


def _games_on(server: LiveServer, device: str) -> list[KeptGame]:
    """The games that this phone has made, one after another."""
    with server.app.app_context():
        found = sorted(games_of(device).games, key=lambda game: game.started_at)
        return [open_game(game.token) for game in found]
