"""Read aloud: with the speech synthesis of the browser, and as text for screen readers."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from companion.rules.fold.entries import Hand, HandCounted, RoundScored, WentOut
from tests.browser.evenings import FRIENDS, MIDGAME, Evening
from tests.browser.serving import LiveServer
from tests.browser.watching import comes_to

# Records spoken text, because a machine without audio has no voices.
VOICE = """() => {
  const speak = said => {
    const page = document.documentElement;
    page.dataset.spoken = `${page.dataset.spoken ?? ""}${said.text} (${said.rate}) `;
    said.onstart?.();
  };
  Object.defineProperty(window, "speechSynthesis", { value: { speak, cancel() {} } });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
}"""
ROUND = (WentOut(0), *(HandCounted(s, Hand(points=65), down=False) for s in (1, 2, 3)))


@pytest.fixture
def evening(server: LiveServer, page: Page) -> Evening:
    page.add_init_script(f"({VOICE})()")
    return Evening(server, FRIENDS, MIDGAME, dealer=3)


def hears(page: Page, words: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-spoken", re.compile(words))


def opens_aloud(page: Page, evening: Evening) -> None:
    """From the menu of the table."""
    page.goto(evening.page())
    page.locator("#more summary").tap()
    page.get_by_role("link", name="Read aloud").tap()
    expect(page.get_by_role("heading", name="Read aloud")).to_be_visible()


def test_answers_are_text_in_sight_and_stay_silent_until_it_is_switched_on(
    page: Page, evening: Evening
) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    opens_aloud(page, evening)
    expect(page.locator("#speech")).to_have_text("Tap a question. The answer appears here.")
    page.get_by_role("button", name="What are the standings?").tap()
    expect(page.get_by_text("After round 6:")).to_be_in_viewport()
    page.get_by_role("button", name="Who leads?").tap()
    expect(page.get_by_role("status").and_(page.locator("#speech"))).to_contain_text("Ahead: ")
    expect(page.locator("html")).not_to_have_attribute("data-spoken", re.compile("."))
    switch = page.get_by_role("switch", name="Read aloud")
    expect(switch).to_be_enabled()
    switch.check(force=True)
    page.get_by_role("radio", name="Fast").check(force=True)
    page.get_by_role("button", name="Who leads?").tap()
    expect(page.locator("#speech .now")).to_be_visible()
    hears(page, r"Ahead: .* \(1\.3\)")
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_have_css("border-top-style", "solid")
    stop.tap()
    expect(stop).to_have_css("border-top-style", "dashed")


def test_a_command_is_typed_by_the_keyboard_alone_and_its_error_goes_with_the_next(
    page: Page, evening: Evening
) -> None:
    page.goto(evening.page("aloud?command=xyz"))
    error = page.get_by_text("Unknown command: xyz.")
    expect(error).to_be_visible()
    expect(page.get_by_role("switch", name="Read aloud")).to_be_enabled()
    page.get_by_label("Or type a command").fill("count")
    page.keyboard.press("Enter")
    expect(page.locator("#speech")).to_have_text("Round 7 is still being played.")
    expect(error).to_be_hidden()
    # Two taps in quick succession count as a double tap.
    button = page.locator("#command").get_by_role("button", name="Ask")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.type("hello")
    page.keyboard.press("Enter")
    expect(page.locator("#speech")).to_contain_text("Commands: needs, leads")
    expect(page.get_by_label("Or type a command")).to_have_value("hello")


def test_each_written_round_is_read_at_the_table_once_it_is_on(
    page: Page, evening: Evening
) -> None:
    opens_aloud(page, evening)
    switch = page.get_by_role("switch", name="Read aloud")
    expect(switch).to_be_enabled()
    switch.check(force=True)
    page.locator("#dock").get_by_role("link", name="Table").tap()
    expect(page.locator("#out-0")).to_be_visible()
    evening.happens(*ROUND, RoundScored(frozenset()))
    expect(page.get_by_role("heading", name="Round 8")).to_be_visible()
    hears(page, r"After round 7: \(1\) .*Dev: ")


@pytest.mark.soak
def test_settings_wait_until_the_page_hears_them(page: Page, evening: Evening) -> None:
    held: list[Route] = []
    page.route(re.compile("/page/round.js$"), lambda route: held.append(route), times=1)  # noqa: PLW0108
    page.goto(evening.page("aloud"))
    switch = page.get_by_role("switch", name="Read aloud")
    expect(switch).to_be_disabled()
    comes_to(page, lambda: len(held), told=1)
    held[0].continue_()
    expect(switch).to_be_enabled()
    switch.check(force=True)
    page.reload()
    expect(switch).to_be_checked()
