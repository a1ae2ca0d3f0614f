"""What must hold on every page: readable, tappable, valid, and never wider than the phone."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from justhtml import JustHTML
from playwright.sync_api import Browser, Page

from tests.browser.places import PLACES, Visit
from tests.browser.serving import LiveServer
from tests.browser.watching import Complaints

REFUSED_ON_PURPOSE = (
    *("403 (FORBIDDEN)", "404 (NOT FOUND)", "409 (CONFLICT)", "410 (GONE)"),
    "422 (UNPROCESSABLE",
)
FINGER = 48
_AXE = Axe()

# What a finger can hit but that is smaller than a finger; a radio or tick is as big as its label.
_TOO_SMALL = """
least => [...document.querySelectorAll("a[href], button, input, select, summary, textarea")]
  .filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.disabled)
  .filter(e => !e.matches(".sr, [type=hidden]") && getComputedStyle(e).pointerEvents !== "none")
  .map(e => [e, /^(radio|checkbox)$/.test(e.type) ? e.closest("label") : e])
  .map(([e, target]) => [e, target.getBoundingClientRect()])
  .filter(([, box]) => box.width < least - 0.5 || box.height < least - 0.5)
  .map(([e, b]) => `${Math.round(b.width)}x${Math.round(b.height)} ${e.outerHTML.slice(0, 120)}`)
"""
# Anything that sticks out at the side, unless it lies in a box that scrolls by itself.
_STICKING_OUT = """
() => {
  const wide = document.documentElement.clientWidth;
  const clips = e => /auto|scroll|hidden/.test(getComputedStyle(e).overflowX);
  const scrolls = e => e && (clips(e) || scrolls(e.parentElement));
  return [...document.body.querySelectorAll("*")]
    .filter(e => !scrolls(e.parentElement) && e.checkVisibility() && !e.closest(".sr, svg"))
    .map(e => [e, e.getBoundingClientRect()])
    .filter(([, box]) => box.right > wide + 1 || box.left < -1)
    .map(([e, box]) => `${Math.round(box.right)} of ${wide}: ${e.outerHTML.slice(0, 120)}`);
}
"""

# A header that leaves its title room for fewer than six letters, or the page less than half.
_CROWDED = """
() => [...document.querySelectorAll("header h1")]
  .map(title => [title, title.closest("header").getBoundingClientRect()])
  .filter(([title, header]) => header.height > innerHeight / 2
    || title.clientWidth < 3 * parseFloat(getComputedStyle(title).fontSize))
  .map(([title, header]) => `${title.clientWidth} in ${header.height}: ${title.textContent}`)
"""


@pytest.fixture(scope="module", params=PLACES)
def visit(
    request: pytest.FixtureRequest,
    browser: Browser,
    browser_context_args: dict[str, Any],
    server: LiveServer,
) -> Iterator[Visit]:
    """One visit to the page, for all that is to be looked at there."""
    context = browser.new_context(**browser_context_args, bypass_csp=True)
    context.set_default_timeout(30_000)
    complaints = Complaints()
    complaints.expect(*REFUSED_ON_PURPOSE)
    complaints.listen(context)
    yield Visit(context.new_page()).goes(request.param, server)
    context.close()
    assert complaints.unexpected == []


def test_is_valid_html(visit: Visit) -> None:
    JustHTML(visit.html, strict=True)


def test_can_be_read_by_everybody(visit: Visit) -> None:
    visit.page.emulate_media(color_scheme="light")
    assert _violations(visit.page, {}) == []


def test_can_be_read_in_the_dark(visit: Visit) -> None:
    visit.page.emulate_media(color_scheme="dark")
    assert _violations(visit.page, {"runOnly": ["color-contrast"]}) == []


def test_can_be_tapped_with_a_thumb(visit: Visit) -> None:
    assert visit.page.evaluate(_TOO_SMALL, FINGER) == []


def test_fits_a_narrow_phone(visit: Visit) -> None:
    _look_at(visit.page, width=320, height=640)
    assert _sticking_out(visit.page) == []
    assert visit.page.evaluate(_TOO_SMALL, FINGER) == []


def test_fits_at_twice_the_zoom(visit: Visit) -> None:
    _look_at(visit.page, width=195, height=422)
    assert _sticking_out(visit.page) == []


def test_fits_with_letters_twice_as_large(visit: Visit) -> None:
    _look_at(visit.page, width=390, height=844)
    style = visit.page.add_style_tag(content="html { font-size: 200% !important }")
    assert _sticking_out(visit.page) == []
    assert visit.page.evaluate(_CROWDED) == []
    style.evaluate("style => style.remove()")


def _look_at(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


def _sticking_out(page: Page) -> list[str]:
    """What is wider than the phone; a page that can be pushed sideways names itself."""
    found: list[str] = page.evaluate(_STICKING_OUT)
    scrolls = page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    return found or (["the page scrolls sideways"] if scrolls else [])


def _violations(page: Page, options: dict[str, Any]) -> list[str]:
    found = _AXE.run(page, options={"resultTypes": ["violations"], **options})
    return [_told(violation) for violation in found.response["violations"]]


def _told(violation: dict[str, Any]) -> str:
    where = [" ".join(map(str, node["target"])) for node in violation["nodes"]]
    return f"{violation['id']}: {violation['help']}: {where}"
