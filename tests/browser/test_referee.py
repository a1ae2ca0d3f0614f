"""The referee in a browser: taps are sent while the page stays, and wait without a network."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.evenings import FRIENDS, GAME, MIDGAME, Evening
from tests.browser.serving import LiveServer
from tests.browser.watching import comes_to


def taps(page: Page, *keys: str) -> None:
    for key in keys:
        page.get_by_role("button", name=key, exact=True).tap()


def test_a_set_with_a_wild_card_is_judged_in_six_taps_from_the_table(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, MIDGAME)
    before = evening.entries
    page.goto(evening.page())
    page.locator("#more summary").tap()
    page.get_by_role("link", name="Is this legal?").tap()
    expect(page.get_by_text("Choose a suit, then tap the ranks.")).to_be_visible()
    taps(page, "9", "Hearts", "9", "Joker")
    expect(page.locator(".verdict")).to_have_text("Legal")
    assert evening.entries == before


def test_quick_taps_go_together_and_the_last_hand_is_answered(
    page: Page, server: LiveServer
) -> None:
    page.goto(f"{server.url}/referee/{GAME}")
    in_flight: list[Route] = []
    page.route("**/referee/*tap=*", lambda route: in_flight.append(route))  # noqa: PLW0108 - not a method of C
    page.evaluate(_TAP_AT_ONCE, ["rank 9", "suit H", "rank 9", "bare *", "rank 8", "back"])
    expect(page.locator("#ruling .pc.waiting")).to_have_count(3)
    for waiting in (2, 0):
        comes_to(page, lambda: len(in_flight), 1)
        in_flight.pop().continue_()
        expect(page.locator("#ruling .pc.waiting")).to_have_count(waiting)
    expect(page.locator(".verdict")).to_have_text("Legal")
    expect(page).to_have_url(re.compile(r"cards=9S\+9H\+\*"))
    assert in_flight == []


_TAP_AT_ONCE = """keys => {
  for (const key of keys) document.querySelector(`#desk button[value="${key}"]`).click();
}"""


AWAY = "No connection: the referee needs the server."


def test_without_a_network_the_page_says_so_and_its_cards_are_judged_later(
    page: Page, server: LiveServer
) -> None:
    page.goto(f"{server.url}/referee/{GAME}?ask=meld&cards=9H+9S&suit=D")
    page.context.set_offline(True)
    taps(page, "9")
    expect(page.get_by_role("status").filter(has_text=AWAY)).to_be_visible()
    expect(page.locator("#ruling .pc:not(.free)")).to_have_count(3)
    page.context.set_offline(False)
    expect(page.locator(".verdict")).to_have_text("Legal")
    expect(page.locator("#ruling .pc:not(.free)")).to_have_count(3)


@pytest.mark.soak
def test_without_a_network_its_link_at_the_table_says_so(page: Page, server: LiveServer) -> None:
    page.goto(Evening(server, FRIENDS, MIDGAME).page())
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.locator("#more summary").tap()
    page.get_by_role("link", name="Is this legal?").tap(force=True)
    expect(page.locator("#live")).to_have_text(AWAY)


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
    expect(page).to_have_url(re.compile("ask=contract&contract=6&"))
    expect(contract).to_have_value("6")


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
    expect(page.locator("#ruling .pc:not(.free)")).to_have_count(3)
    page.locator("select[name=contract]").select_option("2")
    expect(page.get_by_role("button", name="Run of 4")).to_be_visible()


@pytest.mark.soak
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


PLACES = """parts => [...document.querySelectorAll(parts)].map(one => one.getBoundingClientRect())
  .map(box => [box.x, box.y, box.width].map(Math.round))"""
KEYS = ".suits, .ranks button, .dock .btn"


@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), pytest.param(390, 844, marks=pytest.mark.soak)]
)
def test_nothing_moves_when_the_first_card_is_tapped(
    page: Page, server: LiveServer, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server.url}/referee/rummy-500")
    expect(page.locator("#ruling .free")).to_have_count(3)
    parts = f"{KEYS}, .fan > :first-child"
    before = page.evaluate(PLACES, parts)
    taps(page, "9")
    expect(page.get_by_text("1 of 3 cards")).to_be_visible()
    expect(page.locator("#ruling .free")).to_have_count(2)
    assert page.evaluate(PLACES, parts) == before


def test_another_choice_moves_neither_lists_nor_keys(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/referee/{GAME}?ask=lay_off&cards=9H+9S+9D&cards=9C&at=1")
    expect(page.locator(".verdict")).to_have_text("Yes")
    before = page.evaluate(PLACES, f"{KEYS}, #desk select")
    page.get_by_label("I went down").select_option("Not yet")
    expect(page.locator(".verdict")).to_have_text("No")
    assert page.evaluate(PLACES, f"{KEYS}, #desk select") == before


NOT_DOWN = "twelve-step-rummy?ask=lay_off&cards=7S+7H+*&cards=7C&at=1&turn=before"
TWO_JOKERS = "ask=contract&contract=2&cards=9H+9S+9D&cards=5S+*+2H+8S"
A_KNOCK = "gin-rummy?ask=knock&cards=AH+AC+8C+6H+10D+6C+7H+AS+7C+5H+KD"
SWAP = "twelve-step-rummy?ask=swap&cards=5S+6S+*+8S&cards=7S&at=1"


@pytest.mark.parametrize(
    ("width", "height", "case"),
    [
        (320, 568, NOT_DOWN),
        (320, 568, f"{GAME}?{TWO_JOKERS}"),
        pytest.param(320, 568, A_KNOCK, marks=pytest.mark.soak),
        pytest.param(390, 844, SWAP, marks=pytest.mark.soak),
        pytest.param(320, 568, SWAP, marks=pytest.mark.soak),
        pytest.param(320, 568, "contract-rummy?cards=9H+9S+9D", marks=pytest.mark.soak),
        pytest.param(
            320, 568, "contract-rummy?ask=lay_off&cards=5C+6C+7C+*&cards=8C", marks=pytest.mark.soak
        ),
        pytest.param(390, 664, NOT_DOWN, marks=pytest.mark.soak),
        pytest.param(390, 844, f"{GAME}?{TWO_JOKERS}", marks=pytest.mark.soak),
    ],
)
def test_cards_verdict_and_cause_are_in_sight_above_all_keys(
    page: Page, server: LiveServer, width: int, height: int, case: str
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server.url}/referee/{case}")
    keys = page.locator("#desk .ranks button")
    cause = page.locator("#answer .lead, #answer .source").first
    for part in (page.locator(".fan").last, page.locator(".verdict"), cause, keys.first, keys.last):
        expect(part).to_be_in_viewport(ratio=1)
    assert page.locator("#ruling").evaluate(HALVES_A_LINE) is False


HALVES_A_LINE = """felt => {
  const line = parseFloat(getComputedStyle(felt).lineHeight);
  const lines = felt.clientHeight / line;
  return felt.clientHeight < felt.scrollHeight && Math.abs(lines - Math.round(lines)) > 0.05;
}"""


# The lists whose chosen words are wider than their space, next to the arrow.
CUT_LISTS = """() => [...document.querySelectorAll("#desk select")].filter(list => {
  const style = getComputedStyle(list);
  const brush = document.createElement("canvas").getContext("2d");
  brush.font = style.font;
  const { width } = brush.measureText(list.selectedOptions[0].text);
  const arrow = 18;
  return width + parseFloat(style.paddingLeft) + arrow > list.clientWidth;
}).map(list => list.name)"""


LAID_OFF = "ask=lay_off&cards=5H+6H+7H+8H&cards=9H"


@pytest.mark.parametrize(
    ("width", "case", "said"),
    [
        (320, LAID_OFF, "Yes"),
        pytest.param(390, LAID_OFF, "Yes", marks=pytest.mark.soak),
        (390, "ask=contract&contract=2&cards=9H+9S+9D", "Legal so far"),
    ],
)
def test_the_lists_show_all_their_words(
    page: Page, server: LiveServer, width: int, case: str, said: str
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{server.url}/referee/contract-rummy?{case}")
    expect(page.locator(".verdict")).to_have_text(said)
    assert page.evaluate(CUT_LISTS) == []


def test_the_link_at_a_table_copies_the_case_and_stays_there(
    page: Page, server: LiveServer
) -> None:
    page.goto(f"{Evening(server, FRIENDS, MIDGAME).page('referee')}?ask=meld&cards=9H+9S+9D")
    at_table, link = page.url, page.locator("#share")
    before = page.evaluate(PLACES, KEYS)
    link.tap()
    expect(link).to_have_text("Copied")
    assert (page.url, page.evaluate(PLACES, KEYS)) == (at_table, before)
    taps(page, "9")
    expect(link).to_have_text("Link")


CUT_SIGNS = """() => [...document.querySelectorAll(".suits .sign")].filter(sign => {
  const [box, room] = [sign.querySelector("path").getBBox(), sign.viewBox.baseVal];
  return box.x < room.x || box.x + box.width > room.x + room.width
    || box.y < room.y || box.y + box.height > room.y + room.height;
}).length"""


@pytest.mark.parametrize("game", ["twelve-step-rummy", "five-crowns", "phase-10", "chinchon"])
def test_no_sign_of_a_suit_is_cut(page: Page, server: LiveServer, game: str) -> None:
    page.goto(f"{server.url}/referee/{game}")
    assert page.evaluate(CUT_SIGNS) == 0


def test_ends_of_a_run_have_their_names_on_a_laptop(page: Page, server: LiveServer) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{server.url}/referee/{GAME}?ask=lay_off&cards=8S+9S+10S+JS&cards=*")
    for name in ("At the high end", "At the low end"):
        expect(page.get_by_text(name)).to_have_css("position", "static")
