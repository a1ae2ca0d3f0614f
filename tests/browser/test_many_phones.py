"""Five phones: one shares the game, each player counts their own hand, a fifth watches."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, BrowserContext, Page, Route, expect

from companion.records.log.games import open_game
from companion.records.people.links import new_key
from companion.rules.fold.entries import Hand, HandCounted, LaidDown, WentOut
from tests.browser.evenings import ACE, COURT, FRIENDS, LOW, WILD, Evening, Round
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

    def is_out(self) -> "OwnPhone":
        self.taps("I’m out")
        self.page.get_by_text("You went out").wait_for()
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


# The cards of each player, tapped on their own phone, and the points.
ROUNDS: list[tuple[int, dict[int, dict[str, int]], set[int]]] = [
    (
        0,
        {1: {"court": 1, "low": 1}, 2: {"ace": 1, "court": 2, "low": 1}, 3: {"court": 4, "low": 9}},
        {1, 2},
    ),
    (2, {0: {"low": 3}, 1: {"ace": 2, "court": 3, "low": 8}, 3: {"court": 1, "low": 3}}, {0, 3}),
    (1, {0: {"court": 2}, 2: {"wild": 1}, 3: {"ace": 1, "low": 1}}, {0, 2, 3}),
]
KEYS = {"wild": WILD, "ace": ACE, "court": COURT, "low": LOW}
TOTALS = [[0, 15, 45, 85], [15, 125, 45, 110], [35, 125, 95, 135]]
CONTRACTS = [[2, 2, 2, 1], [3, 2, 3, 2], [4, 3, 4, 3]]


@pytest.mark.soak
def test_four_phones_play_each_counting_its_own_hand_and_a_fifth_watches(
    page: Page, new_phone: NewPhone, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS)
    players = [OwnPhone(new_phone().new_page(), name) for name in FRIENDS]
    players[0].scans(evening.page("seat"))
    for phone in players[1:]:
        phone.has_sat_down(evening)
    watcher = watching(page, evening)
    for number, (out, hands, down) in enumerate(ROUNDS):
        if number == 1:  # no new kind of tap
            held = {seat: {KEYS[kind]: n for kind, n in hands[seat].items()} for seat in hands}
            evening.happens(*Round(out, held, frozenset(hands) - down).entries())
        else:
            counts_a_round(players, out, hands, down)
        watcher.sees(f"Round {number + 2}")
        shows_all_figures(watcher, number)
        for seat, phone in enumerate(players):
            shows_own_figures(phone, seat, number)
    players[0].page.goto(evening.page())
    shows_all_figures(players[0], len(ROUNDS) - 1)
    expect(watcher.page.get_by_role("button")).to_have_count(0)


def counts_a_round(
    players: list[OwnPhone], out: int, hands: dict[int, dict[str, int]], down: set[int]
) -> None:
    """Each player counts on their own phone; the one who went out reviews and writes it down."""
    for seat in sorted(down):
        players[seat].waits_for("I’m down").is_down()
    players[out].waits_for("I’m out").is_out()
    for seat in hands:  # all hands are open before any is counted
        players[seat].opens_own_hand()
    for seat, cards in hands.items():
        tapped = {kind: count if count <= 2 else 1 for kind, count in cards.items()}
        players[seat].counts(FRIENDS[seat], **tapped)
        for kind, count in cards.items():
            if count > 2:
                players[seat].counts_at_once(FRIENDS[seat], **{kind: count})
        players[seat].is_done()
    players[out].waits_for("Review").taps_link("Review").sees("Is round ")
    players[out].taps("Write it down").sees(FRIENDS[out])


def shows_all_figures(phone: Table, number: int) -> None:
    """The figures of all players at the table after this round (from 0)."""
    phone.shows_totals(FRIENDS, TOTALS[number], CONTRACTS[number])


def shows_own_figures(phone: OwnPhone, seat: int, number: int) -> None:
    """The figures that the page of a player shows without a tap."""
    own = phone.page.locator("#own")
    expect(own).to_contain_text(f"Total {TOTALS[number][seat]}")
    expect(own).to_contain_text(f"Contract {CONTRACTS[number][seat]}")


@pytest.mark.soak
def test_a_second_phone_joins_by_typing_the_code(
    page: Page, new_phone: NewPhone, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS)
    by_name = server.url.replace("127.0.0.1", "table.localhost")
    first, second = Table(page), Table(new_phone().new_page())
    first.page.goto(evening.page("share").replace(server.url, by_name))
    expect(first.page.get_by_role("button", name="Copy the link")).to_be_visible()
    signs = first.page.locator(".signs").inner_text().lower()
    second.page.goto(by_name)
    second.page.get_by_role("link", name="Join a table").tap()
    second.page.get_by_label("Six-character code").fill(signs)
    second.taps("Join").sees("Whose phone is this?")
    second.page.get_by_role("button", name="Bo Contract").tap()
    second.sees("Bo")


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


@pytest.fixture
def counted_elsewhere(
    dev: tuple[Evening, OwnPhone], complaints: Complaints
) -> tuple[Evening, OwnPhone]:
    """Dev’s hand is counted on another phone while Dev’s own has it open, and hears nothing."""
    complaints.expect("409 (CONFLICT)")
    evening, phone = dev
    is_told_nothing(phone.page)
    phone.page.reload()  # the stream of the page before goes on
    phone.opens_own_hand()
    evening.happens(HandCounted(3, Hand(cards={ACE: 1, COURT: 1}), down=True))
    return evening, phone


@pytest.mark.soak
def test_two_counts_are_shown_side_by_side_and_either_can_be_chosen(
    counted_elsewhere: tuple[Evening, OwnPhone],
) -> None:
    evening, phone = counted_elsewhere
    phone.counts("Dev", low=1).sees("Two counts of Dev’s hand")  # may appear before the second tap
    expect(phone.page.locator(".twice .points td")).to_have_text(["30", "5"])
    theirs = phone.page.get_by_role("columnheader").first
    expect(theirs).to_contain_text("the phone that started the game")
    phone.taps_link("Keep theirs 30 points").sees("Cards left: Dev").shows_hand(30)

    evening.happens(HandCounted(3, Hand(cards={ACE: 1, COURT: 2}), down=True))
    phone.counts("Dev", low=1).sees("Two counts of Dev’s hand")
    expect(phone.page.locator(".twice .points td")).to_have_text(["40", "35"])
    phone.taps_link("Keep mine 35 points").sees("Cards left: Dev").shows_hand(35)
    phone.counts("Dev", low=2)
    expect(phone.page.get_by_text("Saved", exact=True)).to_be_visible()
    phone.is_done()
    expect(phone.page.get_by_text("Your cards are counted: 45")).to_be_visible()


@pytest.mark.soak
def test_done_tapped_at_once_shows_the_choice_too(
    counted_elsewhere: tuple[Evening, OwnPhone],
) -> None:
    evening, phone = counted_elsewhere
    phone.counts_and_is_done(2).sees("Two counts of Dev’s hand")
    phone.taps_link("Keep mine 10 points").sees("Cards left: Dev").shows_hand(10)
    server_says(phone.page, "#points", "10")
    with evening.server.app.app_context():
        open_round = open_game(evening.token).state.open
    assert open_round.play.hand(3).cards == {LOW: 2}


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
        with evening.server.app.app_context():
            log = open_game(evening.token).entries
        return [e.hand.cards for e in log if isinstance(e, HandCounted)]

    comes_to(phone.page, counted, [{LOW: 1}, {COURT: 1, LOW: 1}])


@pytest.mark.soak
def test_a_link_ended_while_it_is_open_says_so_at_the_next_tap(
    page: Page, new_phone: NewPhone, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("410 (GONE)")
    evening, keeper = Evening(server, FRIENDS), Table(page)
    token = evening.token
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
    keeper.page.wait_for_url(lambda url: token not in url)
    keeper.taps_link("Back to the table").sees("Round 1")
    expect(keeper.page).not_to_have_url(re.compile(re.escape(token)))
    expect(keeper.page.get_by_role("button", name="Undo")).to_be_disabled()
    keeper.page.goto("/")
    keeper.taps_link("Continue").sees("Round 1")


def test_the_link_is_copied_where_there_is_no_share_sheet(
    page: Page, server: LiveServer, context: BrowserContext
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
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
