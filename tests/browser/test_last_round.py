"""The time of the last round, and a takeover of a seat, offline."""

import time
from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from companion.records.log.games import open_game
from companion.rules.fold.entries import EndTimeSet, SeatTakenOver
from tests.browser.evenings import FRIENDS, MIDGAME, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, can_turn_to, comes_to

# The clock of the page when it opens, in milliseconds.
SHORTLY_BEFORE = """{
  const now = Date.now;
  const by = %d * 60_000 - 4_000 - now();
  Date.now = () => now() + by;
}"""


def test_once_the_time_has_come_the_game_ends_where_it_is_without_a_network(
    server: LiveServer, new_phone: Callable[..., BrowserContext], complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED", "was preloaded")
    soon = int(time.time()) // 60 + 5
    evening = Evening(server, FRIENDS, MIDGAME, dealer=3)
    evening.happens(SeatTakenOver(1, "Cem", "Bo"), EndTimeSet(soon))
    phone = new_phone()
    phone.add_cookies([server.cookie_of(evening.device)])
    page = phone.new_page()
    page.add_init_script(SHORTLY_BEFORE % soon)
    page.goto(evening.page())
    table = Table(page)
    expect(page.locator("#bar")).to_contain_text("last round: ")
    expect(page.locator("#seat-1 h2")).to_have_text("Cem")
    can_turn_to(page, "review")
    phone.set_offline(True)
    expect(page.locator("#last-call")).to_contain_text("round 6 was the last one.")
    table.taps("End the game here")
    expect(page.locator(".crown h2")).to_have_text("Chloé wins")
    phone.set_offline(False)
    comes_to(page, lambda: _ended(evening), told=True)


def _ended(evening: Evening) -> bool:
    with evening.server.app.app_context():
        return open_game(evening.token).state.outcome is not None
