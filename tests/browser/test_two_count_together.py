"""The keeper counts hands while players count their own on their phones."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from companion.records.people.links import new_key
from companion.rules.fold.entries import Hand, HandCounted, LaidDown, WentOut, write_entry
from tests.browser.evenings import COURT, FRIENDS, Evening
from tests.browser.keeping import KEEPS_NOTHING
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, can_turn_to, comes_to, hesitates, server_says

CHIPS = ".person small"


@pytest.fixture
def both(
    page: Page, new_phone: Callable[..., BrowserContext], server: LiveServer
) -> tuple[Table, Table]:
    """Ann went out. The keeper's phone and Bo's own phone have Bo's hand open."""
    device = new_key()
    evening = Evening(server, FRIENDS).happens(LaidDown(1), WentOut(0)).has_phone_of(1, device)
    keeper, bo = Table(page), Table(new_phone().new_page())
    bo.page.context.add_cookies([server.cookie_of(device)])
    keeper.page.goto(evening.page("count/1"))
    keeper.sees("Cards left: Bo")
    bo.page.goto(evening.page("count/1"))
    bo.sees("Cards left: Bo")
    return keeper, bo


@pytest.mark.soak
def test_the_keepers_untouched_page_shows_the_count_of_the_player(
    both: tuple[Table, Table],
) -> None:
    keeper, bo = both
    bo.counts("Bo", court=2, low=1)
    expect(keeper.page.locator("#points")).to_have_text("25")
    expect(keeper.page.locator("#counted")).to_have_text("3 of 7 cards")  # Bo is down
    keys = keeper.page.locator(".key input")
    expect(keys.nth(2)).to_have_value("2")
    expect(keys.nth(3)).to_have_value("1")
    expect(keeper.page.locator(CHIPS).nth(1)).to_have_text("counting")
    hesitates(bo.page)
    bo.taps("Done").sees("Bo")
    expect(keeper.page.locator(CHIPS).nth(1)).to_have_text("25 · down")
    expect(keeper.page.locator("#elsewhere > :visible")).to_have_count(0)
    keeper.counts("Bo", ace=1)
    expect(keeper.page.locator("#kept")).to_have_text("Saved")
    expect(bo.page.get_by_text("Somebody is counting them on another phone.")).to_be_visible()
    keeper.next_hand("Chloé")
    expect(keeper.page.locator("main > .trouble")).to_have_count(0)
    expect(bo.page.get_by_text("Your cards are counted: 45")).to_be_visible()


@pytest.mark.soak
def test_the_keeper_walks_on_while_the_player_still_counts(both: tuple[Table, Table]) -> None:
    keeper, bo = both
    keeper.page.reload()  # the server knows Bo's phone from the start
    keeper.next_hand("Chloé").others_are("3 – 9", 13)
    keeper.sees("Cards left: Dev").others_are("3 – 9", 13)
    keeper.sees("Is round 1 right?")
    expect(
        keeper.page.get_by_text("Bo’s hand is still being counted on Bo’s phone.")
    ).to_be_visible()
    review = bo.counts("Bo", low=1).page.get_by_role("button", name="Review")
    expect(review).to_be_visible()  # no longer Done, and not under a thumb that meant Done
    hesitates(bo.page)
    bo.taps("Review").sees("Is round 1 right?")
    expect(keeper.page.locator(".doubt")).to_have_count(0)
    keeper.page.get_by_role("button", name="Write it down", exact=True).wait_for()


def test_the_next_hand_on_the_button_is_one_that_nobody_has_open(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS).happens(WentOut(0))
    page.goto(evening.page("count/1"))
    page.get_by_role("button", name="Next: Chloé").wait_for()
    evening.has_phone_of(2, new_key(), counting=True)
    page.get_by_role("button", name="Next: Dev").wait_for()


@pytest.mark.soak
def test_a_card_added_and_removed_again_is_no_count(both: tuple[Table, Table]) -> None:
    keeper, bo = both
    # Both taps before the first is saved, or Bo might see the first.
    keeper.page.locator("#hand").evaluate(
        "hand => ['.key .add', '.minus'].forEach((one) => hand.querySelector(one).click())"
    )
    expect(keeper.page.locator(".minus").first).to_be_hidden()
    expect(keeper.page.locator("#points")).to_have_text("0")
    bo.counts("Bo", court=2)
    expect(keeper.page.locator("#points")).to_have_text("20")
    expect(keeper.page.get_by_text("Your own count is still here.")).to_be_hidden()


