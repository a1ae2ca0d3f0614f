"""Text at 200 %: what earlier stuck out or broke within a word."""

import pytest
from playwright.sync_api import Page

from companion.rules.fold import entries as e
from tests.browser.evenings import NINE, Evening
from tests.browser.places import PLACES
from tests.browser.serving import LiveServer
from tests.browser.watching import comes_to

TWICE = "document.documentElement.style.fontSize = '200%'"
# Elements with text that is wider than they are.
OVERFLOWING = "es => es.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent.trim())"
LINES = """es => es.map(e => {
  const range = document.createRange();
  range.selectNodeContents(e);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
})"""
POINTS_ABOVE_CARDS = """line => {
  const [points, cards] = [".n", ".faces"].map(s => line.querySelector(s).getBoundingClientRect());
  return points.bottom <= cards.top;
}"""
SIDES = ("Ann & Bo", "Cy & Dev")


@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.soak)])
def test_a_table_without_contracts_is_as_wide_as_the_screen(
    page: Page, server: LiveServer, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(Evening(server, NINE[:6], game="romme").page())
    page.evaluate(TWICE)
    comes_to(page, lambda: page.evaluate("document.documentElement.scrollWidth"), width)
    out = "(es, width) => es.filter(e => e.getBoundingClientRect().right > width).length"
    comes_to(page, lambda: page.locator(".seat h2 bdi").evaluate_all(out, width), 0)


def test_a_sheet_of_sides_has_its_words_in_its_cells(page: Page, server: LiveServer) -> None:
    page.context.add_cookies([server.cookie_with({"language": "de"}, [])])
    melded = [(0, 800, 0), (1, 1345, 50)]
    counted = [
        e.HandCounted(seat, e.Hand(points=left), down=False, melded=e.Hand(points=points))
        for seat, points, left in melded
    ]
    evening = Evening(server, SIDES, game="burraco")
    page.goto(evening.happens(e.WentOut(0), *counted, e.RoundScored()).page("sheet"))
    page.evaluate(TWICE)
    words = page.locator(".scores :is(.cell, tfoot th)")
    comes_to(page, lambda: words.evaluate_all(OVERFLOWING), [])


def test_the_colours_of_the_referee_have_their_names_on_their_keys(
    page: Page, server: LiveServer
) -> None:
    page.goto(f"{server.url}/referee/rummikub")
    page.evaluate(TWICE)
    comes_to(page, lambda: page.locator(".suits button").evaluate_all(OVERFLOWING), [])


@pytest.mark.soak
def test_a_past_game_has_its_winner_on_two_lines_at_most(page: Page, server: LiveServer) -> None:
    PLACES["played before"](page, server)
    page.evaluate(TWICE)
    winners = page.locator("section .played b")
    comes_to(page, lambda: max(winners.evaluate_all(LINES)) <= 2, told=True)


@pytest.mark.soak
def test_the_points_of_the_history_stand_above_its_cards(page: Page, server: LiveServer) -> None:
    PLACES["history"](page, server)
    page.evaluate(TWICE)
    line = page.locator(".log li", has_text="Chloé’s hand").first
    comes_to(page, lambda: line.evaluate(POINTS_ABOVE_CARDS), told=True)
    wide = "es => es.some(e => e.clientWidth > 300)"
    comes_to(page, lambda: page.locator(".log .count").evaluate_all(wide), told=True)
