"""Storage that is full, cleared or unresponsive: every tap arrives once.

The quota is Chromium's own, so a write fails as on a full phone: when its transaction commits.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.rules.fold.entries import Entry, LaidDown
from tests.browser.evenings import Evening
from tests.browser.keeping import lays_down
from tests.browser.serving import LiveServer
from tests.browser.watching import Complaints, comes_to

_NAMES = ("Ann", "Ben", "Cy", "Dee")
_NO_ROOM = "This phone has no room left"
_WITHOUT_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })"
# The number of stored commands; -1 without a database.
# A database that is being cleared may never answer, so the request is repeated.
_STORED = """async () => {
  const count = async () => {
    const all = await indexedDB.databases();
    if (!all.length) return -1;
    const asked = indexedDB.open("companion");
    const database = await new Promise(done => { asked.onsuccess = () => done(asked.result); });
    const rows = database.transaction("outbox").objectStore("outbox").count();
    const count = await new Promise(done => { rows.onsuccess = () => done(rows.result); });
    database.close();
    return count;
  };
  return Promise.race([count(), new Promise(done => setTimeout(done, 1000, null))]);
}"""


# Chromium caches the free space for half a minute; a larger write makes it check again.
_SOME_ROOM = 8_000_000
_STORES = """async size => {
  const asked = indexedDB.open("companion");
  const database = await new Promise(done => { asked.onsuccess = () => done(asked.result); });
  const writing = database.transaction("leases", "readwrite");
  writing.objectStore("leases").put({ game: "too much", text: "x".repeat(size) });
  const result = await new Promise(done => {
    writing.onabort = () => done("refused");
    writing.oncomplete = () => done("stored");
  });
  database.close();
  return result;
}"""

# The next lease finds that the browser has cleared the outbox and closed the connection.
_IS_LOST_BY_A_LEASE = """() => {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (name, ...how) {
    if (name !== "leases") return transaction.call(this, name, ...how);
    IDBDatabase.prototype.transaction = transaction;
    transaction.call(this, "outbox", "readwrite").objectStore("outbox").clear();
    this.close();
    globalThis.isLost = true;
    throw new DOMException("closed", "InvalidStateError");
  };
}"""


@pytest.fixture
def evening(server: LiveServer, complaints: Complaints) -> Evening:
    """A game of four."""
    complaints.expect("ERR_FAILED")
    return Evening(server, _NAMES)


@pytest.fixture(
    params=[
        pytest.param("", id="locks"),
        pytest.param(_WITHOUT_LOCKS, id="no locks", marks=pytest.mark.soak),
    ]
)
def page(
    request: pytest.FixtureRequest, new_phone: Callable[..., BrowserContext], evening: Evening
) -> Page:
    """The keeper's phone with a page of its own; without locks, as over plain http."""
    phone = new_phone()
    phone.add_init_script(request.param)
    phone.add_cookies([evening.server.cookie_of(evening.device)])
    page = phone.new_page()
    _quota(page, evening, _SOME_ROOM)
    return page


def _quota(page: Page, evening: Evening, size: int) -> None:
    session = page.context.new_cdp_session(page)
    quota = {"origin": evening.server.url, "quotaSize": size}
    session.send("Storage.overrideQuotaForOrigin", quota)


def _is_full(page: Page, evening: Evening) -> None:
    _quota(page, evening, 1)
    for size in (2 * _SOME_ROOM, 1):
        comes_to(page, lambda size=size: page.evaluate(_STORES, size), "refused")


def _has_room_again(page: Page, evening: Evening) -> None:
    _quota(page, evening, _SOME_ROOM)


def _is_cleared(page: Page, evening: Evening) -> None:
    session = page.context.new_cdp_session(page)
    where = {"origin": evening.server.url, "storageTypes": "indexeddb"}
    session.send("Storage.clearDataForOrigin", where)


def _opens(page: Page, evening: Evening) -> None:
    """Open the game in a page that decides taps itself."""
    page.goto(evening.page())
    expect(page.locator("#opening")).to_have_count(1)
    page.wait_for_load_state("networkidle")


