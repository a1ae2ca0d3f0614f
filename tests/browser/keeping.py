"""The offline cache of a phone, inspected from outside."""

from playwright.sync_api import Page, expect

from companion.records.log.games import open_game
from companion.records.log.stored_game import StoredGame
from companion.records.people.lists import games_of
from companion.rules.fold.entries import LaidDown
from tests.browser.evenings import Evening
from tests.browser.serving import LiveServer
from tests.browser.watching import comes_to

# `look` returns the missing parts. Unresponsive storage fails, too; the test would wait for ever.
LOOKS_UNTIL = """
  const until = async look => {
    let missing = "any answer";
    const late = new Promise((_, fails) =>
      setTimeout(() => fails(new Error(`not there after 60 s: ${missing}`)), 60_000));
    late.catch(() => {});
    while ((missing = await Promise.race([late, look()]))) {
      await new Promise(done => setTimeout(done, 20));
    }
  };
"""

# The open table is cached, with so many entries of its log.
UNTIL_KEPT = f"""async entries => {{
  {LOOKS_UNTIL}
  const kept = name => caches.match(location.pathname + name);
  await until(async () => {{
    if (!navigator.serviceWorker.controller) return "no worker controls this page";
    if (!(await kept(""))) return "the table";
    if (!(await kept("drawings"))) return "its drawings";
    const held = entries && (await (await kept("copy"))?.json())?.entries.length;
    return !entries || held === entries ? "" : `${{held}} entries of ${{entries}}`;
  }});
}}"""

# Mark the cache as made before an update, with files of another version.
OF_AN_OLDER_VERSION = """async () => {
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

NO_WORKER_IS_ASKED_FOR = """
  if (navigator.serviceWorker) ServiceWorkerContainer.prototype.register = async () => {};
"""

UNTIL_READY = f"""async asked => {{
  {LOOKS_UNTIL}
  await until(async () => (await caches.match(asked)) ? "" : asked);
}}"""
KEEPS_NOTHING = """
  IDBFactory.prototype.open = () => { throw new DOMException("no", "UnknownError"); };
"""
SENT = "Everything is sent."


def opens(page: Page, evening: Evening) -> None:
    page.goto(evening.page())
    page.evaluate(UNTIL_KEPT, 0)


def lays_down(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"Lay down : {name}").tap()
    expect(page.get_by_role("button", name=f"clear for {name}")).to_be_visible()


def has_come_to_be_down(page: Page, evening: Evening, seats: set[int]) -> None:
    """The server has all marks."""
    comes_to(page, lambda: _down_on_the_server(evening), seats)


def _down_on_the_server(evening: Evening) -> set[int]:
    round_ = evening.stored.state.open
    return set(round_.play.laid_down) if round_ else set()


def has_no_network_any_more(page: Page, evening: Evening) -> None:
    page.context.add_cookies([evening.server.cookie_of(evening.device)])
    opens(page, evening)
    page.evaluate(UNTIL_READY, f"{evening.server.url}/new/alone")
    page.context.set_offline(True)


def is_asked_who_plays_again(page: Page, evening: Evening) -> None:
    page.goto(f"{evening.server.url}/new/again/{evening.token}")
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Bo")


def is_down_in_the_only_new_game(page: Page, evening: Evening) -> None:
    expect(page.locator("#live")).to_have_text(SENT)
    [_, new] = games_on(evening.server, evening.device)
    assert [*new.entries] == [LaidDown(1)]
    assert page.url == f"{evening.server.url}/g/{new.token}/"


def games_on(server: LiveServer, device: str) -> list[StoredGame]:
    """The games of this phone, one after another."""
    with server.app.app_context():
        found = sorted(games_of(device).games, key=lambda game: game.started_at)
        return [open_game(game.token) for game in found]
