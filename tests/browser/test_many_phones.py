"""Phones of players and watchers: own hands, without a network for a while, and links."""

from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, BrowserContext, Page, Route, expect

from companion.records.people.links import new_key
from companion.rules.fold.entries import Hand, HandCounted, LaidDown, WentOut
from tests.browser.evenings import ACE, COURT, FRIENDS, LOW, Evening, Round
from tests.browser.phones import Phones
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, comes_to, hesitates, is_told_nothing, server_says

NewPhone = Callable[..., BrowserContext]


class OwnPhone(Table):
    """A phone at the page of its player."""

    def __init__(self, page: Page, name: str) -> None:
        super().__init__(page)
        self.name = name

    def scans(self, code: str) -> "OwnPhone":
        """Open the shared link, and choose a seat."""
        self.page.goto(code)
        self.page.get_by_role("button", name=f"{self.name} Contract").tap()
        return self.comes_home()

    def has_sat_down(self, evening: Evening) -> "OwnPhone":
        """Open the page of a seat that was taken before."""
        device, seat = new_key(), FRIENDS.index(self.name)
        evening.has_phone_of(seat, device)
        self.page.context.add_cookies([evening.server.cookie_of(device)])
        self.page.goto(evening.page(f"seat/{seat}"))
        return self.comes_home()

    def comes_home(self) -> "OwnPhone":
        """Open the page of the player."""
        self.sees(self.name)
        return self

    def counts_and_is_done(self, low: int) -> "OwnPhone":
        """Tap a key so often and then Done, before anything is sent."""
        key = self.page.get_by_role("button", name="3 – 9, 5 each", exact=True).element_handle()
        done = self.page.get_by_role("button", name="Done", exact=True).element_handle()
        tapped = "([key, done, low]) => { while (low--) key.click(); done.click(); }"
        self.page.evaluate(tapped, [key, done, low])
        return self

    def waits_for(self, words: str) -> "OwnPhone":
        """Wait until it appears by itself; for a moment then, taps are ignored."""
        link = self.page.get_by_role("link", name=words, exact=True)
        self.page.get_by_role("button", name=words, exact=True).or_(link).wait_for()
        hesitates(self.page)
        return self

    def is_down(self) -> "OwnPhone":
        self.taps("I’m down")
        self.page.get_by_role("button", name="I’m not down").wait_for()
        return self

    def opens_own_hand(self) -> "OwnPhone":
        self.waits_for("Count my cards").taps_link("Count my cards").sees(
            f"Cards left: {self.name}"
        )
        return self

    def is_done(self) -> "OwnPhone":
        self.taps("Done")
        return self.comes_home()


def watching(page: Page, evening: Evening) -> Table:
    """A phone with the link for watching."""
    page.goto(f"{evening.server.url}/g/{evening.watch_token}/")
    return Table(page)


@pytest.mark.soak
def test_a_phone_offline_for_a_round_comes_back_to_the_next(
    page: Page, phones: Phones, server: LiveServer
) -> None:
    evening, phone = Evening(server, FRIENDS), phones.take()
    evening.has_phone_of(3, phone.device)
    dev = OwnPhone(phone.shows(evening.token, "seat/3"), "Dev").comes_home()
    watcher = watching(page, evening)
    phone.network.offline = True  # streams end, too
    evening.happens(*Round(0, {1: {LOW: 1}, 2: {COURT: 2}, 3: {ACE: 1}}).entries())
    watcher.sees("Round 2")
    expect(dev.page.get_by_text("You’re offline.")).to_be_visible()
    expect(dev.page.locator("#own")).to_contain_text("Total 0")
    phone.network.offline = False
    expect(dev.page.locator("#own")).to_contain_text("Total 20")
    dev.waits_for("I’m down").is_down()
    watcher.page.locator("#seat-3").get_by_text("Down", exact=True).wait_for()


def test_other_phones_show_a_hand_while_it_is_being_counted(
    page: Page, new_phone: NewPhone, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS)
    bo = OwnPhone(new_phone().new_page(), "Bo").has_sat_down(evening)
    watcher = watching(page, evening)
    evening.happens(WentOut(0))
    bo.opens_own_hand()
    row = watcher.page.locator("#seat-1")
    expect(row.get_by_text("counting", exact=True)).to_be_visible()
    expect(watcher.page.locator("#seat-2").get_by_text("to count")).to_be_visible()
    bo.page.goto("about:blank")
    expect(row.get_by_text("to count")).to_be_visible()
    bo.page.goto(evening.page("count/1"))
    expect(row.get_by_text("counting", exact=True)).to_be_visible()
    bo.counts("Bo", low=1).is_done()
    expect(row.locator(".tag").get_by_text("counted", exact=True)).to_be_visible()


