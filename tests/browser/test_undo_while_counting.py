"""Undo while a hand is counted removes the hand and stays on its page, whatever the timing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, Route, expect

from companion.rules.fold.entries import EntryUndone, Hand, HandCounted, WentOut
from companion.rules.model.state import OpenRound
from tests.browser.evenings import COURT, FRIENDS, LOW, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import comes_to, server_says


@pytest.fixture
def counting(table: Table, server: LiveServer) -> Callable[[], OpenRound]:
    """Ann went out, and Bo's hand is open; returns a function for the counts in the book."""
    evening = Evening(server, FRIENDS, dealer=3).happens(WentOut(0))
    table.page.context.add_cookies([server.cookie_of(evening.device)])
    table.page.goto(evening.page("count/1"))
    table.sees("Cards left: Bo")
    return lambda: evening.stored.state.open


def an_ace_of_bos_is_kept(page: Page, server: LiveServer) -> Evening:
    """Ann went out, and this phone has counted one card of Bo's."""
    evening = Evening(server, FRIENDS)
    phone = Table(page)
    page.goto(evening.page())
    phone.goes_out("Ann").sees("Cards left: Bo")
    phone.counts("Bo", ace=1)
    expect(page.locator("#kept")).to_have_text("Saved")
    return evening


def held(page: Page, address: str) -> list[Route]:
    """Hold the next request to this address until the test releases it."""
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    page.route(re.compile(address), hold, times=1)
    return routes


def is_of_an_undo(answer: Response) -> bool:
    """The request contains an undo."""
    return "entry_undone" in (answer.request.post_data or "")


def taken_back(page: Page, points: str = "0") -> None:
    """The undo is in the score book, too."""
    page.get_by_role("status").get_by_text("Undone: Bo’s hand.").wait_for()
    server_says(page, "#points", points)


