"""What must hold on every page: readable, tappable, valid, and never wider than the phone."""

from collections.abc import Iterator
from typing import Any

import pytest
from justhtml import JustHTML
from playwright.sync_api import Browser, Page

from tests.browser import looks
from tests.browser.faces import set_in
from tests.browser.places import PLACES, Visit
from tests.browser.serving import LiveServer
from tests.browser.watching import Complaints

REFUSED_ON_PURPOSE = (
    *("403 (FORBIDDEN)", "404 (NOT FOUND)", "409 (CONFLICT)", "410 (GONE)"),
    "422 (UNPROCESSABLE",
)
PHONE, SMALL_PHONE, TWICE_THE_ZOOM = (390, 844), (320, 640), (195, 422)
LARGE_LETTERS = "size => { document.documentElement.style.fontSize = size; }"

Faults = dict[str, list[str]]


@pytest.fixture(params=PLACES)
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


def test_can_be_read_tapped_and_made_large_by_everybody(
    visit: Visit, faces: tuple[str, ...]
) -> None:
    JustHTML(visit.html, strict=True)
    page = visit.page
    faults = {"in the light": looks.barred(page), "in the dark": _in_the_dark(page)}
    for face in faces:
        set_in(page, face)
        faults |= {f"{face}, {what}": found for what, found in _sizes(page).items()}
    assert {what: found for what, found in faults.items() if found} == {}


def _in_the_dark(page: Page) -> list[str]:
    page.emulate_media(color_scheme="dark")
    found = looks.pale(page)
    page.emulate_media(color_scheme="light")
    return found


def _sizes(page: Page) -> Faults:
    """What does not fit, or is too small for a thumb, on phones and letters of any size."""
    faults = {}
    _look_at(page, PHONE)
    faults["for a thumb"] = looks.too_small(page)
    page.evaluate(LARGE_LETTERS, "200%")
    faults["letters twice as large"] = looks.sticking_out(page) + looks.crowded(page)
    page.evaluate(LARGE_LETTERS, "")
    _look_at(page, SMALL_PHONE)
    faults["on a small phone"] = looks.sticking_out(page) + looks.too_small(page)
    _look_at(page, TWICE_THE_ZOOM)
    faults["at twice the zoom"] = looks.sticking_out(page)
    return faults


def _look_at(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


SHADES = """
<html style="background: #12130f"><body style="color: #777">
  <p style="background: #444">pale on what lies behind it</p>
  <p style="background: #fff; color: #777">pale, but <b style="font-size: 30px">large</b></p>
  <p style="color: rgb(255 255 255 / 40%)">see-through</p>
  <p style="color: #ddd">bright <span style="background: #eee">until here</span></p>
  <input placeholder="grey" style="color: #ddd; background: #12130f"><button disabled>off</button>
"""


def test_pale_words_are_found_and_bright_ones_are_not(page: Page) -> None:
    page.set_content(SHADES)
    told = [fault.split(">")[1].split("<")[0] for fault in looks.pale(page)]
    assert told == ["pale on what lies behind it", "pale, but ", "see-through", "until here", ""]
