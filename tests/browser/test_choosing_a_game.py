"""A new game: the search among games, and the names of players."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.places import PLACES
from tests.browser.serving import LiveServer
from tests.browser.watching import Complaints, comes_to


def test_enter_walks_from_name_to_name_and_deals_nothing(page: Page) -> None:
    page.goto("/new/five-crowns")
    names = page.locator(".name")
    names.first.fill("Ann")
    names.first.press("Enter")
    expect(names.nth(1)).to_be_focused()
    names.last.fill("Bo")
    names.last.press("Enter")
    expect(names.last).not_to_be_focused()
    expect(page).to_have_url("/new/five-crowns")


@pytest.mark.parametrize("address", ["/games", pytest.param("/new", marks=pytest.mark.soak)])
def test_the_search_filters_games_at_once_and_unfolds_variants(page: Page, address: str) -> None:
    page.goto(address)
    games = page.locator(".ledger a").filter(visible=True)
    variants = page.locator(".variants summary", has_text="Carioca")
    expect(games.filter(has_text="Carioca")).to_have_count(0)
    at_first = games.count()
    box = page.get_by_role("searchbox")
    box.fill("CÁRI")
    expect(games).to_have_count(1)
    expect(games).to_contain_text("Carioca")
    expect(variants).to_be_hidden()
    expect(page.get_by_role("heading", name="All games")).to_be_hidden()
    box.fill("pool")  # not Liverpool
    expect(games).to_have_count(1)
    box.fill("whist")
    expect(page.get_by_text("No game has this name.")).to_be_visible()
    expect(page.get_by_role("heading", name="All games")).to_be_hidden()
    box.fill("")
    expect(games).to_have_count(at_first)
    variants.tap()
    expect(games.filter(has_text="Carioca")).to_have_count(1)


# How far the second line is from lying directly below the first.
_OFF_BELOW = """es => {
  const [upper, lower] = es.map(e => e.getBoundingClientRect());
  return [lower.left - upper.left, lower.top - upper.bottom];
}"""


def test_custom_games_are_below_one_another_and_a_search_leaves_the_import_folded(
    page: Page, server: LiveServer
) -> None:
    PLACES["own games"](page, server)
    games = page.locator(".with-rules")
    expect(games).to_have_count(2)
    comes_to(page, lambda: games.evaluate_all(_OFF_BELOW), [0, 0])
    page.get_by_role("searchbox").fill("carioca")
    expect(page.locator(".variants").filter(visible=True)).to_have_attribute("open", "")
    expect(page.get_by_label("File with rules")).to_be_hidden()


@pytest.mark.soak
def test_what_is_folded_keeps_its_line_while_a_search_is_typed_without_javascript(
    new_phone: Callable[..., BrowserContext],
) -> None:
    page = new_phone(java_script_enabled=False).new_page()
    page.goto("/games")
    page.get_by_role("searchbox").fill("cari")
    expect(page.locator(".variants summary", has_text="Carioca")).to_be_visible()


def test_a_fixed_name_loses_its_error_while_typing(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("422 (")
    page.goto(f"{server.url}/new/twelve-step-rummy")
    names = page.locator(".name")
    names.nth(0).fill("Ann")
    names.nth(1).fill("ann")
    names.nth(2).fill("x" * 31)
    page.get_by_role("button", name="Deal the first round").click()
    expect(page.locator(".row .error")).to_have_count(2)
    names.nth(0).fill("Anna")
    expect(page.locator(".row .error")).to_have_count(1)
    expect(names.nth(1)).not_to_have_attribute("aria-invalid", "true")
    names.nth(2).fill("Xaver")
    expect(page.locator(".row .error, [aria-invalid]")).to_have_count(0)
