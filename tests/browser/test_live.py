"""Two phones at one table: changes appear on both, and unsaved input is kept."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from companion.records.log.deleting import delete_game, put_back
from companion.rules.fold.entries import (
    GameEnded,
    Hand,
    HandCounted,
    LaidDown,
    RoundScored,
    WentOut,
)
from tests.browser.evenings import COURT, FRIENDS, MIDGAME, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints

STREAM = re.compile(r"/live(\?|$)")

_NO_TIME_PASSES = "() => { const now = performance.now(); performance.now = () => now; }"


@dataclass
class Phones:
    """Bo's phone at a table, and on demand Ann's."""

    evening: Evening
    bo: Page
    new_phone: Callable[..., BrowserContext]

    @cached_property
    def ann(self) -> Page:
        return self.new_phone().new_page()

    def open(self, page: Page, place: str = "") -> Page:
        """Open this page of the game, with its event stream."""
        with page.expect_response(STREAM):
            page.goto(self.evening.page(place))
        return page


@pytest.fixture
def phones(page: Page, new_phone: Callable[..., BrowserContext], server: LiveServer) -> Phones:
    return Phones(Evening(server, FRIENDS, MIDGAME, dealer=3), page, new_phone)


def mark(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"clear for {name}")


def no_mark(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"Lay down : {name}")


def test_a_mark_on_one_phone_shows_on_the_other_without_a_tap_there(phones: Phones) -> None:
    """The delay is measured by the benchmark."""
    for page in (phones.ann, phones.bo):
        phones.open(page)
    for name in FRIENDS[:2]:
        no_mark(phones.ann, name).tap()
        mark(phones.bo, name).wait_for()
        mark(phones.bo, name).tap()
        no_mark(phones.ann, name).wait_for()


@pytest.mark.soak
def test_changes_by_others_do_not_block_taps_on_a_hand(phones: Phones) -> None:
    page = phones.open(phones.bo)
    page.evaluate(_NO_TIME_PASSES)
    phones.evening.happens(LaidDown(2))
    page.get_by_role("button", name="Undo : Chloé laid down").wait_for()
    Table(page).goes_out("Ann").counts("Bo", low=1).next_hand("Chloé")


@pytest.mark.soak
def test_a_half_typed_hand_survives_changes_elsewhere(phones: Phones) -> None:
    phones.evening.happens(LaidDown(2), WentOut(0))
    page = phones.open(phones.bo, "count/1")
    page.get_by_role("button", name="Total", exact=True).tap()
    for key in ("4", "+"):
        page.get_by_role("button", name=key, exact=True).tap()
    total = page.get_by_label("Total").first
    total.evaluate("field => field.mine = true")
    phones.evening.happens(HandCounted(2, Hand(cards={COURT: 3}), down=True))
    expect(page.get_by_role("link", name="Chloé 30 · down")).to_be_visible()
    expect(total).to_have_value("4+")
    expect(total).to_have_js_property("mine", value=True)
    expect(page.locator("#elsewhere > :visible")).to_have_count(0)


@pytest.mark.soak
def test_the_page_of_a_hand_shows_the_latest_answer_who_went_out(phones: Phones) -> None:
    phones.evening.happens(WentOut(0))
    page = phones.open(phones.bo, "count/1")
    expect(page.locator("#round-note")).to_contain_text("Ann went out")
    phones.evening.happens(WentOut(3))
    expect(page.locator("#round-note")).to_contain_text("Dev went out")


def test_a_hand_changed_elsewhere_is_reported_and_stays_as_typed(phones: Phones) -> None:
    phones.evening.happens(WentOut(0))
    page = phones.open(phones.bo, "count/1")
    page.get_by_role("button", name="A, 20 each").tap()
    page.get_by_text("Saved", exact=True).wait_for()
    expect(page.locator("#hand-changed")).to_be_hidden()
    phones.evening.happens(HandCounted(1, Hand(cards={COURT: 3}), down=True))
    page.get_by_text("This hand was changed on another phone.").wait_for()
    expect(page.locator("#points")).to_have_text("20")
    page.get_by_role("link", name="Show theirs").tap()
    expect(page.locator("#points")).to_have_text("30")


@pytest.mark.soak
def test_a_count_undone_elsewhere_is_reported_and_asked_about(
    phones: Phones, complaints: Complaints
) -> None:
    complaints.expect("409 (CONFLICT)")
    phones.evening.happens(WentOut(0))
    page = phones.open(phones.bo, "count/1")
    page.get_by_role("button", name="A, 20 each").tap()
    page.get_by_text("Saved", exact=True).wait_for()
    phones.evening.undoes()
    page.get_by_text("This hand was changed on another phone.").wait_for()
    page.get_by_role("button", name="A, 20 each").tap()
    page.get_by_text("Nothing counted", exact=True).wait_for()
    page.get_by_role("link", name="Keep mine").tap()
    expect(page.locator("#points")).to_have_text("40")
    expect(page.locator("#hand-changed")).to_be_hidden()


def test_a_round_written_elsewhere_is_reported_while_counting(phones: Phones) -> None:
    hands = [HandCounted(seat, Hand(cards={COURT: 1}), down=True) for seat in (1, 2, 3)]
    phones.evening.happens(WentOut(0), *hands)
    page = phones.open(phones.bo, "count/1")
    phones.evening.happens(RoundScored())
    page.get_by_text("This round was written down or continued on another phone").wait_for()
    expect(page.get_by_role("button", name="Write it down", exact=True)).to_be_hidden()
    page.get_by_role("link", name="To the table", exact=True).tap()
    page.get_by_role("heading", name="Round 8").wait_for()


@pytest.mark.soak
def test_a_message_to_a_phone_stays_when_others_tap(phones: Phones) -> None:
    phones.evening.happens(LaidDown(1))
    page = phones.open(phones.bo)
    page.get_by_role("button", name="Undo").tap()
    said = page.locator("#said").get_by_text("Undone")
    said.wait_for()
    phones.evening.happens(LaidDown(2))
    mark(page, "Chloé").wait_for()
    expect(said).to_be_visible()


# The line when the frame after the tap is about to be painted.
IN_THE_NEXT_FRAME = """
  button => new Promise(done => {
    button.click();
    requestAnimationFrame(() => done(document.getElementById("live").textContent));
  })
