"""What a change would change is seen by whoever asked for it, above the button that saves."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.evenings import COURT, FRIENDS, LOW, WHOLE_GAME, Evening, Round
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


def shows_what_changes(page: Page) -> None:
    """Its heading stands between the bar and the dock, and nothing of it is cut off sideways."""
    expect(page.locator("#changes h2")).to_be_in_viewport(ratio=1)
    covered = page.evaluate(
        """() => {
            const heading = document.querySelector("#changes h2").getBoundingClientRect();
            const bar = document.querySelector(".bar").getBoundingClientRect();
            const dock = document.querySelector(".dock").getBoundingClientRect();
            return heading.top < bar.bottom || heading.bottom > dock.top;
        }"""
    )
    assert not covered
    section = page.locator("#changes")
    assert section.evaluate("card => card.scrollWidth <= card.clientWidth")
    cut = section.locator("dd, dt, p").evaluate_all(
        """boxes => boxes.filter(box => {
            const { left, right } = box.getBoundingClientRect();
            const card = document.getElementById("changes").getBoundingClientRect();
            return left < card.left || right > card.right || box.scrollWidth > box.clientWidth;
        }).length"""
    )
    assert cut == 0


def stands_above_the_button(page: Page) -> None:
    """Nothing but the dock comes after it: at the end of the page it stands right above."""
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    gap = page.evaluate(
        """() => document.querySelector(".dock").getBoundingClientRect().top
            - document.getElementById("changes").getBoundingClientRect().bottom"""
    )
    assert abs(gap) <= 16


def test_what_a_correction_changes_is_seen_and_has_the_focus(
    phone: Callable[..., Page], server: LiveServer
) -> None:
    page = phone()
    PLACES["correction preview"](page, server)
    expect(page.locator("#changes")).to_be_focused()
    shows_what_changes(page)
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
    expect(page.get_by_role("button", name="Save the correction")).to_be_in_viewport()


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
    phone: Callable[..., Page], server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("422")
    page = phone()
    PLACES["what other rules change"](page, server)
    expect(page.locator("#changes")).to_be_focused()
    shows_what_changes(page)
    expect(page.get_by_role("button", name="Count the game again")).to_be_in_viewport()
    stands_above_the_button(page)


def test_six_long_names_and_their_next_contracts_fit(
    phone: Callable[..., Page], server: LiveServer
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
    shows_what_changes(page)
