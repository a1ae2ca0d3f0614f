"""A game that is started where there is no network: it is played, kept, and sent once and whole."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.records.games import open_game
from companion.records.kept_game import KeptGame
from companion.records.lists import games_of
from companion.rules.entries import LaidDown, TookBack, write_entry
from tests.browser.chromium import PHONE
from tests.browser.evenings import Evening
from tests.browser.keeping import (
    NO_WORKER_IS_ASKED_FOR,
    OF_AN_OLDER_VERSION,
    has_come_to_be_down,
    opens,
)
from tests.browser.lying import PATIENCE
from tests.browser.serving import LiveServer, serving
from tests.browser.table import Table

_ZOE = "Zoë <b>"
_UNTIL_READY = """async asked => {
  while (!(await caches.match(asked))) await new Promise(done => setTimeout(done, 20));
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
# As it was drawn before an update, in other words.
_DRAWN_OTHERWISE = """async () => {
  const games = await caches.open("games");
  for (const request of await games.keys()) {
    const answer = await games.match(request);
    if (!answer.headers.has("Companion-Unsent")) continue;
    const text = (await answer.text()).replaceAll(">Round ", ">Lap ");
    await games.put(request, new Response(text, { headers: answer.headers }));
  }
}"""
# A worker of another version takes over where it was waited for, between games.
_ANOTHER_COMES_IN_HERE = """async () => {
  await navigator.serviceWorker.register("/service-worker.js?another");
  const registration = await navigator.serviceWorker.ready;
  while (!registration.waiting) await new Promise(done => setTimeout(done, 20));
  registration.waiting.postMessage("");
  const isThere = () => navigator.serviceWorker.controller?.scriptURL.endsWith("?another");
  while (!isThere()) await new Promise(done => setTimeout(done, 20));
}"""
_ALL_THAT_IS_KEPT = """async () => {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => url).sort();
}"""
_NO_ROOM_IN_THE_OUTBOX = """() => {
  IDBObjectStore.prototype.add = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
_NO_DATABASE = """
  IDBFactory.prototype.open = () => { throw new DOMException("no", "UnknownError"); };
"""
# Bo is down, and is not, so many times more; as it lies in the browser.
_IS_TAPPED_SO_OFTEN = """async taps => {
  const asked = indexedDB.open("companion");
  await new Promise(done => asked.onsuccess = done);
  const database = asked.result;
  const store = database.transaction("outbox", "readwrite").objectStore("outbox");
  const link = location.pathname.split("/").at(-2);
  for (let n = 0; n < taps; n += 1) {
    const entries = [{ kind: n % 2 ? "laid_down" : "took_back", seat: 1 }];
    const tap = { tap: `a-tap-of-many-no-${n}`, made: Date.now(), game: link, changes: 0 };
    store.add({ ...tap, entries, settled: entries, seen: 0, knows: 0, round: 1, rests: null });
  }
  await new Promise(done => store.transaction.oncomplete = done);
  database.close();
}"""
_NO_TIME_PASSES = "performance.now = () => 1000"
_SENT = "Everything is sent."


def test_a_new_game_starts_and_is_played_without_a_network_and_arrives_once(
    keeping: Page, browser: Browser, server: LiveServer
) -> None:
    page, evening = keeping, Evening(server, ("Ann", "Bo"), house_rules={"ten_value": 5})
    _has_no_network_any_more(page, evening)
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
    _has_no_network_any_more(keeping, evening)
    _is_asked_who_plays_again(keeping, evening)
    return keeping, evening


def _has_no_network_any_more(page: Page, evening: Evening) -> None:
    page.context.add_cookies([evening.server.cookie_of(evening.device)])
    opens(page, evening)
    page.evaluate(_UNTIL_READY, f"{evening.server.url}/new/alone")
    page.context.set_offline(True)


def _is_asked_who_plays_again(page: Page, evening: Evening) -> None:
    page.goto(f"{evening.server.url}/new/again/{evening.token}")
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Bo")


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
    has_come_to_be_down(page, evening, set())
    expect(page.get_by_role("button", name="take back for Bo")).to_be_visible()


@pytest.mark.soak
def test_home_sends_a_game_whole_or_leaves_it_to_its_table(alone: tuple[Page, Evening]) -> None:
    page, evening = alone
    _is_asked_who_plays_again(page, evening)
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


def test_below_a_path_of_its_host_it_starts_and_arrives_too(keeping: Page, tmp_path: Path) -> None:
    with serving(tmp_path, prefix="/rummy") as server:
        evening = Evening(server, ("Ann", "Bo"), game="contract-rummy", dealer=1)
        _has_no_network_any_more(keeping, evening)
        _is_asked_who_plays_again(keeping, evening)
        Table(keeping).taps("Deal the first round").sees("Round 1").lays_down("Bo")
        keeping.reload()
        keeping.goto(f"{server.url}/go-on")
        expect(keeping.get_by_role("button", name="take back for Bo")).to_be_visible()
        keeping.context.set_offline(False)
        _is_down_in_the_only_new_game(keeping, evening)


@pytest.mark.soak
def test_a_new_version_of_the_app_leaves_a_game_that_is_not_sent_as_it_is(
    alone: tuple[Page, Evening],
) -> None:
    """It is drawn and sent by what it began with, and from then on by what is new."""
    page, evening = alone
    page.evaluate(OF_AN_OLDER_VERSION)
    page.evaluate(_DRAWN_OTHERWISE)
    page.reload()
    Table(page).sees("Lap 1").lays_down("Ann").sees("Lap 1")
    page.goto(evening.server.url)
    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_text("Open it once there is a network")).to_be_visible()
    page.evaluate(_ANOTHER_COMES_IN_HERE)
    page.context.add_init_script(NO_WORKER_IS_ASKED_FOR)  # it would be that of now
    page.get_by_role("link", name="Ann, Bo").first.tap()
    expect(page.locator("#live")).to_have_text(_SENT)
    assert [game.entries for game in _games_on(evening.server, evening.device)] == [
        (),
        (LaidDown(1), LaidDown(0)),
    ]
    page.reload()
    Table(page).sees("Round 1").took_back("Ann")
    expect(page.locator("#opening")).not_to_have_attribute("src", re.compile("/0123456789/"))


def test_the_newest_of_the_open_games_is_gone_on_with_sent_or_not(
    alone: tuple[Page, Evening],
) -> None:
    page, evening = alone
    first = page.url
    page.goto(f"{evening.server.url}/go-on")
    expect(page.get_by_role("button", name="take back for Bo")).to_be_visible()
    assert page.url == first
    _is_asked_who_plays_again(page, evening)
    table = Table(page).taps("Deal the first round").sees("Round 1")
    second = page.url
    table.goes_out("Ann").types("Bo", "15").writes_it_down().sees("Round 2")
    page.goto(evening.server.url)
    told = [re.compile(rf"^Round {round_} · Contract Rummy · \d+:\d+$") for round_ in (2, 1)]
    expect(page.locator("#main small:has(time)").filter(has_text="Round")).to_have_text(told)
    page.get_by_role("link", name="Go on", exact=True).tap()
    table.sees("Round 2")
    assert page.url == second


@pytest.mark.soak
def test_a_game_that_is_over_is_not_gone_on_with(alone: tuple[Page, Evening]) -> None:
    page, evening = alone
    table = Table(page)
    for number in range(1, 8):
        table.sees(f"Round {number}").goes_out("Ann").types("Bo", "95").writes_it_down()
    page.wait_for_url("**/final")
    page.goto(f"{evening.server.url}/go-on")
    page.wait_for_url(evening.page())


def test_of_a_start_for_which_there_is_no_room_nothing_is_left(
    again: tuple[Page, Evening],
) -> None:
    page, _ = again
    before = page.evaluate(_ALL_THAT_IS_KEPT)
    page.evaluate(_NO_ROOM_IN_THE_OUTBOX)
    Table(page).taps("Deal the first round")
    expect(page.get_by_text("This browser keeps nothing at the moment")).to_be_visible()
    assert page.evaluate(_ALL_THAT_IS_KEPT) == before


def test_what_the_browser_does_not_give_back_its_page_still_starts(
    alone: tuple[Page, Evening],
) -> None:
    page, evening = alone
    page.add_init_script(_NO_DATABASE)
    page.reload()
    table = Table(page).sees("Round 1").lays_down("Ann")  # Bo's tap lies where nobody gets at it
    page.context.set_offline(False)
    expect(page.locator("#live")).to_have_text(_SENT)
    [_, new] = _games_on(evening.server, evening.device)
    assert [*new.entries] == [LaidDown(0)]
    table.lays_down("Bo")


@pytest.mark.soak
def test_each_of_two_tabs_sends_the_game_that_it_has_started(alone: tuple[Page, Evening]) -> None:
    page, evening = alone
    other = page.context.new_page()
    _is_asked_who_plays_again(other, evening)
    Table(other).taps("Deal the first round").sees("Round 1").lays_down("Ann")
    page.context.set_offline(False)
    for one in (page, other):
        expect(one.locator("#live")).to_have_text(_SENT)
    logs = [game.entries for game in _games_on(evening.server, evening.device)]
    assert logs == [(), (LaidDown(1),), (LaidDown(0),)]


@pytest.mark.parametrize("taps", [120, pytest.param(2000, marks=pytest.mark.soak)])
def test_what_waits_for_its_game_to_start_arrives_in_order(
    alone: tuple[Page, Evening], taps: int
) -> None:
    page, evening = alone
    page.evaluate(_IS_TAPPED_SO_OFTEN, taps)
    page.reload()
    expect(page.locator("#live")).to_contain_text(f"To send: {taps + 2}.")
    page.context.set_offline(False)
    expect(page.locator("#live")).to_have_text(_SENT, timeout=PATIENCE * (1 + taps // 200))
    [_, new] = _games_on(evening.server, evening.device)
    assert [*new.entries] == [LaidDown(1), *[TookBack(1), LaidDown(1)] * (taps // 2)]
