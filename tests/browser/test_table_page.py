"""The table on usual phones: visible rows, no layout shift for a mark, and the dock."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from companion.rules.fold.entries import Hand, HandCounted, LaidDown, RoundScored, WentOut
from tests.browser.evenings import COURT, FRIENDS, LOW, MIDGAME, Evening, Round
from tests.browser.places import final
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import can_turn_to, comes_to

EIGHT = ("Ann", "Bo", "Maximiliane-Friederike", "Dev", "عبد الرحمن", "Fay", "Gül", "Hanna")
# Position and size of every element of a player's line, except those for screen readers only.
_BOXES = """() => [...document.querySelectorAll("li.seat, li.seat *")]
  .filter(e => !e.matches(".sr, .sr *"))
  .map(e => [e.tagName, e.getBoundingClientRect()])
  .map(([name, { x, y, width, height }]) => [name, x, y, width, height].join(" "))"""
_STAYED = f"before => JSON.stringify(({_BOXES})()) === JSON.stringify(before)"


@pytest.mark.parametrize(
    "game", ["twelve-step-rummy", pytest.param("contract-rummy", marks=pytest.mark.soak)]
)
def test_marking_moves_and_resizes_nothing_in_any_line(
    page: Page, server: LiveServer, game: str
) -> None:
    page.goto(
        Evening(server, FRIENDS, MIDGAME if game == "twelve-step-rummy" else (), game=game).page()
    )
    page.set_viewport_size({"width": 320, "height": 844})
    page.evaluate("document.fonts.ready.then(() => true)")
    before = page.evaluate(_BOXES)
    page.get_by_role("button", name="Lay down : Bo").tap()
    expect(page.get_by_role("button", name="clear for Bo")).to_be_visible()
    page.wait_for_function(_STAYED, arg=before)


def test_a_tap_is_not_lost_to_the_answer_to_the_one_before_it(
    page: Page, server: LiveServer
) -> None:
    on_their_way: list[Route] = []

    def hold(route: Route) -> None:
        on_their_way.append(route)

    page.goto(_taken_by_nobody(page, Evening(server, FRIENDS)))
    page.route("**/log", hold, times=1)
    with page.expect_request("**/log"):
        page.get_by_role("button", name="Lay down : Ann").tap()
    page.locator("#mark-1").hover()
    page.mouse.down()
    with page.expect_event("requestfinished", lambda request: request.method == "POST"):
        on_their_way[0].continue_()
    page.mouse.up()
    expect(page.get_by_role("button", name="clear for")).to_have_count(2)


@pytest.mark.soak
def test_a_message_moves_no_line(page: Page, server: LiveServer) -> None:
    page.goto(_taken_by_nobody(page, Evening(server, FRIENDS).happens(LaidDown(2))))
    page.evaluate("document.fonts.ready.then(() => true)")
    before = page.evaluate(_BOXES)
    page.get_by_role("button", name="Undo : Chloé laid down").tap()
    page.locator("#said").get_by_text("Undone: Chloé laid down.").wait_for()
    page.wait_for_function(_STAYED, arg=before)


@pytest.mark.soak
def test_the_menu_leads_on_and_stays_open_while_the_game_goes_on(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS)
    page.goto(evening.page())
    page.locator("#more summary").tap()
    evening.happens(LaidDown(1))
    expect(page.get_by_role("button", name="clear for Bo")).to_be_visible()
    page.get_by_role("link", name="History").tap()
    Table(page).sees("History")


def _taken_by_nobody(page: Page, evening: Evening) -> str:
    """On the phone that started the game, which is not asked for a seat."""
    page.context.add_cookies([evening.server.cookie_of(evening.device)])
    return evening.page()


@pytest.mark.soak
def test_on_a_wide_screen_the_sheet_is_beside_the_table_and_up_to_date(
    page: Page, server: LiveServer
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    evening = Evening(server, FRIENDS, MIDGAME)
    late: list[Route] = []
    page.route("**/sheet?beside=1", lambda route: late.append(route), times=1)  # noqa: PLW0108
    page.goto(_taken_by_nobody(page, evening))
    expect(page.locator("#beside")).to_be_visible()
    table, sheet = page.locator("#table").bounding_box(), page.locator("#beside").bounding_box()
    assert table["x"] + table["width"] <= sheet["x"]
    comes_to(page, lambda: len(late), 1)
    late[0].continue_()
    rounds = page.locator("#beside tbody tr:not(.now)")
    expect(rounds).to_have_count(6)
    assert page.locator("#table").bounding_box() == table, "the sheet moves nothing below a thumb"
    for entry in Round(0, {1: {LOW: 1}, 2: {LOW: 1}, 3: {LOW: 1}}).entries():
        evening.happens(entry)
    expect(rounds).to_have_count(7)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#beside")).to_be_hidden()


def test_the_question_who_went_out_is_in_the_same_page_and_back_returns(
    page: Page, server: LiveServer
) -> None:
    page.goto(_taken_by_nobody(page, Evening(server, FRIENDS)))
    page.get_by_role("button", name="Lay down : Chloé").tap()
    expect(page.get_by_role("button", name="clear for Chloé")).to_be_visible()
    can_turn_to(page, "review")
    page.evaluate("window.isTheSamePage = true")
    question = page.get_by_role("heading", name="Who went out?")
    page.get_by_role("link", name="Round over").tap()
    expect(question).to_be_visible()
    expect(page).to_have_url(re.compile(r"/out$"))
    expect(page.locator(".pick b").first).to_have_text("Chloé")
    for back in (page.go_back, page.get_by_role("link", name="Back to the table").tap):
        back()
        expect(page.get_by_role("link", name="Round over")).to_be_visible()
        assert page.evaluate("window.isTheSamePage")
        page.get_by_role("link", name="Round over").tap()
        expect(question).to_be_visible()
    page.get_by_role("button", name="Chloé Down").tap()
    expect(page.get_by_role("heading", name="Cards left: Ann")).to_be_visible()


@pytest.mark.soak
def test_totals_roll_in_once_after_a_round_is_written_and_only_where_motion_is_wanted(
    page: Page, server: LiveServer
) -> None:
    hands = [HandCounted(seat, Hand(cards={COURT: 1}), down=True) for seat in (1, 2, 3)]
    evening = Evening(server, FRIENDS, MIDGAME, dealer=3).happens(WentOut(0), *hands)
    page.goto(evening.page())
    expect(page.get_by_role("heading", name="Round 7")).to_be_visible()
    expect(page.locator(".seats[data-rolling]")).to_have_count(0)
    evening.happens(RoundScored())
    expect(page.locator(".seats[data-rolling]")).to_have_count(1)
    total = page.locator(".seats .total b").first
    expect(total).to_have_css("animation-name", "roll")
    page.emulate_media(reduced_motion="reduce")
    expect(total).to_have_css("animation-name", "none")
    page.reload()
    expect(page.get_by_role("heading", name="Round 8")).to_be_visible()
    expect(page.locator(".seats[data-rolling]")).to_have_count(0)


_STAIRS_AND_WHAT_IS_TOLD = """() => {
  const box = id => document.querySelector(id).getBoundingClientRect();
  const [stairs, said, live] = [box(".ladder"), box("#said"), box("#live")];
  return [said, live].every(told => told.height > 0 && told.top >= stairs.bottom);
}"""


@pytest.mark.soak
def test_no_message_covers_the_stairs(page: Page, server: LiveServer) -> None:
    tell = """() => {
      const said = "Bo laid down. ".repeat(9);
      document.getElementById("said").innerHTML = `<p class="said">${said}</p>`;
      document.getElementById("live").textContent = "To send: 3.";
    }"""
    evening = Evening(server, EIGHT)
    for width, height in ((390, 844), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(evening.page())
        can_turn_to(page, "review")  # so that it can render the change itself
        page.evaluate(tell)
        page.wait_for_function(_STAIRS_AND_WHAT_IS_TOLD)


# In the fallback font, before the web font arrives, names wrap differently.
_HEIGHTS = """(() => document.fonts.ready.then(
  () => [...document.querySelectorAll("li.seat")].map((line) => line.offsetHeight)
))"""


@pytest.mark.parametrize(
    ("width", "first"),
    [
        (320, FRIENDS[0]),
        pytest.param(390, "Alexandra-Marie von Hohenstein", marks=pytest.mark.soak),
    ],
)
def test_lines_are_as_high_in_the_second_round_as_in_the_first(
    page: Page, server: LiveServer, width: int, first: str
) -> None:
    """The first player, whose name may wrap, is ahead by then, with “ahead” and “+0” below the
    total.
    """
    evening = Evening(server, (first, *FRIENDS[1:]))
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(evening.page())
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")
    can_turn_to(page, "review")  # the page is complete, including fonts
    before = page.evaluate(f"{_HEIGHTS}()")
    hands = [HandCounted(seat, Hand(cards={LOW: 1, COURT: 4}), down=True) for seat in (1, 2, 3)]
    evening.happens(*map(LaidDown, range(4)), WentOut(0), *hands, RoundScored())
    page.goto(evening.page())
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
    comes_to(page, lambda: page.evaluate(f"{_HEIGHTS}()"), before)  # totals are animated


@pytest.mark.parametrize(
    "place",
    [
        "",
        *(
            pytest.param(place, marks=pytest.mark.soak)
            for place in ("players", "correct/1", "/played", "/new/twelve-step-rummy")
        ),
    ],
)
def test_escape_closes_what_is_open_and_goes_back_to_its_button(
    page: Page, server: LiveServer, place: str
) -> None:
    evening = Evening(server, FRIENDS, [Round(0, {seat: {LOW: 1} for seat in (1, 2, 3)})])
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(f"{server.url}{place}" if place.startswith("/") else evening.page(place))
    if not place:
        can_turn_to(page, "review")  # the script of the table comes after the first paint
    page.locator("details:not([open])").first.evaluate("box => { box.dataset.tried = ''; }")
    box = page.locator("[data-tried]")
    box.locator("summary").first.tap()
    expect(box).to_have_attribute("open", "")
    inside = box.locator("a, input, button, summary").filter(visible=True).last
    inside.focus()
    expect(inside).to_be_focused()
    page.keyboard.press("Escape")
    expect(box).not_to_have_attribute("open", "")
    expect(box.locator("summary").first).to_be_focused()


def test_the_final_page_offers_four_steps_in_one_row(page: Page, server: LiveServer) -> None:
    final(page, server)
    steps = page.locator(".dock > .btn")
    expect(steps).to_have_text(["Undo: Round 14 written down", "Print", "Share", "Rematch"])
    page.evaluate("document.fonts.ready.then(() => true)")
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        boxes = [step.bounding_box() for step in steps.all()]
        assert len({box["y"] for box in boxes if box}) == 1, boxes
        assert all(box["width"] >= 48 and box["height"] >= 48 for box in boxes if box)
        assert sum(box["width"] for box in boxes if box) <= width - 32


@pytest.mark.soak
def test_the_letters_of_next_are_as_large_before_a_tap_as_after_it(
    page: Page, server: LiveServer
) -> None:
    page.goto(Evening(server, FRIENDS).happens(WentOut(0)).page("count/1"))
    step = page.get_by_role("button", name="Next: Chloé")
    expect(step).to_have_css("font-size", "19.2px")
    page.get_by_role("button", name="A, 20 each").tap()
    expect(page.locator("#undo-count")).to_be_visible()
    expect(step).to_have_css("font-size", "19.2px")


def test_the_table_offers_its_steps_in_one_row_on_the_narrowest_phone(
    page: Page, server: LiveServer
) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(Evening(server, FRIENDS, [Round(0, {1: 15, 2: 45, 3: 40})]).page())
    steps = page.locator(".dock > .btn:visible")
    expect(steps).to_have_count(3)
    page.evaluate("document.fonts.ready.then(() => true)")
    boxes = [step.bounding_box() for step in steps.all()]
    assert len({box["y"] for box in boxes if box}) == 1, boxes
    assert max(box["height"] for box in boxes if box) <= 60  # “Round over” is one line


def test_a_panel_that_is_opened_comes_out_from_behind_the_dock(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, [Round(0, {1: 15, 2: 45, 3: 40})])
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page("players"))
    for panel, button in (("End the game early", "End the game here"), ("Delete this game", "Del")):
        page.get_by_text(panel, exact=True).tap()
        box = page.locator("details[open] button").filter(has_text=button).last
        expect(box).to_be_visible()
        page.wait_for_function(
            "button => button.getBoundingClientRect().bottom"
            " <= document.querySelector('.dock').getBoundingClientRect().top",
            arg=box.element_handle(),
        )


def test_a_typed_title_is_saved_by_the_main_button_instead_of_lost(
    page: Page, server: LiveServer
) -> None:
    page.goto(Evening(server, FRIENDS).page("players"))
    onward = page.locator("#onward")
    expect(onward).to_be_visible()
    page.get_by_label("Title, such as the place").fill("Kitchen table")
    expect(onward).to_be_hidden()
    page.locator(".dock").get_by_role("button", name="Save").tap()
    expect(onward).to_be_visible()
    expect(page.get_by_label("Title, such as the place")).to_have_value("Kitchen table")
