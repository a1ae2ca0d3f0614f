"""The sheet as a place of the single page: up to date, online and offline."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.rules.fold.entries import GameEnded, Hand
from tests.browser.chromium import PHONE
from tests.browser.evenings import (
    ACE,
    COURT,
    FRIENDS,
    LOW,
    MIDGAME,
    SHARING,
    WHOLE_GAME,
    Evening,
    Round,
    shared_by,
)
from tests.browser.faces import set_in
from tests.browser.keeping import KEEPS_NOTHING
from tests.browser.printing import printed
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, can_turn_to, comes_to

HAS_TO_WAIT = re.compile("^No connection: that page cannot open now")
THREE = ("Ann", "Bo", "Cy")
ONE_ROUND = (Round(0, {1: {ACE: 1, LOW: 2}, 2: {COURT: 3}}),)
_PRINTS = "window.print = () => document.documentElement.setAttribute('data-printed', '')"


def _printed(page: Page) -> None:
    expect(page.locator("html[data-printed]")).to_be_attached()


@pytest.mark.soak
def test_paper_of_a_game_that_ends_while_its_sheet_is_open_has_the_lines_of_the_race(
    page: Page, server: LiveServer, table: Table
) -> None:
    evening = Evening(server, FRIENDS, WHOLE_GAME[:-1], dealer=3)
    page.goto(evening.page())
    can_turn_to(page, "sheet")
    table.taps_link("Sheet").sees("12-Step Rummy")
    for entry in WHOLE_GAME[-1].entries():
        evening.happens(entry)
    line = page.locator(".leaf .race polyline").first
    comes_to(page, lambda: line.count() and line.evaluate("e => getComputedStyle(e).fill"), "none")


def test_a_round_played_offline_is_on_the_sheet_until_undone(
    page: Page, server: LiveServer, table: Table
) -> None:
    evening = Evening(server, THREE, ONE_ROUND)
    page.goto(evening.page())
    can_turn_to(page, "sheet")
    page.context.set_offline(True)
    table.goes_out("Bo").others_are("3 – 9", 13).is_counting("Cy")
    table.counts("Cy", court=6).says_down("Down").looks_it_over(2).writes_it_down().sees("Round 3")
    table.taps_link("Sheet").sees("12-Step Rummy").shows_sheet_totals(65, 30, 90)
    expect(page).to_have_title(re.compile("^Score sheet · "))
    expect(page).to_have_url(evening.page("sheet"))
    page.get_by_role("link", name="Back to the table").tap()
    table.sees("Round 3").undoes("Round 2 written down")
    table.taps_link("Sheet").shows_sheet_totals(0, 30, 30)
    expect(page.locator("#round-2")).to_have_count(0)
    table.taps_link("Round 2").sees("Round 2")
    expect(page).to_have_url(evening.page())
    page.go_back()
    page.go_forward()
    table.sees("Round 2")
    page.context.set_offline(False)
    hands = {0: Hand(cards={LOW: 13}), 2: Hand(cards={COURT: 6})}
    comes_to(page, lambda: dict(evening.stored.state.open.play.hands), hands)


@pytest.mark.soak
def test_links_that_need_the_server_are_disabled_offline(
    page: Page, server: LiveServer, table: Table
) -> None:
    page.add_init_script(_PRINTS)
    page.goto(Evening(server, THREE, ONE_ROUND).page())
    can_turn_to(page, "sheet")
    page.context.set_offline(True)
    table.taps_link("Sheet").shows_sheet_totals(0, 30, 30)
    table.taps("Print")
    expect(page.locator("#live")).to_have_text(HAS_TO_WAIT)
    table.taps_link("Back to the table").taps_link("Sheet")
    page.locator("#round-1 a").nth(1).tap(force=True)
    expect(page.locator("#live")).to_have_text(HAS_TO_WAIT)
    assert page.locator("html[data-printed]").count() == 0
    sheet = printed(page, "A4")  # from the menu of the browser
    assert "Bo" in sheet.text
    page.context.set_offline(False)
    table.taps_the_cell(1, "Bo")


@pytest.mark.soak
def test_the_print_version_comes_from_the_server_and_is_current(
    page: Page, server: LiveServer, table: Table
) -> None:
    page.add_init_script(_PRINTS)
    evening = Evening(server, FRIENDS, MIDGAME)
    page.goto(evening.page())
    can_turn_to(page, "sheet")
    table.taps_link("Sheet")
    expect(page.locator(".leaf .title")).to_have_text("After 6 rounds")
    expect(page.locator(".leaf")).to_be_hidden()
    table.taps("Print")
    _printed(page)
    evening.happens(*Round(0, {1: 20, 2: 20, 3: 20}).entries())
    table.shows_sheet_totals(145, 365, 140, 285)
    expect(page.locator(".leaf .title")).to_have_text("After 7 rounds")
    page.emulate_media(media="print")
    expect(page.locator(".leaf")).to_be_visible()
    expect(page.locator("main > .written")).to_be_hidden()
    assert printed(page, "A4").pages == 1
    page.emulate_media(media="screen")
    page.get_by_role("link", name="Back to the table").tap()
    expect(page.locator(".leaf")).to_have_count(0)


@pytest.mark.soak
def test_a_sheet_drawn_here_says_what_fonts_the_pdf_lacks(
    page: Page, server: LiveServer, table: Table
) -> None:
    nowhere = "\u0e5c"  # no font has a glyph for this unassigned code point
    page.goto(Evening(server, ("Ann", f"Bo{nowhere}", "Cy"), ONE_ROUND).page())
    can_turn_to(page, "sheet")
    table.taps_link("Sheet")
    lacks = page.locator(".lacks")
    expect(lacks).to_contain_text(f"The PDF shows boxes instead of {nowhere}")
    page.emulate_media(media="print")
    expect(lacks).to_be_hidden()
    page.emulate_media(media="screen")
    table.taps_link("Back to the table")
    expect(lacks).to_have_count(0)


def test_the_page_of_the_winner_prints_its_sheet(page: Page, server: LiveServer) -> None:
    page.add_init_script(_PRINTS)
    page.goto(Evening(server, FRIENDS, WHOLE_GAME, dealer=3).page("final"))
    page.get_by_role("link", name="Print the sheet").tap()
    _printed(page)
    expect(page).to_have_url(re.compile("/final$"))


@pytest.mark.parametrize("keeps", [pytest.param(True, marks=pytest.mark.soak), False])
def test_it_prints_in_a_browser_that_keeps_nothing_and_once_the_server_answers_again(
    page: Page, server: LiveServer, table: Table, complaints: Complaints, *, keeps: bool
) -> None:
    complaints.expect("503")
    page.add_init_script(_PRINTS + ("" if keeps else KEEPS_NOTHING))
    page.goto(Evening(server, THREE, ONE_ROUND).page())
    can_turn_to(page, "sheet")
    page.route("**/sheet", lambda route: route.fulfill(status=503, body="<p>busy"), times=1)
    table.taps_link("Sheet").taps("Print")
    _printed(page)
    expect(page.locator(".leaf .title")).to_have_text("After 1 round")
    assert printed(page, "A4").pages == 1


@pytest.mark.soak
def test_leaving_before_the_print_version_has_loaded_does_no_harm(
    page: Page, server: LiveServer, table: Table
) -> None:
    page.add_init_script(_PRINTS)
    page.goto(Evening(server, THREE, ONE_ROUND).page())
    can_turn_to(page, "sheet")
    page.route("**/leaf.css", lambda _: None)  # never answered
    with page.expect_request("**/leaf.css"):
        table.taps_link("Sheet")
    table.taps_link("Back to the table").sees("Round 2")
    page.unroute("**/leaf.css")
    table.taps_link("Sheet").taps("Print")
    _printed(page)
    expect(page.locator(".leaf .title")).to_have_text("After 1 round")


@pytest.mark.soak
@pytest.mark.parametrize("watches", [False, True])
def test_an_open_sheet_shows_entries_of_other_phones(
    page: Page, server: LiveServer, table: Table, *, watches: bool
) -> None:
    evening = Evening(server, THREE, ONE_ROUND)
    page.goto(f"{server.url}/g/{evening.watch_token}/" if watches else evening.page())
    can_turn_to(page, "sheet")
    table.taps_link("Sheet").shows_sheet_totals(0, 30, 30)
    expect(page.locator("#round-1 a")).to_have_count(0 if watches else 3)
    evening.happens(*Round(1, {0: 20, 2: 20}).entries())
    table.shows_sheet_totals(20, 30, 50)
    evening.happens(GameEnded("the last bus"))
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
    expect(page.locator(".standing .why")).to_contain_text("the last bus")
    table.taps_link("Back to the winner")
    expect(page.locator(".crown h2")).to_have_text("Ann wins")


def test_without_javascript_there_is_no_print_button(browser: Browser, server: LiveServer) -> None:
    page = browser.new_context(**PHONE, java_script_enabled=False).new_page()
    page.goto(Evening(server, THREE, ONE_ROUND).page("sheet"))
    expect(page.locator("#print")).to_be_hidden()
    expect(page.locator(".scores tfoot td")).to_have_text(["0", "30", "30"])
    page.context.close()


# Names outside their band, and bands that overlap each other or the text below.
_COLLIDING = """
() => {
  const bands = [...document.querySelectorAll(".bands li")];
  const rects = [...bands, ...document.querySelectorAll(".crown > :is(.shares, .why)")]
    .map(e => e.getBoundingClientRect());
  const apart = rects.every((one, n) => n === 0 || one.top >= rects[n - 1].bottom - 0.5);
  const wide = bands.filter(li => [...li.children].some((e, n) => {
    const [own, room] = [e.getBoundingClientRect(), li.getBoundingClientRect()];
    const next = li.children[n + 1]?.getBoundingClientRect().left ?? room.right;
    return own.top < room.top || own.bottom > room.bottom || own.right > next + 0.5;
  }));
  return [...wide.map(e => e.textContent), ...(apart ? [] : ["one over the other"])];
}
"""


@pytest.mark.soak
@pytest.mark.parametrize("winners", [2, 3, 4])
def test_names_of_a_shared_win_do_not_collide(
    page: Page, server: LiveServer, faces: tuple[str, ...], winners: int
) -> None:
    page.goto(Evening(server, SHARING, shared_by(winners)).page("final"))
    expect(page.locator(".bands li")).to_have_count(winners)
    for face in faces:
        set_in(page, face)
        for width, height in ((320, 568), (390, 844), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(_COLLIDING) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
