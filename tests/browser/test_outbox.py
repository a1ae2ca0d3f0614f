"""A game in an open page: what is tapped is shown at once, waits, and arrives once and in order.

The cases are in `tests/outbox`, against a server that is played in the page itself; then a table
plays on over a network that fails, against a real one.
"""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from companion.records.games import open_game
from companion.records.kept_game import KeptGame
from companion.rules.entries import Noted, write_entry
from tests.browser.cutting import CUTS, Weather, cutting
from tests.browser.evenings import Evening, happens_at
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints

_FEW, _MANY = 12, 30
_FOLDER = Path(__file__).parents[1] / "outbox"


def _parts(*names: str) -> str:
    return "".join((_FOLDER / name).read_text("utf-8") for name in names).replace("export ", "")


_CASES = f"""async how => {{
  {_parts("book.mjs", "cases.mjs")}
  return run(name => import(`/static/now/js/${{name}}`), makeBook, how);
}}"""
_LONG = "a long outbox is opened, shown and played on, and arrives in order, a hundred at a time"
_OPENS = f"""async seed => {{
  {_parts("tapping.mjs")}
  const {{ openGame }} = await import("/static/now/js/game.js");
  window.game = await openGame(document, {{ first: 20, longest: 200 }});
  if (!game) throw new Error("a page without a game");
  window.table = makeTable(game, seed);
}}"""
_PLAYS = """async ([taps, pause]) => {
  for (let n = 0; n < taps; n += 1) {
    table.step();
    if (n % 2) await new Promise((done) => setTimeout(done, pause));
  }
  return table.tapped;
}"""
_IS_SENT = "() => { dispatchEvent(new Event('online')); return game.waiting === 0; }"


@pytest.fixture
def evening(page: Page, server: LiveServer) -> Evening:
    """Four at the table, and nothing was tapped yet."""
    evening = Evening(server, ("Ann", "Ben", "Cy", "Dee"))
    page.context.add_cookies([server.cookie_of(evening.device)])
    return evening


def _kept(evening: Evening) -> KeptGame:
    with evening.server.app.app_context():
        return open_game(evening.token)


def _log(evening: Evening) -> list[dict[str, Any]]:
    rows = [write_entry(entry) for entry in _kept(evening).entries]
    return [{"kind": kind, **fields} for kind, fields in rows]


def test_what_is_tapped_is_neither_lost_nor_doubled(page: Page, evening: Evening) -> None:
    page.goto(f"{evening.server.url}/g/{evening.token}/")
    faults = page.evaluate(_CASES, {})
    assert not faults, "\n".join(faults)


@pytest.mark.soak
def test_neither_are_two_thousand_taps_that_waited(page: Page, evening: Evening) -> None:
    page.goto(f"{evening.server.url}/g/{evening.token}/")
    how = {"only": _LONG, "waiting": 2004, "longest": 300_000}
    faults = page.evaluate(_CASES, how)
    assert not faults, "\n".join(faults)


def _cut(page: Page, evening: Evening, complaints: Complaints, seed: int, cuts: int) -> None:
    """The table plays on until so many requests were cut; then all that was tapped is there.

    Now and then the page is opened again, and somebody else writes something.
    """
    complaints.expect("Failed to load resource", "was preloaded")
    page.route("**/page/*.js", lambda route: route.abort())  # it would go elsewhere with the game
    weather, tapped = Weather(seed), []
    with cutting(evening.server.url, weather) as way:
        while len(weather.cuts) < cuts or (
            set(weather.cuts) < set(CUTS) and len(weather.cuts) < 10 * cuts
        ):
            page.goto(f"{way}/g/{evening.token}/")
            page.evaluate(_OPENS, 1000 * seed + len(tapped))
            note = Noted(f"After {len(tapped)} taps")
            happens_at(evening.server, evening.token, note, device="another")
            tapped += page.evaluate(_PLAYS, [60, 15])
        assert set(weather.cuts) == set(CUTS)
        weather.is_fair = True
        page.wait_for_function(_IS_SENT, polling=50)
        totals = page.evaluate("game.state.totals")
        page.goto("about:blank")
    log = [entry for entry in _log(evening) if entry["kind"] != "noted"]
    assert [_unnumbered(entry) for entry in log] == [_unnumbered(entry) for entry in tapped]
    assert totals == [*_kept(evening).state.totals]


def _unnumbered(entry: dict[str, Any]) -> dict[str, Any]:
    """What others wrote meanwhile has another number before the end."""
    return {key: value for key, value in entry.items() if key != "sequence"}


def test_a_network_that_fails_loses_doubles_and_disorders_nothing(
    page: Page, evening: Evening, complaints: Complaints
) -> None:
    _cut(page, evening, complaints, 1, _FEW)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 9))
def test_neither_do_two_hundred_cuts(
    page: Page, evening: Evening, complaints: Complaints, seed: int
) -> None:
    _cut(page, evening, complaints, seed, _MANY)


def test_a_page_that_was_drawn_before_its_own_tap_arrived_shows_it(
    page: Page, evening: Evening, complaints: Complaints
) -> None:
    """Loaded again in that very moment, what the server drew is older than what it then tells."""
    complaints.expect("ERR_FAILED", "net::ERR_ABORTED")
    sent: list[Request] = []

    def holds(route: Route) -> None:
        sent.append(route.request)

    def arrives(route: Route) -> None:
        [tap] = sent
        page.context.request.fetch(tap)
        route.continue_()

    page.goto(evening.page())
    page.route("**/log", holds, times=1)
    with page.expect_request("**/log"):
        Table(page).lays_down("Ben")
    page.route("**/log?after=*", arrives, times=1)
    page.reload()
    expect(page.get_by_role("button", name="take back for Ben")).to_be_visible()
