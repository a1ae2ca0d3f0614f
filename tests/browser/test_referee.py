"""The referee in a browser: each tap is judged on the phone, with or without a network."""

import json
import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from companion.records.games import open_game
from tests.browser.evenings import FRIENDS, GAME, MIDGAME, Evening
from tests.browser.keeping import UNTIL_READY, opens
from tests.browser.serving import LiveServer

TAPS = ("9", "Hearts", "9", "Joker")


def taps(page: Page, *keys: str) -> None:
    for key in keys:
        page.get_by_role("button", name=key, exact=True).tap()


def test_a_set_with_a_wild_card_is_judged_in_six_taps_from_the_table(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, MIDGAME)
    before = _version(evening)
    page.goto(evening.page())
    page.locator("#more summary").tap()
    page.get_by_role("link", name="Is this legal?").tap()
    expect(page.get_by_text("Choose a suit, then tap the ranks.")).to_be_visible()
    taps(page, *TAPS)
    expect(page.locator(".verdict")).to_have_text("Legal")
    assert 2 + len(TAPS) <= 8
    assert _version(evening) == before


def _version(evening: Evening) -> int:
    with evening.server.app.app_context():
        return open_game(evening.token).state.version


@pytest.mark.soak
def test_a_tap_asks_no_server_and_a_reload_shows_the_same(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/referee/{GAME}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    taps(page, *TAPS)
    expect(page.locator(".verdict")).to_have_text("Legal")
    assert asked == []
    page.reload()
    expect(page.locator(".verdict")).to_have_text("Legal")


@pytest.mark.soak
def test_the_contract_that_is_shown_is_the_one_that_is_judged(
    page: Page, server: LiveServer
) -> None:
    page.goto(f"{server.url}/referee/{GAME}")
    page.get_by_label("Question").select_option("go_down")
    contract = page.locator("#list-contract select")
    expect(contract).to_have_value("1")
    contract.select_option("6")
    expect(page).to_have_url(re.compile("ask=go_down&contract=6&"))
    page.get_by_label("Question").select_option("meld")
    expect(contract).to_have_count(0)
    page.get_by_label("Question").select_option("contract")
    expect(page).to_have_url(re.compile("ask=contract&contract=1&"))
    expect(contract).to_have_value("1")


def test_the_deadwood_of_a_hand_is_counted_tap_by_tap(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/referee/gin-rummy")
    page.get_by_label("Question").select_option("deadwood")
    taps(page, "7", "8", "9")
    expect(page.locator(".verdict")).to_have_text("0 points")
    taps(page, "Hearts", "9")
    expect(page.locator(".verdict")).to_have_text("9 points")
    expect(page.locator(".rest .sr")).to_have_text("9 of hearts")


def test_the_server_and_the_browser_draw_the_same_page(page: Page, server: LiveServer) -> None:
    _are_drawn_alike(page, server, CASES_OF_CONTRACTS, GAME)
    _are_drawn_alike(page, server, CASES_OF_GIN, "gin-rummy")
    _are_drawn_alike(page, server, CASES_OF_INDIAN_RUMMY, "indian-rummy")


CASES_OF_CONTRACTS = (
    "ask=contract&contract=2&cards=9H+9S+9D&cards=5S+*+2H+8S&at=1",
    "ask=contract&contract=2&cards=KH+KS+KD&cards=AS+2S+*+4S",
    "ask=go_down&contract=6&cards=9H+9C+9D+*+5S+6S+7S+8S+KH+QD+JC+4D+3H",
    "ask=go_down&contract=6&cards=KH+KS+KD+KC+6H+7H+8H+JS+4D+5C+9C+10D+QS",
    "ask=swap&cards=4S+5S+*+7S&cards=6S",
    "ask=meld&cards=*+*+6S+5S",
    "ask=meld",
)
CASES_OF_GIN = (
    "ask=deadwood&cards=7S+8S+9S+9H",
    "ask=knock&cards=AH+AC+8C+6H+10D+6C+7H+AS+7C+5H+KD",
    "ask=knock&cards=AH+AC+8C+6H+10D+6C+7H+AS+2D+5H",
    "ask=knock&cards=AH+AC+AD+6H+7H+8H+9H+QS+QD+QC+10H",
    "ask=defend&cards=7H+7S+7D&cards=4C+5C+6C&cards=&cards=7C+8C+9H+10H&at=3",
    "ask=defend&cards=7H+7S+7D",
)
CASES_OF_INDIAN_RUMMY = (
    "ask=declare&cards=5H+6H+7H+9S+10S+*+KD+KC+KS+2C+2D+2S+3H+QS",
    "ask=declare&cards=5H+6H+7H+9S+10S+*+KD+KC+KS+2C+2D+2S+3H&wild=4",
    "ask=deadwood&cards=5H+6H+8H+9S+10S+*+KD+KC+KS+QC+JD+10C+9D&wild=4",
)


def _are_drawn_alike(page: Page, server: LiveServer, cases: Sequence[str], game: str) -> None:
    for case in cases:
        answer = page.goto(f"{server.url}/referee/{game}?{case}")
        expect(page.locator("#desk")).to_be_visible()
        drawn = page.evaluate(_DIFFERENCE, answer.text() if answer else "")
        assert drawn == "", case


# The text and attributes of an element, independent of attribute order and white space.
_DIFFERENCE = """sent => {
  const said = one => [...one.childNodes].filter(node => node.nodeType === 3);
  const told = root => [...root.querySelectorAll(":not(noscript, noscript *)")].map(one => {
    const attributes = [...one.attributes].map(({ name, value }) => `${name}=${value.trim()}`);
    const own = said(one).map(({ data }) => data.trim()).join("");
    return [one.localName, ...attributes.sort(), own].join(" ");
  });
  const page = new DOMParser().parseFromString(sent, "text/html");
  for (const id of ["ruling", "desk", "dock"]) {
    const [here, there] = [document, page].map(one => told(one.getElementById(id)));
    const at = here.findIndex((one, n) => one !== there[n]);
    if (at >= 0 || here.length !== there.length) return `${id}: ${here[at]} | ${there[at]}`;
  }
  return "";
}"""


def test_the_answer_is_announced_and_keys_keep_the_focus(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/referee/{GAME}")
    nine = page.get_by_role("button", name="9", exact=True)
    nine.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="1 of 3 cards")).to_be_visible()
    expect(nine).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    expect(page.get_by_role("status").filter(has_text="There are only")).not_to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Legal")).to_be_visible()


@pytest.mark.soak
def test_another_question_keeps_the_cards(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/referee/{GAME}?ask=meld&cards=9H+9S+9D")
    page.get_by_label("Question").select_option("My contract")
    expect(page.get_by_role("group", name="Which cards")).to_be_visible()
    expect(page.locator("#ruling .pc")).to_have_count(3)
    page.locator("select[name=contract]").select_option("2")
    expect(page.get_by_role("button", name="Run of 4")).to_be_visible()


@pytest.mark.soak
def test_without_a_network_the_table_has_its_referee_and_so_has_practice(
    keeping: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, MIDGAME)
    keeping.goto(server.url)
    keeping.evaluate(UNTIL_READY, "/catalogue-pages")
    opens(keeping, evening)
    keeping.evaluate(UNTIL_READY, evening.page("referee").removeprefix(server.url))
    keeping.context.set_offline(True)
    keeping.locator("#more summary").tap()
    keeping.get_by_role("link", name="Is this legal?").tap()
    taps(keeping, *TAPS)
    expect(keeping.locator(".verdict")).to_have_text("Legal")
    keeping.reload()
    expect(keeping.locator(".verdict")).to_have_text("Legal")
    keeping.goto(f"{server.url}/referee/phase-10?ask=meld&cards=7R+W+7B")
    expect(keeping.locator(".verdict")).to_have_text("Legal")


def test_the_table_loads_nothing_of_it(page: Page, server: LiveServer) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(Evening(server, FRIENDS, MIDGAME).page())
    page.wait_for_load_state("networkidle")
    assert [address for address in loaded if "referee" in address] == []
    assert json.loads(page.locator("#game").text_content() or "{}")["link"]


def test_the_keys_keep_their_places_however_long_the_answer_is(
    page: Page, server: LiveServer
) -> None:
    """Eight cards that lack one of the contract: two rows of cards, and an answer of many lines."""
    hand = "9H+9C+9D+5S+6S+7S+8S"
    page.goto(f"{server.url}/referee/{GAME}?ask=go_down&contract=6&cards={hand}&suit=H")
    expect(page.get_by_text("Tap your whole hand: 7 cards so far")).to_be_visible()
    key = page.get_by_role("button", name="K", exact=True)
    before = key.bounding_box()
    key.tap()
    expect(page.locator(".verdict")).to_have_text("One card short")
    assert key.bounding_box() == before


def test_a_hand_without_the_contract_cannot_go_down_yet(page: Page, server: LiveServer) -> None:
    hand = "9H+9C+KD+5S+6S+7D+8C+KH"
    page.goto(f"{server.url}/referee/{GAME}?ask=go_down&contract=6&cards={hand}")
    expect(page.locator(".verdict")).to_have_text("Not yet")
    expect(page.get_by_text("This hand does not hold the contract.")).to_be_visible()
