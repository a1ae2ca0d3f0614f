"""The search field filters the list of games."""

from playwright.sync_api import Page, expect

from companion.rules.reading.catalogue import catalogue


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


def test_the_search_filters_games_at_once(page: Page) -> None:
    page.goto("/new")
    games = page.locator(".ledger a")
    expect(games.filter(visible=True)).to_have_count(len(catalogue()))
    box = page.get_by_role("searchbox")
    box.fill("CÁRI")
    expect(games.filter(visible=True)).to_have_count(1)
    expect(games.filter(visible=True)).to_contain_text("Carioca")
    box.fill("whist")
    expect(page.get_by_text("No game has this name.")).to_be_visible()
    expect(page.get_by_role("heading", name="All games")).to_be_hidden()
    box.fill("")
    expect(games.filter(visible=True)).to_have_count(len(catalogue()))
