"""From the finger on “Write it down” to the first paint of the next round, at the review.

The round is undone, reviewed again within the page, and written down again.
"""

from collections.abc import Iterator
from statistics import median

from flask import Flask
from playwright.sync_api import Browser, Page

from bench.figures import Figure
from bench.played import NAMES, RULES, entries
from bench.touching import ROUND_TRIP_MS, SLOWER, TAPS, series, touched
from companion.records.log.games import NewGame, start_game
from companion.records.people.links import new_key
from companion.rules.model.state import Seats

_ROUNDS, _MOST_MS = 4, 100
_GO_BACK = """() => {
  const way = Object.assign(document.createElement("a"), { href: "review" });
  document.getElementById("main").append(way);
  way.click();
}"""


def writing_down(browser: Browser, app: Flask, address: str) -> Iterator[Figure]:
    """The median of all taps, online and offline."""
    note = f"middle of {TAPS}, CPU {SLOWER} times slower, {ROUND_TRIP_MS} ms round trip"
    for offline in (False, True):
        with app.app_context():
            game = NewGame(RULES, Seats(NAMES), entries=entries(_ROUNDS)[:-1])
            token = start_game(game, new_key())
        took = series(browser, f"{address}/g/{token}/review", "table", _tap, offline=offline)
        name = "write it down, table" + (", without a network" if offline else "")
        yield Figure(name, round(median(took), 1), "ms", _MOST_MS, note)


def _tap(page: Page) -> float:
    took = touched(page, "[form=write]", "body.at-table .seats")
    page.locator("#undo-button").tap()
    page.locator("#said").get_by_text("Undone:").wait_for()
    page.evaluate(_GO_BACK)
    page.locator("[form=write]").wait_for()
    page.wait_for_timeout(500)  # a button that was just tapped is deaf for a moment
    return took
