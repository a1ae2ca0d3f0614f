"""Paper: the sheet, usual and large, and a season, complete and whole in any font."""

from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from companion.rules.fold.entries import GameEnded
from tests.browser.evenings import (
    COURT,
    FRIENDS,
    GAME,
    MIDGAME,
    NINE,
    WHOLE_GAME,
    Evening,
    Round,
    everybody_makes_it,
    sixteen,
)
from tests.browser.faces import set_in
from tests.browser.places import PLACES
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


FIGURES = 16 * 96 / 72  # px
ROWS = """() => [...document.querySelectorAll(".leaf tbody tr")]
  .map(e => e.getBoundingClientRect().height * 25.4 / 96)"""
# The sizes of all figures of the sheet, and overflowing texts.
SIZES = """() => [...document.querySelectorAll(
    ".leaf .cell :is(b:not(.word), small), .leaf .totals b, .leaf tbody th")]
  .map(e => parseFloat(getComputedStyle(e).fontSize))"""
WIDE = 1032  # pixels between the margins of A4 landscape


def printed_at(page: Page, address: str, width: int) -> bytes:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(media="print")
    page.goto(address)
    return page.pdf(format="A4", prefer_css_page_size=True)


def words_of_pages(pdf: bytes) -> list[str]:
    return [" ".join(one.extract_text().split()) for one in PdfReader(BytesIO(pdf)).pages]


@pytest.mark.soak
@pytest.mark.parametrize("names", [FRIENDS, NINE], ids=["four", "nine"])
def test_the_sheet_in_large_print_has_figures_of_16_pt_and_every_round(
    page: Page, server: LiveServer, names: tuple[str, ...]
) -> None:
    rounds = WHOLE_GAME if names is FRIENDS else sixteen(9)
    evening = Evening(server, names, rounds, title="At Bo’s")
    if names is NINE:
        evening.happens(GameEnded("the last bus"))
    is_upright = names is FRIENDS
    pdf = printed_at(page, evening.page("sheet/large"), UPRIGHT if is_upright else WIDE)
    sheet = Printed(pdf)
    assert sheet.is_upright is is_upright
    assert sheet.pages > 1
    assert min(pictured(pdf).margins) > 5
    assert min(page.evaluate(SIZES)) >= FIGURES - 0.1
    assert page.evaluate(_CLIPPED) == []
    for total in page.locator(".leaf .totals b").all_inner_texts():
        assert sheet.text.count(total) >= 2


@pytest.mark.soak
def test_every_page_with_rounds_in_large_print_begins_with_the_names(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, MIDGAME, dealer=3)
    first, second, *_ = words_of_pages(printed_at(page, evening.page("sheet/large"), UPRIGHT))
    assert "After 6 rounds" in first
    for words in (first, second):
        assert "Ann Bo Chloé Dev" in words
    assert "16 Chloé" in second


@pytest.mark.soak
def test_a_finished_sheet_of_four_in_large_print_takes_two_pages_the_contracts_on_the_second(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, WHOLE_GAME, dealer=3, title="At Bo’s")
    pages = words_of_pages(printed_at(page, evening.page("sheet/large"), UPRIGHT))
    assert ["Run of 10" in words for words in pages] == [False, True]


@pytest.mark.soak
def test_a_blank_sheet_in_large_print_has_lines_far_enough_apart_to_write_between(
    page: Page, server: LiveServer
) -> None:
    pdf = printed_at(page, f"{server.url}/games/{GAME}/sheet?large=1", UPRIGHT)
    assert Printed(pdf).pages == 2
    assert min(page.evaluate(ROWS)) >= 15  # mm


def test_the_rules_card_in_large_print_has_one_column_of_16_pt(
    page: Page, server: LiveServer
) -> None:
    address = f"{server.url}/games/{GAME}"
    usual = Printed(printed_at(page, address, UPRIGHT))
    large = Printed(printed_at(page, f"{address}?large=1", UPRIGHT))
    assert (usual.pages, large.pages) == (1, 4)
    sizes = "es => es.map(e => parseFloat(getComputedStyle(e).fontSize))"
    texts = page.locator(
        ":is(.rules-page main p, .values li, .contracts li, .decks li span):visible"
    )
    assert min(texts.evaluate_all(sizes)) >= FIGURES - 0.1


@pytest.mark.soak
@pytest.mark.parametrize(
    "where",
    ["sheet", "blank sheet", "rules card"],
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


# Elements that overflow, or are clipped by a parent.
_CUT = """() => [...document.querySelectorAll("main *:not(svg *, .sr)")]
  .filter(e => e.checkVisibility() && e.clientWidth && e.scrollWidth > e.clientWidth + 1)
  .map(e => e.outerHTML.slice(0, 80))"""
_SEEN = "found => found.filter(e => e.checkVisibility()).map(e => e.className)"
_NOT_FOR_PAPER = ".bar, .dock, .chips, .span, .disc"


@pytest.mark.soak
def test_a_season_is_one_page_with_the_table_the_race_and_every_game(
    page: Page, server: LiveServer, faces: tuple[str, ...]
) -> None:
    PLACES["a season"](page, server)
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": 680, "height": 900})  # between the margins of A4
    for face in faces:
        set_in(page, face)
        pdf = page.pdf(format="A4", prefer_css_page_size=True)
        sheet = Printed(pdf)
        assert (sheet.pages, sheet.is_upright) == (1, True), face
        assert page.evaluate(_CUT) == [], face
    assert min(pictured(pdf).margins) > 10
    words = ("Saturdays at Bo’s", "Ann 3 6 15", "Chloé 1 6 26", "Games won so far", "Bo won")
    assert [one for one in words if one not in sheet.text] == []
    assert page.locator(_NOT_FOR_PAPER).evaluate_all(_SEEN) == []
    assert page.locator(".hero").evaluate("e => getComputedStyle(e).clipPath") == "none"
