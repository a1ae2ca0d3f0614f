"""Large print: figures of 16 pt, as many pages as they need, each with its headings."""

from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from companion.rules.fold.entries import GameEnded
from tests.browser.evenings import FRIENDS, GAME, MIDGAME, NINE, WHOLE_GAME, Evening, sixteen
from tests.browser.printing import Printed, pictured
from tests.browser.serving import LiveServer

FIGURES = 16 * 96 / 72  # px
ROWS = """() => [...document.querySelectorAll(".leaf tbody tr")]
  .map(e => e.getBoundingClientRect().height * 25.4 / 96)"""
# The sizes of all figures of the sheet, and overflowing texts.
SIZES = """() => [...document.querySelectorAll(
    ".leaf .cell :is(b:not(.word), small), .leaf .totals b, .leaf tbody th")]
  .map(e => parseFloat(getComputedStyle(e).fontSize))"""
CLIPPED = """() => [...document.querySelectorAll(".leaf *:not(svg *)")]
  .filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && e.clientWidth)
  .map(e => `${e.className}: ${e.textContent.trim()}`)"""
UPRIGHT, ACROSS = 703, 1032  # pixels between the margins of A4


def printed(page: Page, address: str, width: int) -> bytes:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(media="print")
    page.goto(address)
    return page.pdf(format="A4", prefer_css_page_size=True)


def words_of_pages(pdf: bytes) -> list[str]:
    return [" ".join(one.extract_text().split()) for one in PdfReader(BytesIO(pdf)).pages]


@pytest.mark.parametrize(
    "names", [pytest.param(FRIENDS, marks=pytest.mark.soak), NINE], ids=["four", "nine"]
)
def test_the_sheet_has_figures_of_16_pt_and_every_round(
    page: Page, server: LiveServer, names: tuple[str, ...]
) -> None:
    rounds = WHOLE_GAME if names is FRIENDS else sixteen(9)
    evening = Evening(server, names, rounds, title="At Bo’s")
    if names is NINE:
        evening.happens(GameEnded("the last bus"))
    is_upright = names is FRIENDS
    pdf = printed(page, evening.page("sheet/large"), UPRIGHT if is_upright else ACROSS)
    sheet = Printed(pdf)
    assert sheet.is_upright is is_upright
    assert sheet.pages > 1
    assert min(pictured(pdf).margins) > 5
    assert min(page.evaluate(SIZES)) >= FIGURES - 0.1
    assert page.evaluate(CLIPPED) == []
    for total in page.locator(".leaf .totals b").all_inner_texts():
        assert sheet.text.count(total) >= 2


def test_every_page_with_rounds_begins_with_the_names(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS, MIDGAME, dealer=3)
    first, second, *_ = words_of_pages(printed(page, evening.page("sheet/large"), UPRIGHT))
    assert "After 6 rounds" in first
    for words in (first, second):
        assert "Ann Bo Chloé Dev" in words
    assert "16 Chloé" in second


def test_a_finished_sheet_of_four_takes_two_pages_the_contracts_on_the_second(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, WHOLE_GAME, dealer=3, title="At Bo’s")
    pages = words_of_pages(printed(page, evening.page("sheet/large"), UPRIGHT))
    assert ["Run of 10" in words for words in pages] == [False, True]


def test_a_blank_sheet_has_lines_far_enough_apart_to_write_between(
    page: Page, server: LiveServer
) -> None:
    pdf = printed(page, f"{server.url}/games/{GAME}/sheet?large=1", UPRIGHT)
    assert Printed(pdf).pages == 2
    assert min(page.evaluate(ROWS)) >= 15  # mm


def test_the_rules_card_is_printed_in_one_column_of_16_pt(page: Page, server: LiveServer) -> None:
    address = f"{server.url}/games/{GAME}"
    usual = Printed(printed(page, address, UPRIGHT))
    large = Printed(printed(page, f"{address}?large=1", UPRIGHT))
    assert (usual.pages, large.pages) == (1, 4)
    sizes = "es => es.map(e => parseFloat(getComputedStyle(e).fontSize))"
    texts = page.locator(
        ":is(.rules-page main p, .values li, .contracts li, .decks li span):visible"
    )
    assert min(texts.evaluate_all(sizes)) >= FIGURES - 0.1


@pytest.mark.parametrize(
    "where",
    ["sheet", *(pytest.param(w, marks=pytest.mark.soak) for w in ("blank sheet", "rules card"))],
)
def test_large_print_is_one_tap_from_print(page: Page, server: LiveServer, where: str) -> None:
    pages = {
        "sheet": Evening(server, FRIENDS, WHOLE_GAME).page("sheet"),
        "blank sheet": f"{server.url}/games/{GAME}/sheet",
        "rules card": f"{server.url}/games/{GAME}",
    }
    page.goto(pages[where])
    expect(page.get_by_role("button", name="Print", exact=True)).to_be_visible()
    page.get_by_role("link", name="Large print").tap()
    expect(page.locator(".in-large")).to_have_count(1)
    expect(page.get_by_role("button", name="Print", exact=True)).to_be_visible()
