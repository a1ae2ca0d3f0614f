"""After a restore of an older backup, pages with newer entries report and resend them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.keeping import UNTIL_KEPT, UNTIL_READY
from tests.browser.phones import Data, Phones, Tab, down
from tests.browser.putting_back import Club, club
from tests.browser.table import Table
from tests.browser.watching import Complaints, comes_to, hesitates

SAID = "The score book was restored from an earlier copy."
OUT = {"kind": "went_out", "seat": 0, "went_rummy": False}
NOT_SENT = "Not sending: the score book was restored from an earlier copy."


def counted(seat: int, points: int) -> Data:
    return {"kind": "hand_counted", "seat": seat, "hand": {"points": points}, "down": True}


@pytest.fixture(scope="module")
def lent_place(
    tmp_path_factory: pytest.TempPathFactory, lent_contexts: Callable[[], BrowserContext]
) -> Iterator[Club]:
    """One club with two phones for all tests; each test plays its own game."""
    with club(tmp_path_factory.mktemp("club"), lent_contexts) as place:
        for _ in range(2):
            place.phones.take()
        yield place


@pytest.fixture
def place(lent_place: Club, complaints: Complaints) -> Iterator[Club]:
    with lent_place.phones.lent(complaints):
        yield lent_place


@pytest.fixture
def phones(place: Club) -> Phones:
    return place.phones


def is_ahead(tab: Tab) -> Data:
    return tab.comes_to(lambda seen: seen["trouble"] == "ahead", "ahead")


def resend(tab: Tab) -> None:
    tab.page.evaluate("here.game.resend()")


def hears_of_it(tab: Tab) -> None:
    """The browser has opened the stream itself."""
    happened = tab.phone.network.happened
    before = happened["events"]
    comes_to(tab.page, lambda: happened["events"] > before, told=True)


def has_the_same(phones: Phones, game: str, entries: list[Data]) -> None:
    phones.converge()
    assert [entry["kind"] for entry in phones.log(game)] == [entry["kind"] for entry in entries]
    assert phones.log(game) == entries


@dataclass
class Lost:
    """A game of two phones: both know all entries, the server only the first."""

    game: str
    one: Tab
    other: Tab
    entries: list[Data]


@pytest.fixture
def lost(place: Club) -> Lost:
    """Two phones have played a round after the backup that was restored."""
    game = place.phones.deal("Ann", "Ben", "Cy")
    one, other = (phone.opens(game) for phone in place.phones.phones)
    one.taps(down(2))
    other.comes_to(lambda seen: seen["version"] == 1)
    copy = place.backs_up()
    one.taps(down(0))
    other.comes_to(lambda seen: seen["version"] == 2)
    other.taps(OUT)
    one.comes_to(lambda seen: seen["version"] == 3)
    one.taps(counted(1, 45))
    other.comes_to(lambda seen: seen["version"] == 4)
    other.taps(counted(2, 30), {"kind": "round_scored"})
    one.comes_to(lambda seen: seen["version"] == 6)
    entries = place.phones.log(game)
    place.restores(copy)
    return Lost(game, one, other, entries)


def test_after_a_restore_one_of_two_phones_resends_each_entry_once(
    phones: Phones, lost: Lost
) -> None:
    for tab in (lost.one, lost.other):
        seen = is_ahead(tab)
        assert (seen["version"], seen["toSend"]) == (1, 0), "nothing is sent"
        assert seen["state"]["totals"] == [0, 45, 30], "and nothing disappears"
    assert len(phones.log(lost.game)) == 1
    resend(lost.one)
    lost.other.comes_to(lambda seen: seen["trouble"] is None, "told that all is there again")
    has_the_same(phones, lost.game, lost.entries)
    assert not lost.other.looks()["questions"]
    kept = phones.kept(lost.game)
    assert [kept.line(number).tapped_at for number in range(2, 7)] == [None] * 5


@pytest.mark.soak
def test_two_phones_send_the_same_entries_again_and_each_is_there_once(
    phones: Phones, lost: Lost
) -> None:
    for tab in (lost.one, lost.other):
        is_ahead(tab)
        tab.phone.network.next("lose response", "duplicate", "half response")
    for tab in (lost.one, lost.other):
        resend(tab)
    has_the_same(phones, lost.game, lost.entries)


@pytest.mark.soak
def test_newer_taps_follow_the_resent_entries(phones: Phones, lost: Lost) -> None:
    is_ahead(lost.one)
    lost.one.taps(down(1))
    lost.one.taps({"kind": "entry_undone", "sequence": 7}, round=None)
    assert len(phones.log(lost.game)) == 1
    resend(lost.one)
    undone = {"kind": "entry_undone", "sequence": 7}
    has_the_same(phones, lost.game, [*lost.entries, down(1), undone])


@pytest.mark.soak
def test_lost_entries_can_be_left_out(phones: Phones, lost: Lost) -> None:
    for tab in (lost.one, lost.other):
        is_ahead(tab)
        tab.page.evaluate("here.game.goWithout()")
    lost.one.taps(down(1))
    has_the_same(phones, lost.game, [*lost.entries[:1], down(1)])
    lost.one.comes_to(lambda seen: seen["trouble"] is None, "well again")


@pytest.mark.soak
def test_a_reloaded_page_still_offers_them_and_two_tabs_ask_once(
    phones: Phones, lost: Lost
) -> None:
    is_ahead(lost.one)
    lost.one.opens()
    assert is_ahead(lost.one)["state"]["totals"] == [0, 45, 30]
    second = lost.one.phone.opens(lost.game)
    is_ahead(second)
    resend(second)
    lost.one.comes_to(lambda seen: seen["trouble"] is None)
    has_the_same(phones, lost.game, lost.entries)


@pytest.mark.soak
def test_a_tap_whose_answer_was_lost_before_the_restore_is_written_once(
    place: Club, phones: Phones
) -> None:
    """Only the other phone knows that it was stored; both resend it."""
    game = phones.deal("Ann", "Ben", "Cy")
    one, other = (phone.opens(game) for phone in phones.phones)
    copy = place.backs_up()
    note = {"kind": "noted", "text": "once"}
    one.phone.network.deaf = True
    one.phone.network.next(*["lose response"] * 20)
    one.taps(note, {"kind": "titled", "title": "twice"}, round=None)
    other.comes_to(lambda seen: seen["version"] == 2)
    entries = phones.log(game)
    one.phone.network.offline = True
    place.restores(copy)
    is_ahead(other)
    resend(other)
    other.comes_to(lambda seen: seen["trouble"] is None and not seen["waiting"])
    has_the_same(phones, game, entries)


@pytest.mark.soak
def test_a_file_restored_by_hand_is_noticed_too(place: Club, phones: Phones) -> None:
    """Even if more was written since than this phone knows, mostly by answers."""
    game = phones.deal("Ann", "Ben", "Cy")
    file = place.copies_the_file()
    one, other = phones.phones[0].opens(game), phones.phones[1]
    hears_of_it(one)
    one.phone.network.late = True
    one.taps(down(0))
    one.taps(down(1))
    one.comes_to(lambda seen: seen["version"] == 2)
    one.phone.network.offline = True
    place.puts_the_file_back(file)
    its = other.opens(game)
    for text in ("a", "b", "c"):
        its.taps({"kind": "noted", "text": text}, round=None)
    its.comes_to(lambda seen: seen["version"] == 3 and not seen["waiting"])
    one.phone.network.late = one.phone.network.offline = False
    hears_of_it(one)
    is_ahead(one)
    resend(one)
    phones.converge()
    notes = [{"kind": "noted", "text": text} for text in "abc"]
    assert phones.log(game) == [*notes, down(0), down(1)]


@pytest.mark.soak
def test_a_restore_that_lost_nothing_of_the_game_stops_nobody(place: Club, phones: Phones) -> None:
    game = phones.deal("Ann", "Ben", "Cy")
    one = phones.phones[0].opens(game)
    one.taps(down(0))
    phones.converge()
    place.restores(place.backs_up())
    one.taps(down(1))
    has_the_same(phones, game, [down(0), down(1)])


@pytest.mark.soak
def test_a_lost_newcomer_and_their_hand_come_back(place: Club, phones: Phones) -> None:
    game = phones.deal("Ann", "Ben", "Cy")
    one, other = (phone.opens(game) for phone in phones.phones)
    copy = place.backs_up()
    one.taps({"kind": "player_joined", "name": "Dee", "before": None}, round=None)
    other.comes_to(lambda seen: seen["version"] == 1)
    other.taps({"kind": "player_renamed", "seat": 3, "name": "Di"}, round=None)
    one.comes_to(lambda seen: seen["version"] == 2)
    one.undoes()
    other.comes_to(lambda seen: seen["version"] == 3)
    entries = phones.log(game)
    place.restores(copy)
    for tab in (one, other):
        is_ahead(tab)
    for tab in (one, other):
        resend(tab)
    has_the_same(phones, game, entries)


@pytest.mark.soak
@pytest.mark.parametrize("is_kept", [False, True], ids=["lost", "still there"])
def test_an_undo_of_a_page_that_was_closed_hits_no_other_entry(
    place: Club, phones: Phones, *, is_kept: bool
) -> None:
    game = phones.deal("Ann", "Ben", "Cy")
    phone, other = phones.phones
    file = place.copies_the_file()
    tab = phone.opens(game)
    tab.taps(down(0))
    tab.comes_to(lambda seen: seen["version"] == 1 and not seen["waiting"])
    phone.network.offline = True
    tab.undoes()
    tab.comes_to(lambda seen: seen["waiting"] == 1)
    phone.leaves(tab)
    if not is_kept:
        place.puts_the_file_back(file)
    its = other.opens(game)
    its.taps({"kind": "laid_down", "seat": 2})
    its.comes_to(lambda seen: not seen["waiting"])
    phone.network.offline = False
    again = phone.opens(game)
    again.comes_to(lambda seen: not seen["waiting"])
    undone = [down(0), down(2), {"kind": "entry_undone", "sequence": 1}]
    has_the_same(phones, game, undone if is_kept else [down(2)])


@pytest.mark.soak
def test_the_page_lists_what_is_missing_and_sends_it_again(place: Club, phones: Phones) -> None:
    game = phones.deal("Ann", "Ben", "Cy")
    pages = [phone.shows(game) for phone in phones.phones]
    Table(pages[0]).lays_down("Cy")
    expect(pages[1].get_by_role("button", name="clear for Cy")).to_be_visible()
    copy = place.backs_up()
    Table(pages[0]).lays_down("Ann").lays_down("Ben")
    expect(pages[1].get_by_role("button", name="clear for Ben")).to_be_visible()
    place.restores(copy)
    for page in pages:
        asks(page, 2, "Ann laid down", "Ben laid down")
    pages[0].get_by_role("button", name="Send them again").click()
    for page in pages:
        expect(page.locator(".lost")).to_have_count(0)
        expect(page.get_by_role("button", name="clear for Ben")).to_be_visible()
    assert [entry["seat"] for entry in phones.log(game)] == [2, 0, 1]


def asks(page: Page, number: int, *lines: str) -> None:
    panel = page.locator(".lost")
    expect(panel).to_contain_text(f"{SAID} This phone has {number} entries that are missing there.")
    expect(panel.get_by_role("listitem")).to_have_text([*lines])
    expect(page.locator("#live")).to_have_text(NOT_SENT)
    expect(page.get_by_role("button", name="clear for Ben")).to_be_visible()


@pytest.mark.soak
def test_entries_left_out_after_a_restore_can_be_brought_back(place: Club, phones: Phones) -> None:
    game, phone = phones.deal("Ann", "Ben", "Cy"), phones.phones[0]
    page = phone.shows(game)
    Table(page).lays_down("Cy")
    comes_to(page, lambda: len(phones.log(game)), 1)
    copy = place.backs_up()
    Table(page).lays_down("Ann").lays_down("Ben")
    comes_to(page, lambda: len(phones.log(game)), 3)
    place.restores(copy)
    asks(page, 2, "Ann laid down", "Ben laid down")
    page.get_by_role("button", name="Continue without them").click()
    expect(page.locator(".lost")).to_have_count(0)
    page.goto(f"{phone.network.url}/g/{game}/history")
    expect(page.locator(".left-out del")).to_have_text(["Ann laid down", "Ben laid down"])
    page.get_by_role("link", name="Bring back").click()
    question = page.locator("#questions .doubt")
    expect(question).to_contain_text("What was tapped here was left out.")
    expect(question.get_by_role("listitem")).to_have_text(["Ann laid down", "Ben laid down"])
    assert len(phones.log(game)) == 1, "nobody has chosen yet"
    hesitates(page)
    question.get_by_role("button", name="Do it anyway").click()
    comes_to(page, lambda: phones.log(game), [down(2), down(0), down(1)])
    expect(page.locator("#questions")).to_be_empty()
    page.goto(f"{phone.network.url}/g/{game}/history")
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(page.locator(".left-out")).to_have_count(0)


@pytest.mark.soak
def test_a_lost_round_is_offered_beside_the_one_written_since(phones: Phones, lost: Lost) -> None:
    """Another phone has sent the same entries again."""
    for tab in (lost.one, lost.other):
        is_ahead(tab)
    lost.one.page.evaluate("here.game.goWithout()")
    resend(lost.other)
    phones.converge()
    phone = lost.one.phone
    phone.leaves(lost.one)
    page = phone.shows(lost.game, "history")
    page.get_by_role("link", name="Bring back").click()
    expect(page.locator(".versus tbody tr")).to_have_count(3)


MISSING = "The score book was restored from an earlier copy that does not have this game."


def lacks(tab: Tab) -> Data:
    return tab.comes_to(lambda seen: seen["trouble"] == "missing", "missing")


@pytest.mark.soak
def test_two_phones_bring_a_missing_game_back_once(place: Club, phones: Phones) -> None:
    phones.deal("Dee", "Eve")
    copy = place.backs_up()
    game = phones.deal("Ann", "Ben", "Cy", house_rules={"ten_value": 5}, dealer=1)
    one, other = (phone.opens(game) for phone in phones.phones)
    one.taps(down(2), down(0))
    one.taps(OUT)
    one.taps({"kind": "titled", "title": "At the lake"}, round=None)
    other.comes_to(lambda seen: seen["version"] == 4)
    entries, ruleset = phones.log(game), phones.kept(game).ruleset
    place.restores(copy)
    for tab in (one, other):
        lacks(tab)
        tab.taps(counted(1, 45))
        tab.phone.network.next("duplicate", "duplicate")
    for tab in (one, other):
        tab.page.evaluate("void here.game.startAgain()")
    for tab in (one, other):
        tab.comes_to(lambda seen: seen["trouble"] is None and seen["version"] >= len(entries))
    phones.converge()
    assert phones.log(game)[: len(entries)] == entries
    assert [entry["kind"] for entry in phones.log(game)[len(entries) :]] == ["hand_counted"]
    kept = phones.kept(game)
    assert (kept.seats.names, kept.seats.first_dealer) == (("Ann", "Ben", "Cy"), 1)
    assert kept.ruleset == ruleset


AN_HOUR_AHEAD = "{ const real = Date.now; Date.now = () => real() + 3_600_000; }"


@pytest.mark.soak
def test_a_game_brought_back_continues_on_other_phones_with_its_start_time(
    place: Club, phones: Phones
) -> None:
    """Whatever the clock of that phone shows."""
    copy = place.backs_up()
    game = phones.deal("Ann", "Ben", "Cy")
    began = phones.kept(game).row.started_at
    ahead, other = phones.phones
    one, another = ahead.opens(game, AN_HOUR_AHEAD), other.opens(game)
    one.taps(down(1))
    another.comes_to(lambda seen: seen["version"] == 1)
    ahead.network.offline = True
    place.restores(copy)
    place.restores(place.backs_up())  # a second time, while that phone is asleep
    ahead.network.offline = False
    for tab in (one, another):
        lacks(tab)
    one.page.evaluate("void here.game.startAgain()")
    another.comes_to(lambda seen: seen["trouble"] is None, "told")
    has_the_same(phones, game, [down(1)])
    assert abs(phones.kept(game).row.started_at - began) < timedelta(minutes=5)


@pytest.mark.soak
def test_a_game_that_was_deleted_before_the_backup_is_not_offered_back(
    place: Club, phones: Phones
) -> None:
    """By a phone that was asleep since then."""
    phones.deal("Dee", "Eve")  # a book without games cannot be backed up
    game = phones.deal("Ann", "Ben", "Cy")
    one, other = (phone.opens(game) for phone in phones.phones)
    one.taps(down(1))
    other.comes_to(lambda seen: seen["version"] == 1)
    one.phone.network.offline = True
    place.removes(game)
    place.restores(place.backs_up())
    one.phone.network.offline = False
    for tab in (one, other):
        tab.comes_to(lambda seen: seen["trouble"] == "gone", "gone")


def test_the_page_of_a_missing_game_offers_to_bring_it_back_also_opened_again(
    place: Club, keeping: Page, complaints: Complaints
) -> None:
    complaints.expect("404")
    place.phones.deal("Dee", "Eve")
    copy = place.backs_up()
    game = place.phones.deal("Ann", "Ben", "Cy")
    url = place.phones.server.url
    keeping.goto(f"{url}/g/{game}/")
    keeping.evaluate(UNTIL_KEPT, 0)
    keeping.evaluate(UNTIL_READY, f"{url}/")
    Table(keeping).lays_down("Ben")
    comes_to(keeping, lambda: len(place.phones.log(game)), 1)
    place.restores(copy)
    for _ in range(2):
        panel = keeping.locator(".missing")
        expect(panel).to_contain_text(MISSING)
        expect(keeping.get_by_role("button", name="clear for Ben")).to_be_visible()
        keeping.goto(f"{url}/g/{game}/")
    hesitates(keeping)
    keeping.get_by_role("button", name="Restore the game").click()
    expect(keeping.locator(".missing")).to_have_count(0)
    comes_to(keeping, lambda: place.phones.log(game), [down(1)])
    keeping.reload()
    expect(keeping.get_by_role("button", name="clear for Ben")).to_be_visible()
    expect(keeping.locator("html[data-kept]")).to_have_count(0)


@pytest.fixture
def put_back(place: Club, keeping: Page) -> str:
    """The table of a cached game that this phone has left; the book has lost its last entry.

    The file of the book was copied back by hand.
    """
    game = place.phones.deal("Ann", "Ben", "Cy")
    file = place.copies_the_file()
    table = f"{place.phones.server.url}/g/{game}/"
    keeping.goto(table)
    keeping.evaluate(UNTIL_KEPT, 0)
    Table(keeping).lays_down("Ben")
    comes_to(keeping, lambda: len(place.phones.log(game)), 1)
    keeping.evaluate(UNTIL_KEPT, 1)
    keeping.goto("about:blank")
    place.puts_the_file_back(file)
    return table


@pytest.mark.soak
@pytest.mark.parametrize(("where", "back"), [("", "clear for Ben"), ("seat/1", "I’m not down")])
def test_a_cached_round_resends_entries_that_a_copied_file_lacks(
    place: Club, keeping: Page, put_back: str, where: str, back: str
) -> None:
    keeping.goto(put_back + where)
    panel = keeping.locator(".lost")
    expect(panel).to_contain_text(f"{SAID} This phone has 1 entry that is missing there.")
    expect(keeping.get_by_role("button", name=back)).to_be_visible()
    hesitates(keeping)
    keeping.get_by_role("button", name="Send them again").click()
    expect(panel).to_have_count(0)
    game = put_back.split("/")[-2]
    comes_to(keeping, lambda: place.phones.log(game), [down(1)])


@pytest.mark.soak
def test_other_pages_report_lost_entries_and_lead_to_the_table(
    keeping: Page, put_back: str
) -> None:
    keeping.goto(f"{put_back}sheet")
    notice = keeping.locator(".restored")
    expect(notice).to_contain_text(f"{SAID} This phone has newer entries of this game")
    notice.get_by_role("link", name="Table").click()
    expect(keeping.locator(".lost")).to_be_visible()


@pytest.mark.soak
def test_a_page_that_may_not_read_the_log_any_more_asks_to_be_loaded_again(
    place: Club, phones: Phones, complaints: Complaints
) -> None:
    """For example because the server has a passphrase now; it does not retry for ever."""
    complaints.expect("403")
    game = phones.deal("Ann", "Ben", "Cy")
    one = phones.phones[0].opens(game)
    copy = place.backs_up()
    one.taps(down(0))
    phones.converge()
    one.page.route("**/log", lambda route: route.fulfill(status=403))
    place.restores(copy)
    one.comes_to(lambda seen: seen["trouble"] == "key", "key")
    one.page.unroute("**/log")  # another test may reuse this page


_LEFT_OUT_HERE = """async game => {
  const { setAsideUnasked } = await import("/static/now/js/sync/left_out.js");
  const line = { at: 0, code: "laid_down", undone: false, seat: 0, name: "Ann", round: 1 };
  setAsideUnasked(game, [{ ...line, points: null, same: false }], [{ tap: "a-tap", round: 1 }]);
}"""


@pytest.mark.soak
def test_a_redrawn_history_lists_left_out_commands_once(two_phones: Phones) -> None:
    phones = two_phones
    game = phones.deal("Ann", "Ben", "Cy")
    page = phones.phones[0].shows(game, "history")
    page.evaluate(_LEFT_OUT_HERE, game)
    for _ in range(2):
        page.evaluate("() => document.dispatchEvent(new Event('news'))")
        expect(page.locator(".left-out del")).to_have_text(["Ann laid down"])
