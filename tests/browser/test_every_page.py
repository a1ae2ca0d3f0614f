"""Checks of every page: readable, large targets, valid HTML, no overflow."""

import pytest
from playwright.sync_api import Page

from tests.browser import looks
from tests.browser.faces import FACES
from tests.browser.places import PLACES, Visit
from tests.browser.serving import LiveServer
from tests.browser.watching import Complaints
from tests.web.html import check_valid

REFUSED_ON_PURPOSE = (
    *("403 (FORBIDDEN)", "404 (NOT FOUND)", "409 (CONFLICT)", "410 (GONE)"),
    "422 (UNPROCESSABLE",
)
# The checks on a phone, at twice the zoom, and on a small phone, each in the harder font: the wide
# one for overflow, the narrow one for small targets.
COLOURS = (("pale", ""), ("cut_off", ""))
WIDE, NARROW = FACES
ON_A_PHONE = (("too_small", NARROW), ("small", ""), ("large", WIDE))
ON_SMALLER = {
    (195, 422): (("sticking_out", WIDE),),
    (320, 640): (("sticking_out", WIDE), ("too_small", NARROW), ("small", "")),
}


# One of each kind, with the most parts; the others in `make soak`.
IN_THE_SUITE = {
    *("two counts of one hand", "correction preview", "count with many keys", "final"),
    *("new game with errors", "rules of the game", "sheet"),
    *("changing the table with everything open", "my own page", "own game in a file that is wrong"),
    *("table with players out of the game", "home with games"),
}
assert PLACES.keys() >= IN_THE_SUITE
LOOKED_AT = [
    pytest.param(place, marks=() if place in IN_THE_SUITE else pytest.mark.soak) for place in PLACES
]


@pytest.fixture(params=LOOKED_AT)
def visit(
    request: pytest.FixtureRequest, page: Page, complaints: Complaints, server: LiveServer
) -> Visit:
    """One visit to the page for all checks."""
    complaints.expect(*REFUSED_ON_PURPOSE)
    return Visit(page).goes(request.param, server)


def test_can_be_read_tapped_and_made_large_by_everybody(
    visit: Visit, faces: tuple[str, ...]
) -> None:
    assert faces == FACES
    check_valid(visit.html)
    page = visit.page
    faults = {"for everybody": looks.barred(page), "by day": looks.found_in(page, *COLOURS)}
    page.emulate_media(color_scheme="dark")
    faults["by night"] = looks.found_in(page, *COLOURS, *ON_A_PHONE)
    for (width, height), asked in ON_SMALLER.items():
        page.set_viewport_size({"width": width, "height": height})
        faults[f"on {width}"] = looks.found_in(page, *asked)
    assert {what: found for what, found in faults.items() if found} == {}


SHADES = """
<html style="background: #12130f"><body style="color: #777">
  <p style="background: #444">pale on what lies behind it</p>
  <p style="background: #fff; color: #777">pale, but <b style="font-size: 30px">large</b></p>
  <p style="color: rgb(255 255 255 / 40%)">see-through</p>
  <p style="color: #ddd">bright <span style="background: #eee">until here</span></p>
  <input placeholder="grey" style="color: #ddd; background: #12130f"><button disabled>off</button>
"""


def test_the_contrast_check_finds_pale_text_only(page: Page) -> None:
    page.set_content(SHADES)
    told = [fault.split(">")[1].split("<")[0] for fault in looks.found(page, "pale")]
    assert told == ["pale on what lies behind it", "pale, but ", "see-through", "until here", ""]


SIZES = """
<html lang="en"><meta name="viewport" content="width=device-width">
<body style="font-size: 14px">
  large enough <small style="font-size: 13px">small <b>7</b></small>
  <i style="font-size: 11px">A</i> <i style="font-size: 11px">145</i>
  <span style="font-size: 9px; clip-path: inset(50%)">for screen readers</span>
  <svg viewBox="0 0 20 20" width="10"><text font-size="20">drawn</text></svg>
"""


def test_the_check_of_sizes_finds_small_words_and_no_figures(page: Page) -> None:
    page.set_content(SIZES)
    told = [fault.split(">")[1].split("<")[0].strip() for fault in looks.found(page, "small")]
    assert told == ["small", "drawn"]
    page.set_viewport_size({"width": 320, "height": 568})
    told = [fault.split(">")[1].split("<")[0].strip() for fault in looks.found(page, "small")]
    assert told == ["drawn"]


def test_the_check_finds_invisible_text(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("Content Security Policy")
    page.goto(f"{server.url}/join")  # loaded by scripts of this origin
    page.set_content(
        "<html lang=en><title>Cards</title><main><h1>Cards</h1><img src=data:,></main>"
    )
    assert [fault.split(":")[0] for fault in looks.barred(page)] == ["image-alt"]