"""


@pytest.mark.soak
def test_a_tap_is_painted_before_its_status(phones: Phones) -> None:
    page = phones.open(phones.bo)
    page.context.set_offline(True)
    no_mark(page, "Bo").tap()
    line = page.locator("#live")
    expect(line).to_contain_text("To send: 1.")
    assert "To send: 1." in no_mark(page, "Chloé").evaluate(IN_THE_NEXT_FRAME)
    expect(mark(page, "Chloé")).to_be_visible()
    expect(line).to_contain_text("To send: 2.")


def test_a_phone_that_slept_catches_up_when_it_is_looked_at(phones: Phones) -> None:
    page = phones.open(phones.bo)
    _look(page, hidden=True)
    phones.evening.happens(LaidDown(2))
    with page.expect_response(STREAM):
        _look(page, hidden=False)
    expect(mark(page, "Chloé")).to_be_visible()


def _look(page: Page, *, hidden: bool) -> None:
    page.evaluate(
        """hidden => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


@pytest.mark.soak
def test_a_restored_game_continues_on_open_pages(phones: Phones, complaints: Complaints) -> None:
    complaints.expect("410 (GONE)")
    evening = phones.evening
    page = phones.bo
    page.clock.install()
    phones.open(page)
    with evening.server.app.app_context():
        delete_game(evening.token, evening.device)
    said = page.get_by_role("status").get_by_text("This game was deleted.")
    said.wait_for()
    with evening.server.app.app_context():
        put_back(evening.token, evening.device)
    page.clock.run_for(10_000)
    expect(said).to_be_hidden()
    evening.happens(LaidDown(2))
    mark(page, "Chloé").wait_for()


@pytest.mark.soak
def test_a_late_heartbeat_offline_does_not_hide_unsent_commands(phones: Phones) -> None:
    phones.evening.happens(LaidDown(3))
    page = phones.bo
    page.clock.install()
    phones.open(page, "history")
    page.context.set_offline(True)
    page.clock.run_for(3_000)
    page.get_by_text("You’re offline.").wait_for()
    undo = page.get_by_role("button", name="Undo : Dev laid down")
    undo.tap()
    said = page.get_by_text(
        "Not sent: no connection. Everything is still here; tap again once you are back online."
    )
    said.wait_for()
    page.clock.run_for(9_000)
    expect(said).to_be_visible()
    page.context.set_offline(False)
    expect(said).to_be_hidden()
    undo.tap()
    page.locator("#said").get_by_text("Undone: Dev laid down.").wait_for()


def test_a_screen_in_the_room_sleeps_after_the_end_and_goes_on_to_the_next_game(
    phones: Phones,
) -> None:
    counted = """
      window.held = 0;
      const request = async () => {
        window.held += 1;
        return { released: false, async release() { window.held -= 1; this.released = true; } };
      };
      Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
    """
    phones.bo.add_init_script(counted)
    phones.bo.clock.install()
    screen = phones.open(phones.bo, "across?tv=1")
    screen.wait_for_function("() => held === 1")
    phones.evening.happens(GameEnded(""))
    expect(screen.get_by_role("heading", level=1)).to_contain_text("wins")
    screen.wait_for_function("() => held === 0")
    evening = phones.evening
    following = Evening(evening.server, evening.names, device=evening.device)
    screen.clock.run_for(15_000)  # until it looks again
    expect(screen).to_have_url(re.compile(following.watch_token))
    screen.wait_for_function("() => held === 1")


@pytest.mark.soak
def test_across_the_table_the_screen_stays_awake_or_says_why_not(phones: Phones) -> None:
    asked = """
      window.asked = 0;
      const request = () => Promise.resolve(window.asked += 1);
      Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
    """
    phones.ann.add_init_script(asked)
    awake = phones.open(phones.ann, "across")
    awake.wait_for_function("asked === 1")
    _look(awake, hidden=True)
    _look(awake, hidden=False)
    awake.wait_for_function("asked === 2")
    expect(awake.locator("#awake")).to_be_hidden()
    phones.bo.add_init_script('Object.defineProperty(navigator, "wakeLock", { value: undefined })')
    dark = phones.open(phones.bo, "across")
    expect(dark.get_by_text("The screen may turn off by itself")).to_be_visible()
