"""A game started offline is sent once and completely, whatever happens in between."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold.entries import LaidDown, TookBack
from tests.browser.evenings import Evening
from tests.browser.keeping import (
    KEEPS_NOTHING,
    NO_WORKER_IS_ASKED_FOR,
    OF_AN_OLDER_VERSION,
    SENT,
    games_on,
    has_come_to_be_down,
    is_asked_who_plays_again,
    is_down_in_the_only_new_game,
)
from tests.browser.lying import PATIENCE
from tests.browser.table import Table

# Answers the request that starts a game with this status.
_SAYS_ONCE = """([status, told]) => {
  const real = globalThis.fetch;
  globalThis.fetch = async (url, how) => {
    if (!(how?.body instanceof URLSearchParams)) return real(url, how);
    globalThis.fetch = real;
    const headers = { "Content-Type": "application/json" };
    return new Response(JSON.stringify(told), { status, headers });
  };
}"""
# The page of a table learns that the server rejects its game; home does not.
_REFUSES_AT_THE_TABLE = """(() => {
  const real = globalThis.fetch;
  const headers = { "Content-Type": "application/json" };
  const refused = () => new Response('{"sentence": "Not like this."}', { status: 422, headers });
  const isStart = how => how?.body instanceof URLSearchParams && location.pathname !== "/";
  globalThis.fetch = async (url, how) => (isStart(how) ? refused() : real(url, how));
})()"""
# The page as it was before an update, with other words.
_DRAWN_OTHERWISE = """async () => {
  const games = await caches.open("games");
  for (const request of await games.keys()) {
    const answer = await games.match(request);
    if (!answer.headers.has("Companion-Unsent")) continue;
    const text = (await answer.text()).replace(/>Round(\\s|&nbsp;)/g, ">Lap ");
    await games.put(request, new Response(text, { headers: answer.headers }));
  }
}"""
# A worker of another version takes over between games, as it must wait until then.
_ANOTHER_COMES_IN_HERE = """async () => {
  await navigator.serviceWorker.register("/service-worker.js?another");
  const registration = await navigator.serviceWorker.ready;
  while (!registration.waiting) await new Promise(done => setTimeout(done, 20));
  registration.waiting.postMessage("");
  const isThere = () => navigator.serviceWorker.controller?.scriptURL.endsWith("?another");
  while (!isThere()) await new Promise(done => setTimeout(done, 20));
}"""
# So many marks of Bo, down and back, as stored in the browser.
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
_NO_ROOM_ANY_MORE = """() => {
  const refuses = () => { throw new DOMException("full", "QuotaExceededError"); };
  Object.assign(IDBObjectStore.prototype, { add: refuses, put: refuses });
}"""


@pytest.mark.soak
def test_a_taken_link_is_replaced(alone: tuple[Page, Evening]) -> None:
    page, evening = alone
    first = page.url
    page.evaluate(_SAYS_ONCE, [409, {}])
    page.context.set_offline(False)
    page.wait_for_url(lambda address: address != first)
    is_down_in_the_only_new_game(page, evening)


@pytest.mark.soak
def test_of_two_tabs_one_sends_the_game(alone: tuple[Page, Evening]) -> None:
    page, evening = alone
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_role("button", name="clear for Bo")).to_be_visible()
    page.context.set_offline(False)
    for one in (page, other):
        is_down_in_the_only_new_game(one, evening)


@pytest.mark.soak
def test_each_of_two_tabs_sends_the_game_that_it_has_started(alone: tuple[Page, Evening]) -> None:
    page, evening = alone
    other = page.context.new_page()
    is_asked_who_plays_again(other, evening)
    Table(other).taps("Deal the first round").sees("Round 1").lays_down("Ann")
    page.context.set_offline(False)
    for one in (page, other):
        expect(one.locator("#live")).to_have_text(SENT)
    logs = {game.entries for game in games_on(evening.server, evening.device)}
    assert logs == {(), (LaidDown(1),), (LaidDown(0),)}  # both games were dealt in the same second


@pytest.mark.soak
def test_a_rejected_game_continues_offline_and_is_offered_again(
    alone: tuple[Page, Evening],
) -> None:
    page, evening = alone
    page.context.add_init_script(_REFUSES_AT_THE_TABLE)
    page.reload()
    page.context.set_offline(False)
    expect(page.locator("#live")).to_contain_text("The server does not accept this game")
    page.reload()  # the phone still has the game, although the server does not
    Table(page).lays_down("Ann").took_back("Ann")
    page.context.set_offline(True)
    page.goto(evening.server.url)
    expect(page.get_by_text("Not like this.")).to_be_visible()
    expect(page.get_by_role("link", name="Continue", exact=True)).to_be_visible()
    page.context.set_offline(False)
    page.goto(f"{evening.server.url}/?q=Ann")
    expect(page.get_by_text("Not like this.")).to_be_visible()
    expect(page.get_by_role("link", name="Continue", exact=True)).to_have_count(0)
    page.get_by_role("link", name="Ann, Bo").first.tap()
    has_come_to_be_down(page, evening, set())
    expect(page.get_by_role("button", name="clear for Bo")).to_be_visible()


@pytest.mark.soak
def test_an_update_does_not_change_an_unsent_game(alone: tuple[Page, Evening]) -> None:
    """It is rendered and sent with the old version, and continues with the new one."""
    page, evening = alone
    page.evaluate(OF_AN_OLDER_VERSION)
    page.evaluate(_DRAWN_OTHERWISE)
    page.reload()
    Table(page).sees("Lap 1").lays_down("Ann").sees("Lap 1")
    page.goto(evening.server.url)
    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_text("Open it once you are online")).to_be_visible()
    page.evaluate(_ANOTHER_COMES_IN_HERE)
    page.context.add_init_script(NO_WORKER_IS_ASKED_FOR)  # it would be the current version
    page.get_by_role("link", name="Continue", exact=True).tap()  # the game changed last
    expect(page.locator("#live")).to_have_text(SENT)
    assert [game.entries for game in games_on(evening.server, evening.device)] == [
        (),
        (LaidDown(1), LaidDown(0)),
    ]
    page.reload()
    Table(page).sees("Round 1").took_back("Ann")
    expect(page.locator("#opening")).not_to_have_attribute("src", re.compile("/0123456789/"))


@pytest.mark.soak
def test_a_page_starts_its_game_although_storage_lost_it(alone: tuple[Page, Evening]) -> None:
    page, evening = alone
    page.add_init_script(KEEPS_NOTHING)
    page.reload()
    table = Table(page).sees("Round 1").lays_down("Ann")  # Bo's tap is in unreadable storage
    page.context.set_offline(False)
    expect(page.locator("#live")).to_have_text(SENT)
    [_, new] = games_on(evening.server, evening.device)
    assert [*new.entries] == [LaidDown(0)]
    table.lays_down("Bo")


@pytest.mark.soak
@pytest.mark.parametrize("taps", [120, 2000])
def test_commands_waiting_for_the_start_arrive_in_order(
    alone: tuple[Page, Evening], taps: int
) -> None:
    page, evening = alone
    line, patience = page.locator("#live"), PATIENCE * (1 + taps // 200)
    page.evaluate(_IS_TAPPED_SO_OFTEN, taps)
    page.reload()
    expect(line).to_contain_text(f"To send: {taps + 2}.", timeout=patience)
    page.context.set_offline(False)
    expect(line).to_have_text(SENT, timeout=patience)
    [_, new] = games_on(evening.server, evening.device)
    assert [*new.entries] == [LaidDown(1), *[TookBack(1), LaidDown(1)] * (taps // 2)]


@pytest.mark.soak
def test_commands_without_storage_wait_in_the_page_for_the_start(
    alone: tuple[Page, Evening],
) -> None:
    page, evening = alone
    page.evaluate(_NO_ROOM_ANY_MORE)
    Table(page).lays_down("Ann")
    expect(page.locator("#live")).to_contain_text("This phone has no room left")
    page.context.set_offline(False)
    expect(page.locator("#live")).to_have_text(SENT)
    [_, new] = games_on(evening.server, evening.device)
    assert [*new.entries] == [LaidDown(1), LaidDown(0)]
