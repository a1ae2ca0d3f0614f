"""The printed sheet: one page, complete, in the right orientation, in any font."""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold.entries import GameEnded
from tests.browser.evenings import (
    COURT,
    FRIENDS,
    MIDGAME,
    NINE,
    WHOLE_GAME,
    Evening,
    Round,
    everybody_makes_it,
    sixteen,
)
from tests.browser.faces import set_in
from tests.browser.printing import Printed, pictured, printed
from tests.browser.serving import LiveServer

LAST_BUS = GameEnded("the last bus")
UPRIGHT, ACROSS = 703, 971  # pixels between the margins of A4 portrait and Letter landscape

# Overflowing text.
_CLIPPED = """() => [...document.querySelectorAll(".leaf *:not(svg *)")]
  .filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && e.clientWidth)
  .map(e => `${e.className}: ${e.textContent.trim()}`)"""
# The distances in pixels between contract, points and total.
_NEAREST = """() => Math.min(...
[...document.querySelectorAll(".leaf .cell:has(.ring)")].flatMap(e => {
  const ends = [...e.children].map(part => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return (part.className.includes("ring") ? part : range).getBoundingClientRect();
  });
  return ends.slice(1).map((box, n) => box.left - ends[n].right);
}))"""

_SHOWN = """() => [...document.querySelectorAll("body > *, main > *")]
  .filter(e => e.checkVisibility()).map(e => e.tagName)"""


@pytest.mark.parametrize(
    ("names", "rounds", "paper"),
    [
        pytest.param(NINE[:5], sixteen(5), "Letter", marks=pytest.mark.soak),
        (NINE, sixteen(9), "A4"),
    ],
    ids=["five", "nine"],
)
def test_sixteen_rounds_fit_on_one_page_with_every_letter_in_its_place(
    page: Page,
    server: LiveServer,
    faces: tuple[str, ...],
    names: tuple[str, ...],
    rounds: list[Round],
    paper: str,
) -> None:
    page.set_viewport_size({"width": UPRIGHT if paper == "Letter" else ACROSS, "height": 900})
    page.emulate_media(media="print")
    house_rules = {"buy_limit": 2, "final_tiebreak": "playoff"}
    evening = Evening(server, names, rounds, title="At Bo’s", house_rules=house_rules)
    page.goto(evening.happens(LAST_BUS).page("sheet"))
    for face in faces:
        set_in(page, face)
        pdf = page.pdf(format=paper, prefer_css_page_size=True)
        sheet = Printed(pdf)
        assert (sheet.pages, sheet.is_upright) == (1, len(names) < 6), face
        assert min(pictured(pdf).margins) > 5, face
        assert page.evaluate(_CLIPPED) == [], face
        assert page.evaluate(_NEAREST) > 3, face
    for words in ("At Bo’s", "12-Step Rummy · 16 rounds", "the last bus", "signed", *names):
        assert words in sheet.text
    for words in ("Run of 10", "3 – 9 5 points", "50 points, wild", "Our house rules", "Two buys"):
        assert words in sheet.text
    for total in page.locator(".leaf .totals b").all_inner_texts():
        assert sheet.text.count(total) >= 2


@pytest.mark.soak
def test_a_sheet_to_continue_by_pen_fits_on_one_page(
    page: Page, server: LiveServer, faces: tuple[str, ...]
) -> None:
    six = [everybody_makes_it(8, n % 8, {COURT: n % 3 + 1}) for n in range(6)]
    for names, rounds, paper in (
        (FRIENDS, MIDGAME, "Letter"),
        (NINE[:8], six, "A4"),
        (NINE[:5], (), "Letter"),
    ):
        page.goto(Evening(server, names, rounds).page("sheet"))
        set_in(page, faces[0])  # the wide font needs the most space
        assert printed(page, paper).pages == 1, names


@pytest.mark.soak
def test_any_page_of_an_evening_prints_the_sheet_and_no_button(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, WHOLE_GAME)
    for place in ("sheet", "final"):
        page.goto(evening.page(place))
        page.emulate_media(media="print")
        expect(page.locator(".leaf")).to_contain_text("Ann wins")
        assert page.evaluate(_SHOWN) == ["MAIN", "ARTICLE"]
        page.emulate_media(media="screen")
        expect(page.locator(".leaf")).to_be_hidden()