@pytest.fixture
def dev(new_phone: NewPhone, server: LiveServer) -> tuple[Evening, OwnPhone]:
    """Dev's phone after the round, before Dev's hand is counted."""
    evening = Evening(server, FRIENDS).happens(LaidDown(3), WentOut(0))
    return evening, OwnPhone(new_phone().new_page(), "Dev").has_sat_down(evening)


@pytest.mark.soak
def test_done_tapped_at_once_shows_the_choice(
    dev: tuple[Evening, OwnPhone], complaints: Complaints
) -> None:
    """Dev’s hand is counted on another phone while Dev’s own has it open, and hears nothing."""
    complaints.expect("409 (CONFLICT)")
    evening, phone = dev
    is_told_nothing(phone.page)
    phone.page.reload()  # the stream of the page before goes on
    phone.opens_own_hand()
    evening.happens(HandCounted(3, Hand(cards={ACE: 1, COURT: 1}), down=True))
    phone.counts_and_is_done(2).sees("Two counts of Dev’s hand")
    phone.taps_link("Keep mine 10 points").sees("Cards left: Dev").shows_hand(10)
    server_says(phone.page, "#points", "10")
    assert evening.stored.state.open.play.hand(3).cards == {LOW: 2}


@pytest.mark.soak
def test_a_save_with_a_lost_response_is_not_taken_for_another_phones(
    dev: tuple[Evening, OwnPhone], complaints: Complaints
) -> None:
    complaints.expect("ERR_FAILED")
    evening, phone = dev

    lost: list[APIResponse] = []

    def kept_but_not_told(route: Route) -> None:
        if route.request.method != "POST" or lost:
            return route.fallback()
        lost.append(route.fetch())
        return route.abort()

    phone.opens_own_hand()
    phone.page.route("**/log", kept_but_not_told)
    with phone.page.expect_event("requestfailed", lambda sent: sent.url.endswith("/log")):
        phone.counts("Dev", low=1)
    phone.counts("Dev", court=1).is_done()
    expect(phone.page.get_by_text("Your cards are counted: 15")).to_be_visible()

    def counted() -> list[object]:
        return [e.hand.cards for e in evening.entries if isinstance(e, HandCounted)]

    comes_to(phone.page, counted, [{LOW: 1}, {COURT: 1, LOW: 1}])


@pytest.mark.soak
def test_a_link_ended_while_it_is_open_says_so_at_the_next_tap(
    page: Page, new_phone: NewPhone, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("410 (GONE)")
    evening, keeper = Evening(server, FRIENDS), Table(page)
    page.context.add_cookies([server.cookie_of(evening.device)])
    guest = OwnPhone(new_phone().new_page(), "Bo").scans(evening.page("seat"))
    page.goto(evening.page("share"))
    keeper.page.get_by_text("Make new links").tap()
    keeper.taps("Turn them off")
    guest.page.get_by_text("This link is no longer valid.").wait_for()
    guest.taps("I’m down")
    expect(guest.page.get_by_text("This link no longer works.")).to_be_visible()
    expect(guest.page.locator("#questions li")).to_have_text(["Bo laid down"])
    guest.page.reload()
    guest.sees("This link was replaced")


def test_the_link_is_copied_where_there_is_no_share_sheet(page: Page, server: LiveServer) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    evening = Evening(server, FRIENDS)
    page.goto(evening.page("share"))
    page.evaluate("() => { delete Navigator.prototype.share; }")
    page.get_by_role("button", name=("Copy")).first.tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == evening.page("seat")


def test_the_share_sheet_of_the_phone_is_used_where_there_is_one(
    new_phone: NewPhone, server: LiveServer
) -> None:
    evening, page = Evening(server, FRIENDS), new_phone().new_page()
    page.clock.install()
    page.add_init_script("Navigator.prototype.share = async data => { window.shared = data; };")
    page.goto(evening.page("share"))
    page.get_by_role("button", name="Send the link").tap()
    page.wait_for_function("address => window.shared?.url === address", arg=evening.page("seat"))
    with page.expect_navigation():  # so that its code stays valid
        page.clock.fast_forward("25:00")