def test_an_untouched_hand_is_not_redrawn_for_other_hands(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS).happens(WentOut(0))
    page.goto(evening.page("count/2"))
    page.locator(".key").first.evaluate("key => key.mine = true")
    for seat, points in ((1, 20), (3, 10)):
        evening.happens(HandCounted(seat, Hand(cards={COURT: points // 10}), down=True))
        expect(page.locator(CHIPS).nth(seat)).to_have_text(f"{points} · down")
    expect(page.locator(".key").first).to_have_js_property("mine", value=True)


@pytest.mark.parametrize(
    "browser_is",
    [
        pytest.param("", id="usual"),
        pytest.param(KEEPS_NOTHING, id="keeps nothing", marks=pytest.mark.soak),
    ],
)
def test_simultaneous_counts_raise_a_question_in_any_order(
    page: Page, server: LiveServer, complaints: Complaints, browser_is: str
) -> None:
    page.add_init_script(browser_is)
    complaints.expect("409 (CONFLICT)")
    evening = Evening(server, FRIENDS).happens(LaidDown(1), WentOut(0))
    page.goto(evening.page("count/1"))
    mine: list[Route] = []
    page.route(re.compile("/log$"), lambda route: mine.append(route), times=1)  # noqa: PLW0108
    with page.expect_request(re.compile("/log$")):
        phone = Table(page).counts("Bo", court=1)
    evening.happens(*(HandCounted(seat, Hand(cards={COURT: 3}), down=True) for seat in (1, 2)))
    expect(page.locator(CHIPS).nth(2)).to_have_text("30 · down")  # so their count of Bo is known
    mine[0].continue_()
    phone.sees("Two counts of Bo’s hand")
    expect(page.locator(".twice .points td")).to_have_text(["30", "10"])
    phone.taps_link("Keep mine 10 points").sees("Cards left: Bo").shows_hand(10)


@pytest.mark.soak
def test_a_phone_that_is_done_counts_no_more_also_where_a_worker_serves_its_pages(
    keeping: Page, page: Page, server: LiveServer
) -> None:
    """A beacon of an unloading page passes through its worker, and was often lost."""
    device, keeper, bo = new_key(), Table(page), Table(keeping)
    keeping.context.add_cookies([server.cookie_of(device)])
    keeping.goto(server.url)
    keeping.evaluate("navigator.serviceWorker.ready.then(() => null)")
    for _ in range(4):
        evening = Evening(server, FRIENDS).happens(LaidDown(1), WentOut(0)).has_phone_of(1, device)
        bo.page.goto(evening.page("count/1"))
        keeper.page.goto(evening.page("count/2"))
        bo.counts("Bo", court=2)
        expect(keeper.page.locator(CHIPS).nth(1)).to_have_text("counting")
        bo.taps("Done")
        expect(bo.page.get_by_text("Your cards are counted: 20")).to_be_visible()
        expect(keeper.page.locator(CHIPS).nth(1)).to_have_text("20 · down", timeout=5_000)


@pytest.mark.soak
def test_a_hand_counted_elsewhere_raises_a_question_and_later_commands_wait(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("409 (CONFLICT)")
    evening = Evening(server, FRIENDS[:3])
    page.goto(evening.page())
    can_turn_to(page, "counting")
    phone = Table(page).goes_out("Ann")
    server_says(page, ".person small", "out · 0")
    page.context.set_offline(True)
    phone.types("Bo", "70").says_down("Not down").is_counting("Chloé")
    phone.types("Chloé", "80").says_down("Not down")
    phone.sees("Round 2").lays_down("Bo")
    evening.happens(HandCounted(1, Hand(points=90), down=False))
    page.context.set_offline(False)
    phone.sees("Two counts of Bo’s hand")
    expect(page.locator(".twice .points td")).to_have_text(["90", "70"])
    expect(
        page.get_by_text("Everything after it on this phone waits until you choose.")
    ).to_be_visible()
    phone.taps_link("Back to the table").sees("Round 1")
    expect(page.locator("#questions")).to_contain_text("90 on another phone, 70 on this one.")
    phone.taps("Look at both").taps_link("Keep theirs 90 points").sees("Round 2")
    phone.shows_totals(FRIENDS[:3], [0, 90, 80], [2, 1, 1])
    expect(page.get_by_role("button", name="clear for Bo")).to_be_visible()
    written = ["went_out", "hand_counted", "hand_counted", "round_scored", "laid_down"]
    comes_to(page, lambda: _kinds(evening), written)


def _kinds(evening: Evening) -> list[str]:
    """The kinds of entries in the book; of one hand only the last autosave."""
    rows = [write_entry(entry) for entry in evening.entries]
    hands = [(kind, fields.get("seat")) for kind, fields in rows]
    return [
        kind
        for (kind, seat), after in zip(hands, [*hands[1:], None], strict=True)
        if kind != "hand_counted" or (kind, seat) != after
    ]
