"""Everyday conditions: double taps, Back, no network, keyboard only, long names."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from companion.rules.fold.entries import Hand as Cards
from companion.rules.fold.entries import HandCounted, LaidDown, WentOut
from tests.browser.evenings import COURT, FRIENDS, GAME, LOW, MIDGAME, WHOLE_GAME, Evening
from tests.browser.faces import set_in
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import can_turn_to


def _count_of_dev(server: LiveServer) -> Evening:
    """Three players, first round: Ann went out, Bo is counted, Chloé is next and last."""
    bo = HandCounted(1, Cards(cards={COURT: 1}), down=True)
    return Evening(server, FRIENDS[:3]).happens(WentOut(0), bo)


# Waits for rendering, even on a busy machine.
_SHARE_SHEET = """
AbortController.prototype.abort = () => {};
navigator.canShare = () => true;
navigator.share = async ({ title, text, files }) => {
  document.documentElement.dataset.shared = [title, text, files[0].name].join("\\n");
};
"""


def _taps_twice(button: Locator) -> None:
    """A double tap: the second tap comes before the first is answered."""
    button.dblclick()


def _will_deal(page: Page) -> Locator:
    """The button that starts a game of two."""
    page.goto(f"/new/{GAME}")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bo")
    return page.get_by_role("button", name="Deal the first round")


@pytest.mark.soak
def test_a_doubled_tap_deals_one_game(page: Page) -> None:
    _taps_twice(_will_deal(page))
    expect(page).to_have_title("Round 1 · Rummy Companion")
    page.goto("/")
    expect(page.locator(".game")).to_have_count(1)


@pytest.mark.soak
def test_a_form_is_sent_over_a_network_that_needs_five_seconds(page: Page) -> None:
    def answer_late(route: Route) -> None:
        if route.request.method == "HEAD":
            page.wait_for_timeout(5000)
        route.continue_()

    deal = _will_deal(page)
    page.route("**/icons/app.svg", answer_late)
    deal.tap()
    expect(page).to_have_title("Round 1 · Rummy Companion")


def test_a_doubled_tap_writes_one_round_down(page: Page, server: LiveServer, table: Table) -> None:
    page.goto(_count_of_dev(server).page("count/2"))
    table.counts("Chloé", low=2).says_down("Down")
    _taps_twice(page.get_by_role("button", name="Write it down", exact=True))
    table.sees("Round 2")
    table.shows_totals(FRIENDS[:3], [0, 10, 10])
    page.get_by_role("link", name="Sheet").tap()
    expect(page.get_by_role("row")).to_have_count(1 + 1 + 1)  # names, one round, totals


# The target of a second tap at the moment when the next place is rendered.
_BELOW_THE_THUMB = """([x, y]) => {
  window.hit = new Promise(done => new MutationObserver((_, watching) => {
    watching.disconnect();
    done(document.elementFromPoint(x, y)?.closest("button")?.textContent ?? "nothing");
  }).observe(document.body, { attributeFilter: ["class"] }));
}"""


@pytest.mark.soak
def test_a_second_tap_fills_no_second_hand(page: Page, server: LiveServer) -> None:
    page.goto(Evening(server, FRIENDS).happens(WentOut(0)).page("count/1"))
    can_turn_to(page, "review")
    rest = page.get_by_role("button", name="All 13 are… 3 – 9")
    box = rest.bounding_box()
    page.evaluate(_BELOW_THE_THUMB, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
    rest.tap()
    expect(page.get_by_role("heading", name="Cards left: Chloé")).to_be_visible()
    assert page.evaluate("() => window.hit") == "nothing"


@pytest.mark.soak
def test_a_doubled_tap_on_lay_down_is_not_taken_back(page: Page, server: LiveServer) -> None:
    page.goto(Evening(server, FRIENDS).page())
    page.get_by_role("button", name="Lay down : Bo").dblclick()
    expect(page.get_by_role("button", name="Undo : Bo laid down")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="clear for Bo")).to_be_visible()


@pytest.mark.soak
def test_going_back_to_a_written_round_shows_the_current_state(
    page: Page, server: LiveServer, table: Table
) -> None:
    evening = _count_of_dev(server)
    page.goto(evening.page())
    page.goto(evening.page("count/2"))
    table.counts("Chloé", low=2).says_down("Down").writes_it_down().sees("Round 2")
    page.go_back()
    table.sees("Round 2")
    table.shows_totals(FRIENDS[:3], [0, 10, 10])


@pytest.mark.soak
def test_going_back_after_dealing_and_changing_a_name_deals_another_game(page: Page) -> None:
    page.goto(f"/new/{GAME}")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bo")
    page.get_by_role("button", name="Deal the first round").tap()
    expect(page.get_by_role("heading", name="Bo")).to_be_visible()
    page.go_back()
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Zoë")
    page.get_by_role("button", name="Deal the first round").tap()
    expect(page.get_by_role("heading", name="Zoë")).to_be_visible()


@pytest.mark.soak
def test_the_last_tap_survives_closing_the_page_at_once(
    page: Page, server: LiveServer, table: Table
) -> None:
    evening = _count_of_dev(server)
    page.goto(evening.page("count/2"))
    table.counts("Chloé", court=2)
    page.goto("about:blank")
    page.goto(evening.page())
    expect(page.locator("#seat-2")).to_contain_text("counted")
    page.goto(evening.page("count/2"))
    table.shows_hand(20)


# The page cannot send, and unloads before anything is stored.
_TOO_SOON = """() => {
  IDBObjectStore.prototype.add = () => ({});
  globalThis.fetch = () => Promise.reject(new TypeError());
}"""


@pytest.mark.soak
def test_an_unsent_hand_survives_a_quick_reload(
    page: Page, server: LiveServer, table: Table
) -> None:
    page.goto(_count_of_dev(server).page("count/2"))
    page.evaluate(_TOO_SOON)
    table.counts("Chloé", court=2)
    page.reload()
    table.shows_hand(20)


ODD_NAMES = (
    "عبد الرحمن",
    "👩‍👩‍👧‍👦 Zoë",
    "Maximiliane-Friederike-Charlot",
    "שרה",
)


@pytest.mark.soak
def test_names_of_any_script_and_length_leave_the_pages_whole(
    page: Page, server: LiveServer, table: Table, faces: tuple[str, ...]
) -> None:
    evening = Evening(server, ODD_NAMES, MIDGAME)
    for place in ("out", "sheet"):
        page.goto(evening.page(place))
        assert _wider_than_the_phone(page, faces) == [], place
    evening.happens(LaidDown(2), WentOut(0), HandCounted(1, Cards(cards={LOW: 2}), down=True))
    for place in ("count/2", "review", "correct/1?seat=2", ""):
        page.goto(evening.page(place))
        assert _wider_than_the_phone(page, faces) == [], place
    table.shows_totals(ODD_NAMES, [145, 345, 120, 265])
    table.shows_names(*ODD_NAMES)


def _wider_than_the_phone(page: Page, faces: tuple[str, ...]) -> list[tuple[int, str]]:
    """The widths and fonts in which the page scrolls sideways."""
    found = []
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        for face in faces:
            set_in(page, face)
            if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
                found.append((width, face))
    return found


@pytest.mark.soak
def test_no_doubled_tap_zooms_the_screen_and_a_real_keyboard_types_a_total_too(
    page: Page, server: LiveServer, table: Table
) -> None:
    page.goto(_count_of_dev(server).page("count/2"))
    actions = page.evaluate(
        "() => [...new Set([...document.querySelectorAll('button, input')]"
        ".map(e => getComputedStyle(e).touchAction))]"
    )
    assert actions == ["manipulation"]
    page.get_by_role("button", name="Total", exact=True).tap()
    expect(page.locator("#mode")).to_have_text("Cards")
    page.keyboard.type("10+5")
    table.shows_hand(15)


@pytest.mark.soak
def test_next_tapped_while_two_saves_are_under_way_leads_on(
    page: Page, server: LiveServer, table: Table
) -> None:
    """On a slow network saves queue; a tap during that is not lost."""
    held: list[Route] = []

    def is_slow(route: Route) -> None:
        is_first = route.request.method == "POST" and not held
        held.append(route) if is_first else route.fallback()

    page.clock.install()
    page.route("**/log", is_slow)
    page.goto(Evening(server, FRIENDS[:3]).happens(WentOut(0)).page("count/1"))
    with page.expect_request(lambda request: request.method == "POST" and "/log" in request.url):
        table.counts("Bo", court=1)
        page.clock.run_for(300)
    table.counts("Bo", low=1)
    page.clock.run_for(300)
    table.taps("Next: Chloé")
    held[0].continue_()
    table.sees("Cards left: Chloé")
    expect(page.get_by_role("link", name="Bo")).to_contain_text("15")


@pytest.mark.soak
def test_the_result_is_sent_with_its_picture_by_one_tap(page: Page, server: LiveServer) -> None:
    page.add_init_script(_SHARE_SHEET)
    page.goto(Evening(server, FRIENDS, WHOLE_GAME).page("final"))
    page.get_by_role("link", name="Share the result").tap()
    said = expect(page.locator("html"))
    said.to_have_attribute(
        "data-shared", re.compile("^Ann wins\nAnn wins\n.*result.png$", re.DOTALL)
    )
    page.evaluate(
        "() => { navigator.share = () => Promise.reject(new DOMException('', 'NotAllowedError')); }"
    )
    page.get_by_role("link", name="Share the result").tap()
    expect(page).to_have_title(re.compile("^Share the result"))
    page.evaluate(
        """() => {
          document.execCommand = () => false;
          if (navigator.clipboard) navigator.clipboard.writeText = () => Promise.reject();
        }"""
    )
    page.get_by_role("button", name="Copy the text").tap()
    expect(page.locator("#copy")).to_have_text("It is selected: copy it yourself")
