"""The table of a season on paper: one page, in any font."""

from playwright.sync_api import Page

from tests.browser.faces import set_in
from tests.browser.places import PLACES
from tests.browser.printing import Printed, pictured
from tests.browser.serving import LiveServer

# Elements that overflow, or are clipped by a parent.
_CUT = """() => [...document.querySelectorAll("main *:not(svg *, .sr)")]
  .filter(e => e.checkVisibility() && e.clientWidth && e.scrollWidth > e.clientWidth + 1)
  .map(e => e.outerHTML.slice(0, 80))"""
_SHOWN = "found => found.filter(e => e.checkVisibility()).map(e => e.className)"
_NOT_FOR_PAPER = ".bar, .dock, .chips, .span, .disc"


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
    assert page.locator(_NOT_FOR_PAPER).evaluate_all(_SHOWN) == []
    assert page.locator(".hero").evaluate("e => getComputedStyle(e).clipPath") == "none"
