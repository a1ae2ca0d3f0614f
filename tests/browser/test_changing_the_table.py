"""Changes of the table during a game, on a phone: names, seats, dealer, early end."""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold.entries import LaidDown
from tests.browser.evenings import FRIENDS, LOW, MIDGAME, Evening, Round
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints


@pytest.fixture
def evening(page: Page, server: LiveServer) -> Evening:
    """Six rounds are written down; this phone started the game."""
    evening = Evening(server, FRIENDS, MIDGAME, dealer=3)
    page.context.add_cookies([server.cookie_of(evening.device)])
    return evening


def _opens(page: Page, what: str) -> None:
    page.locator("summary").filter(has_text=what).tap()


@pytest.mark.soak
def test_a_new_name_appears_on_the_table_and_on_the_sheet(
    page: Page, table: Table, evening: Evening
) -> None:
    page.goto(evening.page())
    table.changes_the_table().sees("Players")
    _opens(page, "Bo")
    page.locator("#name-1").fill("Bodo")
    table.taps("Rename: Bo")
    expect(page.locator("summary b")).to_have_text(["Ann", "Bodo", "Chloé", "Dev"])
    table.taps_link("Table").sees("Round 7")
    table.shows_names("Ann", "Bodo", "Chloé", "Dev")
    page.goto(evening.page("sheet"))
    expect(page.get_by_role("columnheader", name="Bodo")).to_be_visible()


def test_somebody_leaves_misses_a_round_and_comes_back(
    page: Page, table: Table, evening: Evening
) -> None:
    page.goto(evening.page("players"))
    _opens(page, "Dev")
    table.taps("Leave: Dev").sees("Round 7")
    table.shows_names("Ann", "Bo", "Chloé")
    evening.happens(*Round(0, {1: {LOW: 3}, 2: {LOW: 2}}).entries())
    page.goto(evening.page("players"))
    _opens(page, "Dev")
    expect(page.get_by_text("continues with 360 points")).to_be_visible()
    table.taps("Come back: Dev").sees("Round 8")
    table.shows_names("Ann", "Bo", "Chloé", "Dev")
    expect(page.locator("#seat-3 .total")).to_contain_text("360")


def test_the_table_stops_early_and_plays_on_after_all(
    page: Page, table: Table, evening: Evening
) -> None:
    page.goto(evening.happens(LaidDown(1)).page("players"))
    _opens(page, "End the game early")
    expect(page.get_by_text("By the current scores, Chloé wins.")).to_be_visible()
    page.get_by_label("Reason (optional").fill("The last bus")
    table.taps("End the game here").sees("12-Step Rummy")
    expect(page.locator(".crown h2")).to_have_text("Chloé wins")
    expect(page.locator(".crown .why")).to_contain_text("Ended early after round 6: “The last bus”")
    table.taps("Play on").sees("Round 7")
    expect(page.locator("#mark-1")).to_contain_text("Down")
    expect(page).to_have_url(evening.page())


@pytest.mark.soak
def test_a_game_is_deleted_and_restored(
    page: Page, table: Table, evening: Evening, complaints: Complaints
) -> None:
    complaints.expect("410 (GONE)")
    page.goto(evening.page("players"))
    _opens(page, "Delete this game")
    table.taps("Delete: this game").sees("Rummy Companion")
    expect(page.get_by_role("status")).to_contain_text("The game is deleted.")
    page.goto(evening.page())
    table.sees("This game was deleted")
    page.goto("/")
    table.taps("Restore: Ann, Bo, Chloé, Dev").sees("Round 7")


@pytest.mark.soak
def test_people_change_places_before_the_first_round(
    page: Page, server: LiveServer, table: Table
) -> None:
    page.goto(Evening(server, FRIENDS).happens(LaidDown(2)).page("players"))
    _opens(page, "Chloé")
    table.taps("Move up: Chloé").sees("Players")
    table.taps_link("Table").sees("Round 1")
    table.shows_names("Ann", "Chloé", "Bo", "Dev")
    expect(page.locator("#mark-2")).to_contain_text("Down")
    table.undoes("Seats changed")
    table.shows_names(*FRIENDS)
