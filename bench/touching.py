"""The time from a touch to the first paint of its effect, at the table.

The phone is four times slower than this machine, and the round trip to the server takes 60 ms, or
the phone is offline.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page

from bench.amount import usually
from bench.figures import Figure
from bench.phone import new_phone
from bench.played import NAMES, RULES, entries
from companion.records.log.games import NewGame, start_game
from companion.records.people.links import new_key
from companion.rules.model.state import Seats

ROUNDS, TAPS, SLOWER, ROUND_TRIP_MS = 3, usually(20), 4, 60
_MOST_MS = 50
_WARM_UP = 2
Took = TypeVar("Took")
# Each frame checks for the effect; a found effect is painted once the next task runs.
WATCH = """
addEventListener("pointerdown", event => { window.touched = event.timeStamp }, true);
window.shows = selector => new Promise(done => {
  const paint = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now() - window.touched);
    port2.postMessage(0);
  };
  const look = () => requestAnimationFrame(() => {
    if (window.touched && document.querySelector(selector)) paint(); else look();
  });
  window.touched = 0;
  look();
});
"""


@dataclass(frozen=True, slots=True)
class Way:
    """The network of a series of taps."""

    name: str
    offline: bool = False
    most: int | None = None


WAYS = (
    Way("down tapped, shown", most=_MOST_MS),
    Way("down tapped, shown, without a network", offline=True, most=_MOST_MS),
)


def touching(browser: Browser, app: Flask, address: str) -> Iterator[Figure]:
    """The median of all taps, for each condition."""
    note = f"middle of {TAPS}, CPU {SLOWER} times slower, {ROUND_TRIP_MS} ms round trip"
    for way in WAYS:
        with app.app_context():
            game = NewGame(RULES, Seats(NAMES), entries=entries(ROUNDS))
            token = start_game(game, new_key())
        took = _taps(browser, f"{address}/g/{token}/", way)
        yield Figure(way.name, round(median(took), 1), "ms", way.most, note)


def _taps(browser: Browser, table: str, way: Way) -> list[float]:
    phone = new_phone(browser)
    phone.add_init_script(WATCH)
    page = phone.new_page()
    page.goto(table, wait_until="load")
    _can_show(page, "counting")
    slow_down(phone, page, offline=way.offline)
    took = [_tap(page, seat % len(NAMES)) for seat in range(_WARM_UP + TAPS)]
    phone.close()
    return took[_WARM_UP:]


def series(
    browser: Browser, address: str, place: str, step: Callable[[Page], Took], *, offline: bool
) -> list[Took]:
    """The times of this step, on a phone that can show this place by itself."""
    phone = new_phone(browser)
    phone.add_init_script(WATCH)
    page = phone.new_page()
    page.goto(address, wait_until="load")
    _can_show(page, place)
    slow_down(phone, page, offline=offline)
    took = [step(page) for _ in range(_WARM_UP + TAPS)]
    phone.close()
    return took[_WARM_UP:]


def _can_show(page: Page, place: str) -> None:
    """Wait until this page has the templates of the round."""
    worn = f"[...document.styleSheets].some(({{ href }}) => href.endsWith('/{place}.css'))"
    page.wait_for_function(f"() => {worn}")


def slow_down(phone: BrowserContext, page: Page, *, offline: bool) -> None:
    """Slow the phone down, and delay or disconnect the network."""
    wire = phone.new_cdp_session(page)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    if offline:
        phone.set_offline(True)
        return
    wire.send("Network.enable")
    slow = {"offline": False, "latency": ROUND_TRIP_MS, "downloadThroughput": -1}
    wire.send("Network.emulateNetworkConditions", slow | {"uploadThroughput": -1})


def _tap(page: Page, seat: int) -> float:
    """Toggle "down"; the milliseconds until the new state is shown."""
    is_down = page.locator(f"#mark-{seat}").get_attribute("name") == "back"
    return touched(page, f"#mark-{seat}", f"#mark-{seat}[name={'down' if is_down else 'back'}]")


def touched(page: Page, button: str, then: str) -> float:
    """Milliseconds from the touch of this button until this selector matches on the screen."""
    box = page.locator(button).bounding_box()
    if box is None:
        raise RuntimeError(f"there is no {button} to be touched")
    page.evaluate(f"() => {{ window.took = shows({json.dumps(then)}) }}")
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    took: float = page.evaluate("() => window.took")
    page.wait_for_timeout(150)  # the tap is sent, so that taps do not queue
    return took
