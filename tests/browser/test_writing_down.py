"""A round is written down in the open page, and a game ends there, online or offline."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.rules.fold.entries import EndTimeSet, Hand, HandCounted, SeatTakenOver, WentOut
from tests.browser.evenings import FRIENDS, LOW, MIDGAME, WHOLE_GAME, Evening, everybody_makes_it
from tests.browser.keeping import KEEPS_NOTHING
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, can_turn_to, comes_to

COUNTED = tuple(HandCounted(seat, Hand(cards={LOW: seat}), down=True) for seat in (1, 2, 3))

_AWAY = "No connection: that page cannot open now. You can keep playing here."
_WORN = "name => [...document.styleSheets].some(({ href }) => href.endsWith(`/${name}.css`))"


@pytest.fixture
def counted(page: Page, server: LiveServer) -> Evening:
    """Round 7 is over, and all hands are counted on the phone that started the game."""
    evening = Evening(server, FRIENDS, MIDGAME, dealer=3).happens(WentOut(0), *COUNTED)
    page.context.add_cookies([server.cookie_of(evening.device)])
    return evening


def _opens_the_review(page: Page, evening: Evening, round_number: int = 7) -> Table:
    """Open the review, with the stylesheets of the other places loaded."""
    page.goto(evening.page("review"))
    page.wait_for_function(_WORN, arg="table")
    page.evaluate("window.isTheSamePage = true")
    return Table(page).sees(f"Is round {round_number} right?")


def test_the_next_round_appears_at_once(page: Page, counted: Evening) -> None:
    table = _opens_the_review(page, counted)
    page.context.set_offline(True)
    table.taps("Write it down").sees("Round 8")
    expect(page.locator(".seats[data-rolling]")).to_have_count(1)
    assert page.evaluate("window.isTheSamePage")
    expect(page).to_have_url(counted.page())
    with page.expect_response("**/log"):
        page.context.set_offline(False)
    expect(page.locator("#live")).to_be_empty()
    page.reload()
    table.sees("Round 8")


# Synchronously: the server would correct the page in between.
_SEEN_BEFORE = """([form, field]) => {
  document.forms[form].elements[field].value -= 1;
  document.querySelector(`button[form=${form}]`).click();
}"""


@pytest.mark.soak
def test_only_the_displayed_round_is_written_or_undone(page: Page, counted: Evening) -> None:
    """Entries of others that arrive during a tap are read before they are rendered."""
    table = _opens_the_review(page, counted)
    page.evaluate(_SEEN_BEFORE, ["write", "version"])
    expect(page.locator("#said")).to_contain_text("Please look again.")
    table.sees("Is round 7 right?").taps("Write it down").sees("Round 8").lays_down("Bo")
    expect(page.get_by_role("button", name="Undo : Bo laid down")).to_be_visible()
    page.evaluate(_SEEN_BEFORE, ["undo", "undo"])
    expect(page.locator("#said")).to_contain_text("Please look again.")
    expect(page.get_by_role("button", name="clear for Bo")).to_be_visible()


@pytest.mark.soak
def test_a_late_tap_leads_to_the_current_table(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    """As a form of a phone whose script has not loaded: the response has the form's address."""
    complaints.expect("409", "Failed to load resource")
    evening = Evening(server, FRIENDS)
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.route("**/page/opening.js", lambda route: route.abort())
    page.goto(evening.page())
    evening.happens(*everybody_makes_it(4, out=1, cards={LOW: 1}).entries())
    page.unroute("**/page/opening.js")
    page.get_by_role("button", name="Out : Ann went out").tap()
    expect(page.get_by_role("alert")).to_contain_text("The game has changed")
    page.wait_for_function(_WORN, arg="review")
    Table(page).sees("Round 2").lays_down("Bo")
    expect(page).to_have_url(evening.page())


# The winner, the reason, and the standings.
_RESULT = "main h2, .why, .ranks li"


@pytest.mark.parametrize(
    "browser_is",
    [
        pytest.param("", id="usual", marks=pytest.mark.soak),
        pytest.param(KEEPS_NOTHING, id="keeps nothing"),
    ],
)
def test_the_winner_is_shown_offline_and_the_full_page_online(
    page: Page, server: LiveServer, browser_is: str
) -> None:
    page.add_init_script(browser_is)
    *played, last = WHOLE_GAME
    evening = Evening(server, FRIENDS, played, dealer=3).happens(*last.entries()[:-1])
    page.context.add_cookies([server.cookie_of(evening.device)])
    table = _opens_the_review(page, evening, round_number=14)
    page.context.set_offline(True)
    table.taps("Write it down")
    expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    expect(page).to_have_url(evening.page("final"))
    told = page.locator(_RESULT).all_inner_texts()
    assert "Ann has fewer points" in told[1]
    table.undoes("Round 14 written down").sees("Round 14").taps_link("Review")
    table.sees("Is round 14 right?")
    page.context.set_offline(False)
    table.taps("Write it down")
    expect(page.locator("main svg.race").first).to_be_visible()
    expect(page.locator(_RESULT)).to_contain_text(told)


def test_a_server_that_is_gone_takes_nobody_from_the_table_and_nothing_that_is_typed(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    """The network is up, so the browser reports no change."""
    complaints.expect("Failed to load resource")
    evening = Evening(server, FRIENDS, game="liverpool-rummy")
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page())
    page.wait_for_function(_WORN, arg="review")
    table = Table(page).lays_down("Bo")
    page.route("**", lambda route: route.abort())
    page.get_by_role("link", name="Rules").tap(force=True)
    expect(page.locator("#live")).to_have_text(_AWAY)
    table.lays_down("Dev")
    page.unroute("**")
    page.goto(evening.page("adjust"))
    page.get_by_role("radio", name="Dev", exact=True).tap()
    page.get_by_role("radio", name="Cut exactly the cards for the deal").tap()
    expect(page.get_by_label("Points")).to_be_hidden()
    page.get_by_role("radio", name="Another reason").tap()
    page.get_by_label("Points").fill("-50")
    page.get_by_label("Reason, printed on the sheet").fill("an exact cut")
    page.route("**", lambda route: route.abort())
    table.taps("Save")
    expect(page.locator("#live")).to_contain_text("Not sent: no connection.")
    expect(page.get_by_label("Reason, printed on the sheet")).to_have_value("an exact cut")
    page.unroute("**")
    table.taps("Save").sees("Round 1")


# The clock of the page when it opens, in milliseconds.
SHORTLY_BEFORE = """{
  const now = Date.now;
  const by = %d * 60_000 - 4_000 - now();
  Date.now = () => now() + by;
}"""


def test_once_the_time_has_come_the_game_ends_where_it_is_without_a_network(
    server: LiveServer, new_phone: Callable[..., BrowserContext]
) -> None:
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
    comes_to(page, lambda: evening.stored.state.outcome is not None, told=True)
    table.taps("Play on").sees("Round 7")
