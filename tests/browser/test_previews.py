"""The preview of a change is visible above the button that saves it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.evenings import ACE, COURT, FRIENDS, LOW, WHOLE_GAME, Evening, Round
from tests.browser.faces import set_in
from tests.browser.places import PLACES
from tests.browser.serving import LiveServer
from tests.browser.table import Table, unfolds
from tests.browser.watching import Complaints

SMALL, USUAL = (320, 568), (390, 844)
SIZES = pytest.mark.parametrize("size", [SMALL, USUAL])
SIX = ("Anneliese", "Bartholomew", "Cy", "Dee", "Eve", "Friedericke")


_IN_SIGHT = """() => {
  const box = where => document.querySelector(where).getBoundingClientRect();
  const heading = box("#changes h2");
  return heading.top >= box(".bar").bottom && heading.bottom <= box(".dock").top;
}"""
_CUT_OFF = """() => {
  const card = document.getElementById("changes");
  const { left, right } = card.getBoundingClientRect();
  return [card, ...card.querySelectorAll("dd, dt, p")]
    .filter(e => e.scrollWidth > e.clientWidth || e.getBoundingClientRect().left < left
      || e.getBoundingClientRect().right > right)
    .map(e => e.outerHTML.slice(0, 120));
}"""
_RIGHT_ABOVE_THE_DOCK = """() => {
  const box = where => document.querySelector(where).getBoundingClientRect();
  scrollTo(0, document.body.scrollHeight);
  return Math.abs(box(".dock").top - box("#changes").bottom) <= 16;
}"""


def shows_what_changes(page: Page, faces: tuple[str, ...]) -> None:
    """The heading of the preview is between bar and dock, and nothing overflows sideways."""
    expect(page.locator("#changes h2")).to_be_in_viewport(ratio=1)
    page.wait_for_function(_IN_SIGHT)
    for face in faces:
        set_in(page, face)
        assert page.evaluate(_CUT_OFF) == [], face


_SCROLLED_UNDER_THE_DOCK = """e => {
  const dock = document.querySelector(".dock");
  const top = e.getBoundingClientRect().top - dock.getBoundingClientRect().top;
  scrollBy({ top, behavior: "instant" });
}"""
_IS_UNDER_THE_DOCK = """e => {
  const { left, top } = e.getBoundingClientRect();
  return document.elementFromPoint(left + 24, top + 24).closest(".dock") !== null;
}"""


def stands_above_the_button(page: Page) -> None:
    """The preview is the last element above the dock."""
    page.wait_for_function(_RIGHT_ABOVE_THE_DOCK)


def _resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.mark.soak
@SIZES
def test_the_preview_of_a_correction_disappears_with_new_input(
    page: Page, server: LiveServer, faces: tuple[str, ...], size: tuple[int, int]
) -> None:
    _resize(page, size)
    PLACES["correction preview"](page, server)
    changes, ann = page.locator("#changes"), page.locator("#hand-0")
    expect(changes).to_be_focused()  # and scrolling has ended
    shows_what_changes(page, faces)
    expect(changes).to_contain_text("Contracts made")
    expect(changes).to_contain_text("at most 5 cards are left")
    expect(page.get_by_role("button", name="Save anyway")).to_be_in_viewport()
    stands_above_the_button(page)
    set_in(page, "")
    _is_gone_once_something_else_is_typed(page, ann)
    page.get_by_role("button", name="See what changes").tap()
    expect(changes).to_be_visible()
    total = ann.get_by_label("Total, or a sum")
    total.fill("45")  # replaces the cards, until one is tapped
    expect(ann.get_by_text("hand: 45")).to_be_visible()
    ann.get_by_role("button", name="A, 20 each").tap()
    expect(ann.get_by_text("hand: 20")).to_be_visible()
    expect(total).to_have_value("")


def _is_gone_once_something_else_is_typed(page: Page, ann: Locator) -> None:
    """The height of the hand does not change meanwhile."""
    height = ann.evaluate("e => e.offsetHeight")
    ann.get_by_role("button", name="A, 20 each").tap()
    expect(ann.get_by_text("hand: 80")).to_be_visible()
    assert ann.evaluate("e => e.offsetHeight") == height
    not_down = ann.get_by_role("radio", name="Not down")
    not_down.check()
    expect(not_down).to_be_checked()
    expect(page.get_by_role("button", name="Save anyway")).to_have_count(0)
    expect(page.locator("#changes")).to_be_hidden()


@pytest.mark.soak
@SIZES
def test_without_javascript_the_fragment_leads_to_it_and_to_what_cannot_be(
    new_phone: Callable[..., BrowserContext],
    server: LiveServer,
    complaints: Complaints,
    size: tuple[int, int],
) -> None:
    complaints.expect("422")
    page = new_phone(java_script_enabled=False).new_page()
    _resize(page, size)
    page.goto(Evening(server, FRIENDS, WHOLE_GAME, dealer=3).page("correct/3?seat=2#hand-2"))
    for out, seen in (("Chloé", "[role=alert]"), ("Bo", "#changes h2")):
        page.get_by_role("radio", name=out, exact=True).check(force=True)
        page.get_by_role("button", name="See what changes").tap()
        expect(page.locator(seen)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Save")).to_be_in_viewport()


@pytest.mark.soak
@SIZES
def test_the_preview_of_other_rules_gets_the_focus(
    page: Page,
    server: LiveServer,
    complaints: Complaints,
    faces: tuple[str, ...],
    size: tuple[int, int],
) -> None:
    complaints.expect("422")
    _resize(page, size)
    PLACES["what other rules change"](page, server)
    expect(page.locator("#changes")).to_be_focused()
    shows_what_changes(page, faces)
    expect(page.get_by_role("button", name="Rescore the game")).to_be_in_viewport()
    stands_above_the_button(page)


@pytest.mark.soak
@SIZES
def test_six_long_names_and_their_next_contracts_fit(
    page: Page, server: LiveServer, faces: tuple[str, ...], size: tuple[int, int]
) -> None:
    _resize(page, size)
    left = {seat: {COURT: 1, LOW: 1} for seat in range(1, 6)}
    evening = Evening(server, SIX, [Round(0, left), Round(0, left)])
    page.goto(evening.page("correct/1"))
    for seat in range(1, 6):
        page.locator(f"#hand-{seat}").locator("summary").tap()
        page.locator(f"#hand-{seat}").get_by_role("radio", name="Not down").check(force=True)
    page.get_by_role("button", name="See what changes").tap()
    expect(page.locator("#changes dt")).to_have_count(5)
    expect(page.locator("#changes dd", has_text="Next contract")).to_have_count(5)
    shows_what_changes(page, faces)


def test_keys_go_under_the_dock_when_the_page_scrolls(page: Page, server: LiveServer) -> None:
    PLACES["correction"](page, server)
    _resize(page, (390, 420))  # low enough to require scrolling
    key = page.locator("#hand-2 .add").first
    key.evaluate(_SCROLLED_UNDER_THE_DOCK)
    assert key.evaluate(_IS_UNDER_THE_DOCK)


@pytest.mark.soak
def test_the_next_contract_of_each_player_is_in_sight_before_the_game_is_rescored(
    page: Page, server: LiveServer, table: Table
) -> None:
    blocked = Round(None, {0: {LOW: 1}, 1: {ACE: 1}}, accepted=frozenset({("nobody_out", None)}))
    page.goto(Evening(server, ("Ann", "Bo"), [blocked]).page("rules/change"))
    unfolds(page, "The round is void: the same dealer deals again").tap()
    table.taps("See what changes")
    moved = page.locator("#changes dd", has_text="Next contract")
    expect(moved).to_have_count(2)
    expect(moved.first).to_be_visible()
    table.taps("Rescore the game")
    expect(page.locator("#said")).to_contain_text("The whole game is now scored by these rules")
