"""Pages in a language 40 per cent longer than English: nothing is cut or sticks out."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from companion.rules.fold.entries import Hand, HandCounted, LaidDown, WentOut
from tests.browser import looks
from tests.browser.evenings import FRIENDS, MIDGAME, WHOLE_GAME, Evening
from tests.browser.faces import set_in
from tests.browser.keeping import NO_WORKER_IS_ASKED_FOR
from tests.browser.serving import LiveServer, serving
from tests.pseudo_locale import CODE, longer, messages_once, write_pseudo

SIZES = ((320, 568), (390, 844))
# Words whose end is not to be seen; a name and a title may end in dots.
CUT = """() => [...document.body.querySelectorAll("*")]
  .filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".sr, svg, bdi"))
  .filter(e => getComputedStyle(e).clipPath === "none") // for screen readers
  .filter(e => [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim()))
  .filter(e => /hidden|clip/.test(getComputedStyle(e).overflowX))
  .filter(e => getComputedStyle(e).textOverflow !== "ellipsis")
  .filter(e => e.scrollWidth > e.clientWidth + 1)
  .map(e => e.outerHTML.slice(0, 160))
"""

TWICE_AS_LARGE = '() => { document.documentElement.style.fontSize = "200%" }'
AS_USUAL = '() => { document.documentElement.style.fontSize = "" }'


@pytest.fixture(scope="module")
def longer_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    languages = write_pseudo(tmp_path_factory.mktemp("languages"), messages_once(), longer)
    spoken = {
        "BABEL_DEFAULT_LOCALE": CODE,
        "BABEL_TRANSLATION_DIRECTORIES": str(languages),
    }
    with serving(tmp_path_factory.mktemp("instance"), **spoken) as live:
        yield live


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Browsers that ask for this language."""
    return browser_context_args | {"locale": CODE}


@pytest.fixture
def reader(new_phone: Callable[..., BrowserContext]) -> Page:
    context = new_phone()
    context.add_init_script(NO_WORKER_IS_ASKED_FOR)
    return context.new_page()


def addresses(server: LiveServer) -> list[str]:
    """Pages with many words; a game in progress, a round to count, and one that is over."""
    playing = Evening(server, FRIENDS, MIDGAME).happens(LaidDown(0))
    counted = Evening(server, FRIENDS[:2]).happens(
        WentOut(0), HandCounted(1, Hand(points=7), down=True)
    )
    over = Evening(server, FRIENDS, WHOLE_GAME)
    return [
        *(f"{server.url}/", f"{server.url}/new/{playing.game}"),
        *(playing.page(place) for place in ("", "out", "sheet", "share", "seat/1")),
        *(counted.page(place) for place in ("count/1", "review")),
        over.page("final"),
    ]


def test_longer_words_are_neither_cut_nor_wider_than_the_phone(
    reader: Page, longer_server: LiveServer
) -> None:
    faults: dict[str, list[str]] = {}
    for address in addresses(longer_server):
        reader.goto(address)
        assert "⟦" in reader.content()
        set_in(reader, "Wide")
        for width, height in SIZES:
            reader.set_viewport_size({"width": width, "height": height})
            found = looks.sticking_out(reader) + reader.evaluate(CUT)
            reader.evaluate(TWICE_AS_LARGE)
            found += [f"large: {fault}" for fault in looks.sticking_out(reader)]
            reader.evaluate(AS_USUAL)
            faults |= {f"{address} at {width}": found} if found else {}
    assert faults == {}
