"""What a phone keeps of the app, looked at from the outside."""

from playwright.sync_api import Page, expect

from companion.records.games import open_game
from tests.browser.evenings import Evening
from tests.browser.watching import comes_to

# The table that is open is kept, and so many entries of its log.
UNTIL_KEPT = """async entries => {
  const kept = name => caches.match(location.pathname + name);
  const isThere = async () => {
    const all = await Promise.all(["", "drawings"].map(kept));
    if (!navigator.serviceWorker.controller || !all.every(Boolean)) return false;
    return !entries || (await (await kept("copy"))?.json())?.entries.length === entries;
  };
  while (!(await isThere())) await new Promise(done => setTimeout(done, 20));
}"""

# As if all that is kept had been kept before an update, with files of another version.
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


def opens(page: Page, evening: Evening) -> None:
    page.goto(evening.page())
    page.evaluate(UNTIL_KEPT, 0)


def lays_down(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"Lay down : {name}").tap()
    expect(page.get_by_role("button", name=f"take back for {name}")).to_be_visible()


def has_come_to_be_down(page: Page, evening: Evening, seats: set[int]) -> None:
    """The server has been told of them all."""
    comes_to(page, lambda: _down_on_the_server(evening), seats)


def _down_on_the_server(evening: Evening) -> set[int]:
    with evening.server.app.app_context():
        round_ = open_game(evening.token).state.open
    return set(round_.play.laid_down) if round_ else set()
