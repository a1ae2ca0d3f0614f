"""What a change would change is seen by whoever asked for it, above the button that saves."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.evenings import COURT, FRIENDS, LOW, WHOLE_GAME, Evening, Round
from tests.browser.faces import set_in
from tests.browser.places import PLACES
from tests.browser.serving import LiveServer
from tests.browser.watching import Complaints

SCREENS = [(390, 844), (320, 568)]
SIX = ("Anneliese", "Bartholomew", "Cy", "Dee", "Eve", "Friedericke")


@pytest.fixture(params=SCREENS, ids=lambda size: f"{size[0]}")
def phone(
    request: pytest.FixtureRequest, new_phone: Callable[..., BrowserContext]
) -> Callable[..., Page]:
    width, height = request.param

    def take(**unusual: Any) -> Page:
        page = new_phone(**unusual).new_page()
        page.set_viewport_size({"width": width, "height": height})
        return page

    return take


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
    """Its heading stands between the bar and the dock, and nothing of it is cut off sideways."""
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
    """Nothing but the dock comes after it: at the end of the page it stands right above."""
    page.wait_for_function(_RIGHT_ABOVE_THE_DOCK)


def test_what_a_correction_changes_is_seen_and_has_the_focus(
    phone: Callable[..., Page], server: LiveServer, faces: tuple[str, ...]
) -> None:
    page = phone()
    PLACES["correction preview"](page, server)
    expect(page.locator("#changes")).to_be_focused()
    shows_what_changes(page, faces)
    expect(page.locator("#changes")).to_contain_text("Contracts made")
    expect(page.locator("#changes")).to_contain_text("at most 5 cards are left")
    expect(page.get_by_role("button", name="Save anyway")).to_be_in_viewport()
    stands_above_the_button(page)


def test_without_javascript_the_fragment_leads_to_it(
    phone: Callable[..., Page], server: LiveServer
) -> None:
    page = phone(java_script_enabled=False)
    evening = Evening(server, FRIENDS, WHOLE_GAME, dealer=3)
    page.goto(evening.page("correct/3?seat=2#hand-2"))
    page.get_by_role("button", name="See what changes").tap()
    expect(page.locator("#changes h2")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Save it")).to_be_in_viewport()


def test_a_correction_that_cannot_be_is_said_in_sight(
    phone: Callable[..., Page], server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("422")
    page = phone(java_script_enabled=False)
    evening = Evening(server, FRIENDS, WHOLE_GAME, dealer=3)
    page.goto(evening.page("correct/3?seat=2#hand-2"))
    page.get_by_role("radio", name="Chloé").check(force=True)
    page.get_by_role("button", name="See what changes").tap()
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)


def test_what_other_rules_change_is_seen_and_has_the_focus(
    phone: Callable[..., Page],
    server: LiveServer,
    complaints: Complaints,
    faces: tuple[str, ...],
) -> None:
    complaints.expect("422")
    page = phone()
    PLACES["what other rules change"](page, server)
    expect(page.locator("#changes")).to_be_focused()
    shows_what_changes(page, faces)
    expect(page.get_by_role("button", name="Count the game again")).to_be_in_viewport()
    stands_above_the_button(page)


def test_six_long_names_and_their_next_contracts_fit(
    phone: Callable[..., Page], server: LiveServer, faces: tuple[str, ...]
) -> None:
    page = phone()
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


def test_what_was_seen_is_gone_once_something_else_is_typed(
    phone: Callable[..., Page], server: LiveServer
) -> None:
    page = phone()
    PLACES["correction preview"](page, server)
    expect(page.locator("#changes")).to_be_focused()  # and the page scrolls no more
    ann = page.locator("#hand-0")
    height = ann.evaluate("e => e.offsetHeight")
    ann.get_by_role("button", name="A, 20 each").tap()
    expect(ann.get_by_text("cards: 80")).to_be_visible()
    assert ann.evaluate("e => e.offsetHeight") == height
    not_down = ann.get_by_role("radio", name="Not down")
    not_down.check()
    expect(not_down).to_be_checked()
    expect(page.get_by_role("button", name="Save anyway")).to_have_count(0)
    expect(page.locator("#changes")).to_be_hidden()
    page.get_by_role("button", name="See what changes").tap()
    expect(page.locator("#changes")).to_be_visible()


def test_keys_go_under_the_dock_when_the_page_scrolls(
    phone: Callable[..., Page], server: LiveServer
) -> None:
    page = phone()
    PLACES["correction"](page, server)
    page.set_viewport_size({"width": 390, "height": 420})  # so low that it scrolls far enough
    key = page.locator("#hand-2 .add").first
    key.evaluate(_SCROLLED_UNDER_THE_DOCK)
    assert key.evaluate(_IS_UNDER_THE_DOCK)
