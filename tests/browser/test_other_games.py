"""The other games on a phone: melds during a round, and ways to end it."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold.entries import Melded, RulesChanged, WentOut
from companion.rules.model.cards import PLAIN_RANKS
from tests.browser.evenings import Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import can_turn_to, comes_to
from tests.unit.catalogue.games import game

ANN, BO, CLEO = FRIENDS = ("Ann", "Bo", "Cleo")
COURT = "10 J Q K"
MELDED, LEFT = "Melded on the table", "Left in hand"


def _tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.get_by_role("button", name=key, exact=True).tap()


@pytest.mark.soak
def test_an_ace_tapped_with_two_and_three_is_drawn_and_counted_as_a_low_one(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, game="rummy-500")
    page.goto(evening.page("meld/0"))
    _tap(page, "3, 3 each", "A, 15 each", "2, 2 each")
    expect(page.locator("#points")).to_have_text("6")
    expect(page.locator("#tapped text")).to_have_text(["A", "2", "3"])
    _tap(page, "A, 15 each")  # an ace of another meld
    expect(page.locator("#points")).to_have_text("21")
    _tap(page, "One fewer: A", "A counts 1", "4, 4 each")  # it stays as it was turned
    expect(page.locator("#points")).to_have_text("24")
    _tap(page, "One fewer: A", "A, 15 each")  # a choice ends with its card
    expect(page.locator("#points")).to_have_text("10")
    _tap(page, "A, 15 each")
    expect(page.locator("#tapped text")).to_have_text(["A", "2", "3", "4", "A"])
    _tap(page, "Meld")
    row = page.locator(".seat").first.locator(".laid")
    expect(row).to_have_text(re.compile(r"A\s*2\s*3\s*4\s*A\s*25\s*melded"))

    page.goto(evening.page("meld/0"))
    _tap(page, "Q, 10 each", "K, 10 each", "A, 15 each", "2, 2 each", "3, 3 each")
    expect(page.locator("#points")).to_have_text("40")
    expect(page.locator(".note")).to_contain_text("enter these cards as two melds")
    page.goto(evening.page("meld/0"))
    _tap(page, "2, 2 each", "3, 3 each", "4, 4 each", *["A, 15 each"] * 3)  # a set: none
    expect(page.locator("#points")).to_have_text("54")
    expect(page.locator("#tapped text")).to_have_text(["2", "3", "4", "A", "A", "A"])


@pytest.mark.soak
def test_cards_stay_tapped_while_another_phone_changes_the_rules(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, game="rummy-500")
    page.goto(evening.page("meld/0"))
    _tap(page, "A, 15 each", "2, 2 each", "3, 3 each")
    expect(page.locator("#points")).to_have_text("6")
    options = dict(game("rummy-500", low_ace=15, jokers="both_per_deck").options)
    evening.happens(RulesChanged(options))
    expect(page.locator("#points")).to_have_text("20")
    expect(page.locator(".key b")).to_have_text(["Joker", *PLAIN_RANKS])
    page.get_by_role("button", name=re.compile("^Joker")).tap()
    expect(page.locator("#points")).to_have_text("35")
    page.get_by_role("button", name="Meld", exact=True).tap()
    expect(page.locator("#seat-0 .laid")).to_contain_text("35")


def test_out_beside_a_name_asks_only_how_and_without_a_network_too(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, game="hand")
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page())
    can_turn_to(page, "counting")
    page.context.set_offline(True)
    page.get_by_role("link", name=re.compile("Bo went out")).tap()
    expect(page.get_by_role("heading", name="How did the round end?")).to_be_visible()
    expect(page.locator("button.pick")).to_have_count(2)
    page.get_by_role("button", name="Hand: out in one turn").tap()
    expect(page.locator("#round-note")).to_contain_text("Hand")
    expect(page.locator(".facts[inert]")).to_have_count(0)
    page.get_by_role("radio", name="Not down", exact=True).tap(force=True)
    expect(page.locator("#points")).to_have_text("200")


_STYLES = """[...document.styleSheets].filter(({ media }) => media.mediaText !== "not all")
  .map(({ href }) => href.split("/").at(-1)).join(" ")"""


@pytest.mark.soak
def test_a_table_that_follows_the_page_of_melds_has_its_stylesheets_in_the_same_order(
    page: Page, server: LiveServer
) -> None:
    """Of two equal rules the later one wins."""
    evening = Evening(server, FRIENDS, game="rummy-500")
    page.goto(evening.page())
    own = page.evaluate(_STYLES)
    page.goto(evening.page("meld/0"))
    can_turn_to(page, "table")
    page.locator("header .back").tap()
    expect(page.locator("#table")).to_be_visible()
    page.wait_for_function(f"own => ({_STYLES}) === own", arg=own)


def test_rummy_500_counts_melds_and_takes_off_hands(
    table: Table, page: Page, server: LiveServer
) -> None:
    """Bo melds 9 9 9 during the round and finally holds K A. Ann went out and melded 85, of these
    three aces and two kings during the round; Cleo melded nothing.
    """
    evening = Evening(server, FRIENDS, game="rummy-500")
    evening.happens(Melded(0, {"A": 3}), Melded(1, {"9": 3}))
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page())
    table.melds(ANN, "K", "K", "K")
    table.shows_melds(ANN, re.compile("A\\s*A\\s*A\\s*K\\s*K\\s*K\\s*75\\s*melded"))
    table.undoes("Ann melded").melds(ANN, "K", "K")
    table.shows_melds(ANN, re.compile("65\\s*melded")).shows_melds(CLEO, "nothing melded yet")
    table.goes_out(ANN).taps_keys(ANN, COURT, COURT, part=MELDED).shows_hand(85)
    table.next_hand(BO).shows_hand(27).taps_keys(BO, COURT, "A", part=LEFT).shows_hand(27 - 25)
    table.next_hand(CLEO).types(CLEO, "0", MELDED).types(CLEO, "40", LEFT).shows_hand(-40)
    table.writes_it_down().sees("Round 2").shows_totals(FRIENDS, [85, 2, -40])


ADA, BOB = BOTH = ("Ada", "Bob")


@pytest.mark.soak
def test_the_knock_card_is_tapped_without_a_network_and_limits_the_knock(
    table: Table, page: Page, server: LiveServer
) -> None:
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
    table.taps("Score anyway").sees("Round 2").undoes("Round 1 written down").sees("Round 1")
    table.taps_link("Review").taps("Score anyway").sees("Round 2").shows_totals(BOTH, [12, 0])
    expect(page.get_by_text("Knock card: –")).to_be_visible()
    page.context.set_offline(False)
    comes_to(page, lambda: [len(one.accepted) for one in evening.stored.state.rounds], [1])


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
    expect(page.locator(".line .words")).to_have_text(["went gin", "20 + 25 = 45", "deadwood 20"])
    table.writes_it_down().shows_totals(BOTH, [45, 0])


@pytest.mark.soak
def test_on_the_own_page_a_player_knocks_or_goes_gin(
    table: Table, page: Page, server: LiveServer
) -> None:
    evening = Evening(server, BOTH, game="gin-rummy", house_rules={"big_gin": 31})
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page("seat/0"))
    expect(page.get_by_role("button", name="Big gin")).to_be_visible()
    table.taps("Knock")
    expect(page.get_by_role("heading", name="Count your cards, Ada")).to_be_visible()


NAMES = ANN, BEN = ("Ann", "Ben")


@pytest.fixture
def open_table(table: Table, page: Page, server: LiveServer) -> Table:
    evening = Evening(server, NAMES, game="just-points")
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page())
    return table.sees("Round 1")


def test_a_round_of_just_points_is_typed_and_written(open_table: Table, page: Page) -> None:
    table = open_table.taps_link("Type the points").is_counting(ANN)
    expect(page.locator("#mode")).to_be_hidden()
    for key in "−12":
        page.get_by_role("button", name=key, exact=True).tap()
    expect(page.locator("#points")).to_have_text("−12")
    table.next_hand(BEN)
    page.get_by_role("button", name="1", exact=True).tap()
    expect(page.locator("#points")).to_have_text("1")
    page.keyboard.type("0-3")
    expect(page.locator("#points")).to_have_text("7")
    table.looks_it_over(1).writes_it_down()
    table.sees("Round 2").shows_totals(NAMES, [-12, 7])
    expect(page.get_by_role("link", name="Type the points")).to_be_visible()


def test_the_first_digit_may_be_taken_back_and_nothing_typed_is_no_zero(
    open_table: Table, page: Page
) -> None:
    table = open_table.taps_link("Type the points").is_counting(ANN)
    page.get_by_role("button", name="−", exact=True).tap()
    table.taps(f"Next: {BEN}")
    expect(page.get_by_text("Enter a number such as 45, or a sum")).to_be_visible()
    page.get_by_role("button", name="Erase").tap()
    page.get_by_role("button", name="5", exact=True).tap()
    expect(page.locator("#points")).to_have_text("5")
