"""What must hold on every page: readable, tappable, valid, and never wider than the phone."""

import pytest
from playwright.sync_api import Page

from tests.browser import looks
from tests.browser.places import PLACES, Visit
from tests.browser.serving import LiveServer
from tests.browser.watching import Complaints
from tests.web.html import check_valid

REFUSED_ON_PURPOSE = (
    *("403 (FORBIDDEN)", "404 (NOT FOUND)", "409 (CONFLICT)", "410 (GONE)"),
    "422 (UNPROCESSABLE",
)
# What is looked for on a phone, on a small one, and at twice the zoom.
ON = {
    (390, 844): ("too_small", "large"),
    (320, 640): ("sticking_out", "too_small"),
    (195, 422): ("sticking_out",),
}


@pytest.fixture(params=PLACES)
def visit(
    request: pytest.FixtureRequest, page: Page, complaints: Complaints, server: LiveServer
) -> Visit:
    """One visit to the page, for all that is to be looked at there."""
    complaints.expect(*REFUSED_ON_PURPOSE)
    return Visit(page).goes(request.param, server)


def test_can_be_read_tapped_and_made_large_by_everybody(
    visit: Visit, faces: tuple[str, ...]
) -> None:
    check_valid(visit.html)
    page = visit.page
    faults = {"for everybody": looks.barred(page)}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        faults[f"in the {scheme}"] = looks.found(page, "pale", "cut_off")
    for size, kinds in ON.items():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        faults[f"on {size}"] = looks.found(page, *kinds, faces=faces)
    assert {what: found for what, found in faults.items() if found} == {}


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
    told = [fault.split(">")[1].split("<")[0] for fault in looks.found(page, "pale")]
    assert told == ["pale on what lies behind it", "pale, but ", "see-through", "until here", ""]


def test_what_somebody_cannot_see_at_all_is_found(page: Page) -> None:
    page.set_content(
        "<html lang=en><title>Cards</title><main><h1>Cards</h1><img src=data:,></main>"
    )
    assert [fault.split(":")[0] for fault in looks.barred(page)] == ["image-alt"]
