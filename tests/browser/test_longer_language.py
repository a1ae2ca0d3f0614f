"""Every page in a language 40 per cent longer than English: nothing is cut or sticks out."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser import looks
from tests.browser.places import PLACES, Visit
from tests.browser.serving import LiveServer, serving
from tests.browser.test_every_page import REFUSED_ON_PURPOSE
from tests.browser.watching import Complaints
from tests.pseudo_locale import CODE, longer, messages_once, write_pseudo

# The narrowest rows, the longest sentences, and most buttons; all other places in `make soak`.
SHOWN = {"table", "count with many keys"}
assert PLACES.keys() >= SHOWN
SMALL, USUAL = {"width": 320, "height": 568}, {"width": 390, "height": 844}
TWICE_AS_LARGE = '() => { document.documentElement.style.fontSize = "200%" }'


@pytest.fixture(scope="module")
def longer_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    languages = write_pseudo(tmp_path_factory.mktemp("languages"), messages_once(), longer)
    spoken = {"BABEL_TRANSLATION_DIRECTORIES": str(languages)}
    with serving(tmp_path_factory.mktemp("instance"), **spoken) as live:
        yield live


def chooses_the_longer_language(context: BrowserContext, server: LiveServer, page: Page) -> None:
    """Choose the pseudo-language for the pages of this phone."""
    cookie = server.cookie_with({"language": CODE}, context.cookies(page.url))
    context.add_cookies([cookie | {"url": page.url}])


@pytest.mark.parametrize(
    "place",
    [pytest.param(place, marks=() if place in SHOWN else pytest.mark.soak) for place in PLACES],
)
def test_longer_words_are_neither_cut_nor_wider_than_the_phone(
    place: str,
    page: Page,
    longer_server: LiveServer,
    complaints: Complaints,
    faces: tuple[str, ...],
) -> None:
    complaints.expect(*REFUSED_ON_PURPOSE, "405 (Method Not Allowed)")  # a page after a form
    Visit(page).goes(place, longer_server)
    chooses_the_longer_language(page.context, longer_server, page)
    page.goto(page.url.partition("#")[0])
    assert "⟦" in page.content()
    faults = {}
    for size in (SMALL, USUAL):
        page.set_viewport_size(size)
        faults[f"at {size['width']}"] = looks.found_in(
            page, ("sticking_out", faces[0]), ("cut", "")
        )
    page.evaluate(TWICE_AS_LARGE)
    faults["twice as large"] = looks.found(page, "sticking_out")
    assert {where: found for where, found in faults.items() if found} == {}
