"""What stands on a page stays in place, and says what was chosen, also with large text."""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold.entries import DealerChanged, HandCounted, LaidDown, RoundScored, WentOut
from companion.rules.fold.entries import Hand as CardsLeft
from tests.browser.evenings import FRIENDS, GAME, MIDGAME, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import comes_to

SPACE = """() => [...document.querySelectorAll(".dock .btn")].map(button => {
  const { left, top, width } = button.getBoundingClientRect();
  return [left, top, width].map(Math.round);
})"""
KEYS = """() => [...document.querySelectorAll(".keys .key")].map(key => {
  const { left, top } = key.getBoundingClientRect();
  return [left, top].map(Math.round);
})"""
COVERED = """() => {
  document.documentElement.style.fontSize = "200%";
  const box = element => element.getBoundingClientRect();
  const meet = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const rows = [...document.querySelectorAll(".seat")];
  const covered = rows.flatMap(row => [...row.querySelectorAll(".puck, .who, .words")].filter(
    part => meet(box(part), box(row.querySelector(".total b")))));
  document.documentElement.style.fontSize = "";
  return covered.map(part => part.className);
}"""

# The lines that the first word takes.
LINES_OF_A_WORD = """element => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    const [word] = data.match(/\\S+/) ?? [];
    if (!word) continue;
    const range = new Range();
    range.setStart(texts.currentNode, data.indexOf(word));
    range.setEnd(texts.currentNode, data.indexOf(word) + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  }
}"""
# The badges, which are round, over the letter of a player; and those that are not at its disc.
BESIDE_LETTERS = """() => [...document.querySelectorAll(".seat .puck")].flatMap(puck => {
  const disc = puck.closest(".seat").querySelector(".contract > :is(b, .disc)");
  const letter = new Range();
  letter.selectNodeContents(disc);
  const { left, top, width } = puck.getBoundingClientRect();
  const [radius, x, y] = [width / 2, left + width / 2, top + width / 2];
  const nearest = (at, from, to) => Math.min(Math.max(at, from), to);
  const meets = (other, blank) => {
    const box = other.getBoundingClientRect();
    const dx = x - nearest(x, box.left, box.right);
    const dy = y - nearest(y, box.top + blank * box.height, box.bottom - blank * box.height);
    return Math.hypot(dx, dy) < radius;
  };
  return meets(letter, 0.2) || !meets(disc, 0) ? [puck.textContent] : [];
})"""


