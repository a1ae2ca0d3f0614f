"""A whole game of gin on a phone: knock, undercut, void, gin, and the points after the last round.

The figures are those of a score sheet of rummytalk.com, where a last gin is not doubled.
"""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold.entries import Hand, HandCounted, WentOut
from tests.browser.evenings import Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, can_turn_to

ADA, BOB = BOTH = ("Ada", "Bob")
COURT = "10 J Q K"


def test_the_knock_card_is_tapped_without_a_network_and_limits_the_knock(
    table: Table, page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    evening = Evening(server, BOTH, game="gin-rummy", house_rules={"knock_at": "upcard"})
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page())
    can_turn_to(page, "counting")
    page.context.set_offline(True)
    page.get_by_text("Knock card: –").tap()
    table.taps("7")
    expect(page.locator(".deals")).to_contain_text("knock with 7 or less")
    expect(page.locator("#turned-up summary")).to_have_count(0)

    table.knocks(ADA).types(ADA, "8").next_hand(BOB).types(BOB, "20").looks_it_over(1)
    table.asks("Ada knocked with 8 points of deadwood, but at most 7 are allowed.")
    table.taps("Score anyway").sees("Round 2").shows_totals(BOTH, [12, 0])
    expect(page.get_by_text("Knock card: –")).to_be_visible()


@pytest.mark.soak
def test_a_game_of_gin_from_the_first_knock_to_the_settlement(
    table: Table, page: Page, server: LiveServer
) -> None:
    evening = Evening(server, BOTH, game="gin-rummy")
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page())
    table.sees("Round 1").shows_totals(BOTH, [0, 0])

    # Ada knocks with 8, Bob has 20 left: 12 for her.
    table.knocks(ADA).taps_keys(ADA, "5", "3").shows_hand(8)
    table.next_hand(BOB).taps_keys(BOB, COURT, "8", "2").shows_hand(20).writes_it_down()
    table.sees("Round 2").shows_totals(BOTH, [12, 0])
    expect(page.locator("li.seat .words")).to_have_text(["88 to go · 1 won", "100 to go"])

    # She goes gin; of hers nothing is asked.
    table.goes_gin(ADA).types(BOB, "14").writes_it_down()
    table.sees("Round 3").shows_totals(BOTH, [51, 0])

    # Nobody knocks: the round is void, and the same player deals again.
    table.shows_tag(ADA, "deals").taps_link("Round over").sees("How did the round end?")
    page.get_by_role("button", name="Nobody").tap()
    table.sees("Is round 3 right?").writes_it_down()
    table.sees("Round 4").shows_totals(BOTH, [51, 0]).shows_tag(ADA, "deals")

    # Ada is said to have knocked with 13; it was 8, and Bob has 7 after laying off.
    table.knocks(ADA).taps_keys(ADA, COURT, "3").next_hand(BOB).types(BOB, "7").looks_it_over(4)
    table.asks("Ada knocked with 13 points of deadwood, but at most 10 are allowed.")
    table.taps_link("Count again").is_counting(ADA)
    page.get_by_role("button", name=f"One fewer: {COURT}").tap()
    table.taps_keys(ADA, "5").shows_hand(8).looks_it_over(4)
    expect(page.locator(".line .words")).to_have_text(["knocked · deadwood 8", "deadwood 7"])
    table.writes_it_down()
    table.sees("Round 5").shows_totals(BOTH, [51, 26])

    # She goes gin, and has won.
    table.goes_gin(ADA).types(BOB, "30").writes_it_down()
    table.sees("Gin Rummy")
    expect(page.locator(".crown h2")).to_have_text("Ada wins")
    table.shows_standings("1 Ada 281", "2 Bob 51")
    expect(page.locator(".scores .settled th")).to_have_text(["Game won", "Rounds won", "In all"])
    figures = ["100", "0", "75", "25", "281", "51"]
    expect(page.locator(".scores .settled td")).to_have_text(figures)


def test_a_knock_without_deadwood_becomes_gin_by_one_tap(
    table: Table, page: Page, server: LiveServer
) -> None:
    evening = Evening(server, BOTH, game="gin-rummy").happens(WentOut(0, ending="knock"))
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page("count/0"))
    table.types(ADA, "0").next_hand(BOB).types(BOB, "20").writes_it_down()
    table.asks("Gin? Ada knocked with no deadwood: gin scores 45, a knock 20.")
    table.taps("Gin")
    expect(page.locator(".doubt")).to_have_count(0)
    expect(page.locator(".line .words")).to_have_text(["went gin", "deadwood 20"])
    table.writes_it_down().shows_totals(BOTH, [45, 0])


def test_on_the_own_page_a_player_knocks_or_goes_gin(
    table: Table, page: Page, server: LiveServer
) -> None:
    evening = Evening(server, BOTH, game="gin-rummy", house_rules={"big_gin": 31})
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page("seat/0"))
    expect(page.get_by_role("button", name="Big gin")).to_be_visible()
    table.taps("Knock")
    expect(page.get_by_role("heading", name="Count your cards, Ada")).to_be_visible()


def _held(seat: int, points: int) -> HandCounted:
    return HandCounted(seat, Hand(points=points), down=False)