def is_empty_and_stays(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Cards left: Bo")
    expect(page.locator("#points")).to_have_text("0")
    expect(page.locator("#counted")).to_have_text("0 of 13 cards")
    expect(page.locator("main > .trouble")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo : Ann went out")).to_be_visible()


def test_undo_takes_back_the_hand_and_stays(
    table: Table, counting: Callable[[], OpenRound]
) -> None:
    page = table.page
    for kept, offline in ((2, False), (0, False), (0, True)):  # saved of two taps before the undo
        page.context.set_offline(offline)
        for n in range(2):
            table.counts("Bo", ace=1)
            if n < kept:
                expect(page.locator("#kept")).to_have_text("Saved")
        page.get_by_role("button", name="Undo : Bo’s hand").tap()
        is_empty_and_stays(page)
        page.context.set_offline(False)
        comes_to(page, lambda: counting().play.hand(1).is_blank, told=True)
    table.counts("Bo", court=1)
    expect(page.locator("#kept")).to_have_text("Saved")
    assert counting().play.hand(1) == Hand(cards={COURT: 1})


@pytest.mark.soak
def test_undo_takes_back_a_command_that_is_being_sent(
    table: Table, counting: Callable[[], OpenRound]
) -> None:
    page = table.page
    under_way = held(page, r"/log$")
    with page.expect_request(re.compile(r"/log$")):
        table.counts("Bo", ace=1)
    table.counts("Bo", ace=1)
    page.get_by_role("button", name="Undo : Bo’s hand").tap()
    expect(page.locator("#points")).to_have_text("0")
    with page.expect_response(is_of_an_undo):  # the book has 0 before the tap, too
        under_way[0].continue_()
    taken_back(page)
    is_empty_and_stays(page)
    assert counting().play.hand(1).is_blank


def test_a_minus_that_empties_a_hand_is_no_undo(
    table: Table, counting: Callable[[], OpenRound]
) -> None:
    page = table.page
    table.counts("Bo", ace=1)
    expect(page.locator("#kept")).to_have_text("Saved")
    page.get_by_role("button", name="One fewer: A", exact=True).tap()
    comes_to(page, lambda: counting().play.hand(1).is_blank, told=True)
    expect(page.locator("#kept")).to_have_text("Saved")
    expect(page.locator("#said")).to_be_empty()
    expect(page.get_by_role("button", name="Undo : Bo’s hand")).to_be_enabled()


def test_taps_during_an_undo_remain(table: Table, counting: Callable[[], OpenRound]) -> None:
    page = table.page
    table.counts("Bo", ace=2)
    expect(page.locator("#kept")).to_have_text("Saved")
    under_way = held(page, r"/log$")
    with page.expect_request(re.compile(r"/log$")):
        page.get_by_role("button", name="Undo : Bo’s hand").tap()
    page.get_by_role("status").get_by_text("Undone: Bo’s hand.").wait_for()
    table.counts("Bo", court=1)
    under_way[0].continue_()
    server_says(page, "#points", "10")
    expect(page.locator("#kept")).to_have_text("Saved")
    expect(page.locator("#points")).to_have_text("10")
    assert counting().play.hand(1) == Hand(cards={COURT: 1})


@pytest.mark.soak
def test_a_hand_counted_before_comes_back_as_it_was_opened(
    table: Table, counting: Callable[[], OpenRound]
) -> None:
    table.others_are("3 – 9", 13)
    table.page.get_by_role("link", name="Bo").tap()
    table.counts("Bo", ace=1)
    expect(table.page.locator("#kept")).to_have_text("Saved")
    table.page.get_by_role("button", name="Undo : Bo’s hand").tap()
    taken_back(table.page, "65")
    expect(table.page.locator("#counted")).to_have_text("13 of 13 cards")
    assert counting().play.hand(1).size == 13


@pytest.mark.soak
def test_undo_on_the_next_hand_takes_back_the_whole_hand_before(
    table: Table, counting: Callable[[], OpenRound]
) -> None:
    for _ in range(2):
        table.counts("Bo", ace=1)
        expect(table.page.locator("#kept")).to_have_text("Saved")
    table.next_hand("Chloé").undoes("Bo’s hand")
    is_empty_and_stays(table.page)
    server_says(table.page, "#points", "0")
    assert counting().play.hand(1).is_blank


@pytest.mark.soak
def test_undo_does_not_affect_a_count_of_another_phone(page: Page, server: LiveServer) -> None:
    evening = an_ace_of_bos_is_kept(page, server)
    evening.happens(HandCounted(1, Hand(cards={COURT: 3}), down=True))
    page.get_by_text("This hand was changed on another phone.").wait_for()
    page.get_by_role("button", name="Undo : Bo’s hand").tap()
    expect(page.locator("#points")).to_have_text("30")
    expect(page.locator("#hand-changed")).to_be_hidden()
    expect(page.locator("#said")).to_be_empty()


@pytest.mark.soak
def test_the_undo_message_disappears_once_another_phone_counts_the_hand(
    page: Page, server: LiveServer
) -> None:
    evening = an_ace_of_bos_is_kept(page, server)
    page.get_by_role("button", name="Undo : Bo’s hand").tap()
    taken_back(page)
    evening.happens(HandCounted(1, Hand(cards={COURT: 3}), down=True))
    expect(page.locator("#points")).to_have_text("30")
    expect(page.locator("#said")).to_be_empty()


@pytest.mark.soak
def test_undo_right_after_navigation_returns_to_the_hand(page: Page, server: LiveServer) -> None:
    evening = an_ace_of_bos_is_kept(page, server)
    page.wait_for_url(evening.page("count/1"))
    page.evaluate("history.pushState = () => {}")  # it follows the paint: same as a slow paint
    Table(page).next_hand("Chloé")
    page.get_by_role("button", name="Undo : Bo’s hand").tap()
    is_empty_and_stays(page)


@pytest.mark.soak
def test_undo_on_a_hand_that_was_opened_again_empties_it(table: Table, server: LiveServer) -> None:
    page = table.page
    bos = HandCounted(1, Hand(cards={COURT: 1, LOW: 12}), down=False)
    evening = Evening(server, FRIENDS[:2]).happens(WentOut(0), bos)
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page("review"))
    page.get_by_role("link", name="Bo").tap()
    expect(page.locator("#points")).to_have_text("70")
    page.get_by_role("button", name="Undo : Bo’s hand").tap()
    expect(page.locator("#points")).to_have_text("0")
    expect(page.locator("#counted")).to_have_text("0 of 13 cards")
    taken_back(page)


def test_an_undo_elsewhere_requests_no_templates_again_so_that_the_next_tap_needs_no_network(
    page: Page, server: LiveServer
) -> None:
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    evening = Evening(server, FRIENDS)
    page.goto(evening.page())
    table = Table(page)
    with page.expect_response(re.compile(r"/log$")):
        table.lays_down("Bo")
    evening.happens(EntryUndone(1))
    expect(page.get_by_role("button", name="Lay down : Bo")).to_be_visible()
    page.context.set_offline(True)
    table.lays_down("Bo")
    assert sum(url.endswith("/drawings") for url in requested) == 1
