"""A whole game in each language, from home to the sheet; Arabic has no network after the deal."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.settings.locale import tag_of
from tests.browser.keeping import UNTIL_KEPT
from tests.browser.lying import PATIENCE
from tests.browser.serving import LiveServer
from tests.browser.watching import Complaints
from tests.catalogues import FOLDER, codes, read

GAME = "liverpool-rummy"
NAMES = ("Ann", "Bo")
ROUNDS = 6  # the contracts of the last two take all ten cards
TOTALS = ["0", "600"]  # Bo has ten court cards at the end of each round
OFFLINE = "ar"
# The texts visible to a player, without names.
_TEXTS = """() => [...document.querySelectorAll("body *")]
  .filter(e => !e.closest("bdi, template, script, style, [hidden]"))
  .flatMap(e => [...e.childNodes].filter(n => n.nodeType === Node.TEXT_NODE))
  .map(n => n.data.trim().replace(/\\s+/g, " "))
"""


class Reader:
    """A phone in one language, on which no English text is expected."""

    def __init__(self, page: Page, code: str) -> None:
        self.page, self.code = page, code
        catalogue = read(FOLDER / code / "LC_MESSAGES" / "messages.po", code)
        told = {(one.context, one.id): one.string for one in catalogue if isinstance(one.id, str)}
        self._told = told
        self._english = {english for (_, english), text in told.items() if text != english}
        self._english -= {"", *told.values()}

    def taps(self, css: str) -> None:
        self.page.locator(css).tap()

    def sees(self, heading: str, **values: object) -> None:
        """The page has this heading, given in English."""
        told = self._told[None, heading]
        expect(self.page.get_by_role("heading", level=1)).to_have_text(told % values)
        self.reads_no_english()

    def reads_no_english(self) -> None:
        expect(self.page.locator("html")).to_have_attribute("lang", tag_of(self.code))
        found = set(self.page.evaluate(_TEXTS)) & self._english
        assert found == set(), self.page.url


@pytest.fixture
def reader(
    request: pytest.FixtureRequest,
    browser: Browser,
    browser_context_args: dict[str, Any],
    complaints: Complaints,
) -> Iterator[Reader]:
    complaints.expect("net::ERR", "503", "fetching the script")
    code: str = request.param
    own = {"service_workers": "allow", "locale": code.replace("_", "-")}
    context = browser.new_context(**browser_context_args | own)
    context.set_default_timeout(PATIENCE)
    complaints.listen(context)
    yield Reader(context.new_page(), code)
    context.close()


@pytest.mark.soak  # test_language.py shows one page of it
@pytest.mark.parametrize("reader", codes(), indirect=True)
def test_a_game_is_played_to_its_winner_in_this_language(
    reader: Reader, server: LiveServer
) -> None:
    page = reader.page
    deals(reader, server)
    if reader.code == OFFLINE:
        page.evaluate(UNTIL_KEPT, 0)
        page.context.set_offline(True)
    for number in range(1, ROUNDS + 1):
        reader.sees("Round %(number)s of %(all)s", number=number, all=ROUNDS)
        plays_a_round(reader, means_out=number > 4)
    expect(page.locator(".ranks li").first).to_contain_text("Ann")
    if reader.code != OFFLINE:  # the full page replaces the one drawn here
        expect(page.locator("main svg.race").first).to_be_visible()
    reader.reads_no_english()
    page.context.set_offline(False)
    reader.taps(".share[href$='/sheet']")
    expect(page.locator(".scores tfoot td")).to_have_text(TOTALS)
    reader.reads_no_english()


def deals(reader: Reader, server: LiveServer) -> None:
    """From home to the first round."""
    reader.page.goto(f"{server.url}/")
    reader.reads_no_english()
    reader.taps("a[href='/new']")
    reader.taps(f".variants:has([href='/new/{GAME}']) summary")
    reader.taps(f"a[href='/new/{GAME}']")
    for number, name in enumerate(NAMES):
        reader.page.locator(f"#names-{number}").fill(name)
    reader.reads_no_english()
    reader.taps(".dock [form=new-game]")
    reader.sees("Round %(number)s of %(all)s", number=1, all=ROUNDS)


def plays_a_round(reader: Reader, *, means_out: bool) -> None:
    """Ann lays down and goes out; all cards of Bo are court cards, which writes the round down."""
    if not means_out:
        reader.taps("#mark-0")
        expect(reader.page.locator("#mark-0")).to_have_attribute("name", "back")
    reader.taps("#out-0")
    expect(reader.page.locator("#hand")).to_be_visible()
    reader.reads_no_english()
    reader.taps("#rest-10-K")