@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.soak)])
def test_no_button_moves_when_undo_appears(page: Page, server: LiveServer, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(Evening(server, FRIENDS).page())
    undo = page.locator(".dock .undo")
    expect(undo).to_be_disabled()
    before = page.evaluate(SPACE)
    Table(page).lays_down("Ann")
    expect(undo).to_be_enabled()
    expect(undo).to_contain_text("Ann")
    assert page.evaluate(SPACE) == before


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.soak)])
def test_no_key_moves_when_a_total_is_typed(page: Page, server: LiveServer, language: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.context.add_cookies([server.cookie_with({"language": language}, page.context.cookies())])
    page.goto(Evening(server, FRIENDS, game="contract-rummy").happens(WentOut(0)).page("count/1"))
    mode = page.locator("#mode")
    expect(mode).to_be_visible()
    before = page.evaluate(KEYS)
    mode.tap()
    page.locator(".digits").get_by_role("button", name="7", exact=True).tap()
    mode.tap()
    expect(page.locator("#typed .waits")).to_be_visible()
    assert page.evaluate(KEYS) == before


@pytest.mark.parametrize(
    "game",
    ["indian-rummy", *(pytest.param(one, marks=pytest.mark.soak) for one in (GAME, "gin-rummy"))],
)
def test_no_badge_covers_a_total_at_twice_the_text_size(
    page: Page, server: LiveServer, game: str
) -> None:
    names = FRIENDS[:2] if game == "gin-rummy" else FRIENDS
    page.goto(Evening(server, names, game=game).page())
    expect(page.locator(".seat")).to_have_count(len(names))
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize(
    "kind", ["pool", *(pytest.param(one, marks=pytest.mark.soak) for one in ("points", "deals"))]
)
def test_no_badge_covers_the_letter_of_its_player(
    page: Page, server: LiveServer, kind: str
) -> None:
    evening = Evening(server, FRIENDS, game="indian-rummy", house_rules={"kind": kind})
    lost = [HandCounted(seat, CardsLeft(points=10 + seat), down=False) for seat in (0, 1, 2)]
    evening.happens(WentOut(3), *lost, RoundScored())
    evening.happens(DealerChanged(3))  # who is ahead has the highest row
    page.goto(evening.page())
    expect(page.locator(".seat .puck")).to_have_count(2)
    for width, size in ((390, ""), (320, ""), (320, "200%")):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("size => (document.documentElement.style.fontSize = size)", size)
        assert page.evaluate(BESIDE_LETTERS) == [], (width, size)


def test_no_badge_covers_a_total_while_hands_are_counted(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS, MIDGAME, dealer=3)
    counted = HandCounted(2, CardsLeft(points=75), down=True)
    evening.happens(LaidDown(0), WentOut(1), counted)
    page.goto(evening.page())
    expect(page.locator(".seat")).to_have_count(len(FRIENDS))
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("game", ["gin-rummy", pytest.param(GAME, marks=pytest.mark.soak)])
def test_on_a_low_phone_in_large_text_the_header_of_a_hand_leaves_room_for_its_keys(
    page: Page, server: LiveServer, game: str
) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    out = WentOut(0, ending="knock") if game == "gin-rummy" else WentOut(0)
    names = FRIENDS[:2] if game == "gin-rummy" else FRIENDS
    page.goto(Evening(server, names, game=game).happens(out).page("count/1"))
    expect(page.locator("#mode")).to_be_visible()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    figure, links, header, dock = (
        page.locator(place).bounding_box() for place in ("#points", "#hand-links", ".bar", ".dock")
    )
    assert figure["x"] >= links["x"] + links["width"], "the points are beside the links"
    assert dock["y"] - header["height"] >= 568 * 0.4


def test_in_large_text_no_word_breaks_beside_the_disc_of_a_player(
    page: Page, server: LiveServer
) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    counted = [HandCounted(seat, CardsLeft(points=9), down=False) for seat in (0, 1)]
    evening = Evening(server, FRIENDS[:2], game="gin-rummy")
    page.goto(evening.happens(WentOut(0, ending="knock"), *counted).page("review"))
    words = page.locator(".review .words").nth(1)
    expect(words).to_have_text("deadwood 9")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert words.evaluate(LINES_OF_A_WORD) == 1


@pytest.mark.parametrize("width", [390, 320])
def test_the_button_to_go_out_stays_on_the_own_page_and_hides_no_figure(
    page: Page, server: LiveServer, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844 if width == 390 else 568})
    page.goto(Evening(server, FRIENDS, MIDGAME).page("seat/1"))
    out, down = (page.get_by_role("button", name=name) for name in ("I’m out", "I’m down"))
    expect(down).to_be_visible()
    before = page.evaluate(SPACE)[0][:2]
    down.tap()
    expect(page.get_by_role("button", name="I’m not down")).to_be_visible()
    expect(out).to_be_visible()
    comes_to(page, lambda: page.evaluate(SPACE)[0][:2], before)
    page.evaluate("scrollTo(0, 0)")  # the tap of the test may have scrolled
    figures, dock = (page.locator(css).bounding_box() for css in (".figures", "#dock"))
    assert figures
    assert dock
    assert figures["y"] + figures["height"] <= dock["y"]


def test_the_header_of_a_hand_says_what_was_chosen_in_a_correction(
    page: Page, server: LiveServer
) -> None:
    page.goto(Evening(server, FRIENDS, MIDGAME, dealer=3).page("correct/1?seat=1"))
    hand = page.locator("#hand-1")
    made, missed = hand.locator("summary .made"), hand.locator("summary .missed")
    expect(made).to_be_visible()
    expect(missed).to_be_hidden()
    hand.get_by_label("Not down").check(force=True)
    expect(missed).to_be_visible()
    expect(made).to_be_hidden()
    expect(hand.locator(".tick")).to_be_hidden()
    hand.get_by_label("Down", exact=True).check(force=True)
    expect(made).to_be_visible()
    expect(hand.locator(".tick")).to_be_visible()
