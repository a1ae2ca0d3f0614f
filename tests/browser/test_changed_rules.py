"""A house rule is corrected in the middle of a game."""

from playwright.sync_api import Page, expect

from tests.browser.evenings import ACE, COURT, LOW, Evening, Round
from tests.browser.serving import LiveServer
from tests.browser.table import Table, unfolds

TWO_ROUNDS = (
    Round(0, {1: {ACE: 1, LOW: 2}, 2: {COURT: 3}}),
    Round(1, {0: {LOW: 4}, 2: {ACE: 1}}),
)


def test_a_ten_costs_five_after_two_rounds(page: Page, server: LiveServer, table: Table) -> None:
    evening = Evening(server, ("Ann", "Bo", "Cy"), TWO_ROUNDS)
    page.goto(evening.page("rules"))
    table.taps_link("Correct a house rule").sees("Correct a house rule")
    unfolds(page, "5 points, like 3 to 9").tap()
    table.taps("See what changes")
    page.get_by_label("Round 1, Cy: 3 cards (10 J Q K)").fill("10+5+5")
    table.taps("See what changes")
    told = page.get_by_role("region", name="What would change")
    expect(told.get_by_role("row", name="1 – – 30 20")).to_be_visible()
    table.taps("Rescore the game")
    expect(page.locator("#said")).to_contain_text("The whole game is now scored by these rules")
    expect(page.locator("#house-rules")).to_contain_text("Changed before round 3:")
    page.goto(evening.page("sheet"))
    table.shows_sheet_totals(20, 30, 40)
    page.goto(evening.page())
    table.taps("Undo: House rules changed")
    table.shows_totals(["Ann", "Bo", "Cy"], [20, 30, 50])


def test_the_next_contract_of_each_player_is_in_sight_before_the_game_is_rescored(
    page: Page, server: LiveServer, table: Table
) -> None:
    blocked = Round(None, {0: {LOW: 1}, 1: {ACE: 1}}, accepted=frozenset({("nobody_out", None)}))
    page.goto(Evening(server, ("Ann", "Bo"), [blocked]).page("rules/change"))
    unfolds(page, "The round is void: the same dealer deals again").tap()
    table.taps("See what changes")
    moved = page.locator("#changes dd", has_text="Next contract")
    expect(moved).to_have_count(2)
    expect(moved.first).to_be_visible()
