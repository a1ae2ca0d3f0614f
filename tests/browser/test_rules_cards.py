"""The rules card of every game: one screen per section, one page on paper, without a script."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.rules.reading.catalogue import catalogue
from tests.browser.faces import FACES, set_in
from tests.browser.printing import sheets_of_any_paper
from tests.browser.serving import LiveServer

LONGEST = {"contract-rummy", "rummy-500"}
LEAST_LETTERS = 8 * 4 / 3  # 8 pt in CSS pixels
WIDE, NARROW = FACES  # a section that fits in this font fits in the narrow one

# Elements that do not fit between the bar and the dock.
_TOO_HIGH = """
() => {
  const frame = [...document.querySelectorAll("#bar, .dock")];
  const room = innerHeight - frame.reduce((high, e) => high + e.offsetHeight, 0);
  return [...document.querySelectorAll("main :is(section, details)")]
    .filter(e => e.offsetHeight > room)
    .map(e => `${e.offsetHeight} of ${room}: ${e.querySelector("h2").textContent}`);
}
"""
_LETTERS = """
() => Math.min(...[...document.querySelectorAll("header *, main *")]
  .filter(e => e.checkVisibility() && [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE
    && n.textContent.trim()))
  .map(e => parseFloat(getComputedStyle(e).fontSize)))
"""
_FACES = """
() => [...new Set([...document.querySelectorAll("header *, main *")]
  .filter(e => e.checkVisibility() && [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE
    && n.textContent.trim()))
  .map(e => getComputedStyle(e).fontFamily))].sort()
"""
# Questions split by a column break, or separated from their heading, in columns of any height.
_TORN = """
() => {
  const main = document.querySelector("main");
  const columns = parts => new Set(parts.flatMap(e => [...e.getClientRects()].map(r => r.left)));
  const torn = new Set();
  main.style.columnFill = "auto";
  for (let high = 500; high < 1200; high += 15) {
    main.style.height = `${high}px`;
    for (const heading of document.querySelectorAll("summary:has(+ .choices)")) {
      const asked = [...heading.nextElementSibling.children];
      const whole = [[heading, ...asked.slice(0, 2)], asked.slice(-2), ...asked.map(e => [e])];
      for (const parts of whole.filter(p => columns(p).size > 1)) torn.add(parts[0].textContent);
    }
  }
  return [...torn];
}
"""


@pytest.fixture(scope="module")
def reader(
    browser: Browser, browser_context_args: dict[str, Any], server: LiveServer
) -> Iterator[Page]:
    """A phone without JavaScript, shared by all games."""
    args = browser_context_args | {"base_url": server.url, "java_script_enabled": False}
    context = browser.new_context(**args)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("face", [WIDE, pytest.param(NARROW, marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    "game",
    [pytest.param(key, marks=() if key in LONGEST else pytest.mark.soak) for key in catalogue()],
)
def test_each_section_fits_a_screen_and_the_card_a_page(
    reader: Page, game: str, faces: tuple[str, ...], face: str
) -> None:
    assert face in faces
    reader.emulate_media(media="null")
    reader.goto(f"/games/{game}")
    set_in(reader, face)
    assert reader.evaluate(_TOO_HIGH) == []
    assert sheets_of_any_paper(reader) == 1
    reader.emulate_media(media="print")
    assert reader.evaluate(_LETTERS) >= LEAST_LETTERS - 0.1


def test_no_measured_letter_is_left_to_the_fonts_of_this_machine(
    reader: Page, faces: tuple[str, ...]
) -> None:
    assert WIDE in faces
    reader.goto("/games/twelve-step-rummy")
    set_in(reader, WIDE)
    for media in ("null", "print"):
        reader.emulate_media(media=media)
        assert reader.evaluate(_FACES) == [f'"{WIDE} Sans"', f'"{WIDE} Serif"'], media
    reader.emulate_media(media="null")


def test_a_link_of_the_contents_unfolds_its_section_and_paper_has_every_section(page: Page) -> None:
    page.goto("/games/twelve-step-rummy")
    differing = page.get_by_text("the rules leave out the ten")
    expect(differing).to_be_hidden()
    contents, link = page.get_by_text("Contents"), page.locator(".contents a").last
    contents.tap()
    expect(link).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Where the sources differ").tap()
    expect(differing).to_be_in_viewport()
    expect(link).to_be_hidden()
    contents.tap()
    expect(link).to_be_visible()
    page.locator("h1").tap()
    expect(link).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("details.card:not([open])")).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.get_by_role("heading", name="Card values").tap()
    expect(page.locator("details.card[open]")).to_have_count(1)
    expect(differing).to_be_visible()


def test_a_short_card_is_printed_in_larger_letters(page: Page) -> None:
    page.emulate_media(media="print")
    page.goto("/games/twelve-step-rummy")
    expect(page.locator("main")).to_have_css("zoom", "1")
    page.goto("/games/five-crowns")
    expect(page.locator("main")).to_have_css("zoom", "1.3")


def test_no_question_is_torn_apart_or_left_alone_on_paper(
    page: Page, faces: tuple[str, ...]
) -> None:
    page.set_viewport_size({"width": 700, "height": 1000})
    page.emulate_media(media="print")
    page.goto("/games/contract-rummy")
    expect(page.locator("summary:has(+ .choices)")).not_to_have_count(0)
    for face in faces:
        set_in(page, face)
        assert page.evaluate(_TORN) == [], face