def _arrives(page: Page, evening: Evening, *log: Entry) -> None:
    """The log has these entries, in this order and once each; also after the page is reopened."""
    comes_to(page, lambda: evening.entries, [*log])
    page.reload()
    expect(page.locator("#live")).to_be_empty()
    comes_to(page, lambda: page.evaluate(_STORED), 0)
    assert evening.entries == [*log]


def test_with_full_storage_taps_arrive_once_and_a_message_says_so(
    page: Page, evening: Evening
) -> None:
    _opens(page, evening)
    _is_full(page, evening)
    lays_down(page, "Ben")
    expect(page.locator("#live")).to_contain_text(_NO_ROOM)
    lays_down(page, "Cy")
    comes_to(page, lambda: evening.entries, [LaidDown(1), LaidDown(2)])
    _has_room_again(page, evening)
    _arrives(page, evening, LaidDown(1), LaidDown(2))


@pytest.mark.soak
@pytest.mark.parametrize("first", ["room", "network"])
def test_offline_with_full_storage_taps_wait_in_the_page_for_room_or_the_network(
    page: Page, evening: Evening, first: str
) -> None:
    _opens(page, evening)
    page.context.set_offline(True)
    lays_down(page, "Ann")
    expect(page.locator("#live")).to_contain_text("To send: 1.")
    _is_full(page, evening)
    for name in ("Ben", "Cy"):
        lays_down(page, name)
    expect(page.locator("#live")).to_contain_text(f"To send: 3. {_NO_ROOM}")
    if first == "room":
        _has_room_again(page, evening)
        comes_to(page, lambda: page.evaluate(_STORED), 3)
        expect(page.locator("#live")).not_to_contain_text(_NO_ROOM)
    page.context.set_offline(False)
    comes_to(page, lambda: evening.entries, [LaidDown(0), LaidDown(1), LaidDown(2)])
    _has_room_again(page, evening)
    _arrives(page, evening, LaidDown(0), LaidDown(1), LaidDown(2))


@pytest.mark.soak
def test_with_full_storage_waiting_commands_survive_a_reload(page: Page, evening: Evening) -> None:
    _opens(page, evening)
    _is_full(page, evening)
    page.route("**/log", lambda route: route.abort())
    lays_down(page, "Ben")
    expect(page.locator("#live")).to_contain_text(_NO_ROOM)
    page.reload()
    expect(page.get_by_role("button", name="clear for Ben")).to_be_visible()
    page.unroute("**/log")
    comes_to(page, lambda: evening.entries, [LaidDown(1)])
    _has_room_again(page, evening)
    _arrives(page, evening, LaidDown(1))


@pytest.mark.soak
def test_stored_commands_are_sent_after_the_browser_cleared_storage(
    page: Page, evening: Evening
) -> None:
    _opens(page, evening)
    page.context.set_offline(True)
    lays_down(page, "Ben")
    comes_to(page, lambda: page.evaluate(_STORED), 1)
    _is_cleared(page, evening)
    comes_to(page, lambda: page.evaluate(_STORED), 1)
    lays_down(page, "Cy")
    comes_to(page, lambda: page.evaluate(_STORED), 2)
    page.context.set_offline(False)
    _arrives(page, evening, LaidDown(1), LaidDown(2))


@pytest.mark.soak
@pytest.mark.parametrize("page", [_WITHOUT_LOCKS], indirect=True, ids=["no locks"])
def test_commands_are_stored_again_if_a_lease_finds_the_storage_cleared(
    page: Page, evening: Evening
) -> None:
    _opens(page, evening)
    page.context.set_offline(True)
    lays_down(page, "Ben")
    comes_to(page, lambda: page.evaluate(_STORED), 1)
    page.evaluate(_IS_LOST_BY_A_LEASE)
    page.wait_for_function("() => globalThis.isLost")
    comes_to(page, lambda: page.evaluate(_STORED), 1)
    page.context.set_offline(False)
    _arrives(page, evening, LaidDown(1))
