"""From the finger on “Out” to the first paint of the first hand, and from “Next” to the next one.

Both online and offline; the end of the round is undone and repeated.
"""

from collections.abc import Iterator
from statistics import median

from flask import Flask
from playwright.sync_api import Browser, Page

from bench.figures import Figure
from bench.played import NAMES, RULES, entries
from bench.touching import ROUND_TRIP_MS, ROUNDS, SLOWER, TAPS, series, touched
from companion.records.log.games import NewGame, start_game
from companion.records.people.links import new_key
from companion.rules.model.state import Seats

_MOST_MS = 80
_HAND = "body.counting #mode"
_DEAF_MS = 500


def walking(browser: Browser, app: Flask, address: str) -> Iterator[Figure]:
    """The median of all taps for each of the two steps."""
    note = f"middle of {TAPS}, CPU {SLOWER} times slower, {ROUND_TRIP_MS} ms round trip"
    for offline in (False, True):
        with app.app_context():
            game = NewGame(RULES, Seats(NAMES), entries=entries(ROUNDS))
            token = start_game(game, new_key())
        took = series(browser, f"{address}/g/{token}/", "counting", _walk, offline=offline)
        for name, times in zip(
            ("out, first hand", "next hand"), zip(*took, strict=True), strict=True
        ):
            full_name = name + (", without a network" if offline else "")
            yield Figure(full_name, round(median(times), 1), "ms", _MOST_MS, note)


def _walk(page: Page) -> tuple[float, float]:
    """Tap Out, count one card of the second player, go on to the third, and undo it all."""
    out = touched(page, "#out-0", _HAND)
    page.locator(".key .add").last.tap()
    following = touched(page, "#next", ".person:nth-child(3)[aria-current]")
    for heading in ("body.counting", "body.at-table"):
        page.wait_for_timeout(_DEAF_MS)
        page.locator("#undo-button").tap()
        page.locator(heading).wait_for()
    page.wait_for_timeout(_DEAF_MS)
    return out, following
