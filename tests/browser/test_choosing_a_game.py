"""The search field filters the list of games."""

import pytest
from playwright.sync_api import Page, expect


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


@pytest.mark.parametrize("address", ["/new", "/games"])
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
    box.fill("whist")
    expect(page.get_by_text("No game has this name.")).to_be_visible()
    expect(page.get_by_role("heading", name="All games")).to_be_hidden()
    box.fill("")
    expect(games).to_have_count(at_first)
    variants.tap()
    expect(games.filter(has_text="Carioca")).to_have_count(1)
