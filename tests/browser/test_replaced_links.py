"""A link is replaced while a phone plays offline: its taps are sent to the new link."""

import pytest
from playwright.sync_api import Page, expect

from companion.records.log.deleting import delete_game
from companion.records.log.games import open_game
from companion.records.people.links import renew_links
from companion.records.people.phones import sit_down
from companion.rules.fold.entries import Entry, LaidDown
from tests.browser.evenings import Evening, happens_at
from tests.browser.keeping import LOOKS_UNTIL, UNTIL_KEPT, UNTIL_READY, lays_down
from tests.browser.phones import Phones
from tests.browser.serving import LiveServer
from tests.browser.watching import comes_to, hesitates

_NAMES = ("Ann", "Ben", "Quentin", "Dee")
_PHONE = "a-phone-that-is-not-the-keeper"
_UNTIL_NOT_NAMED = f"""async name => {{
  {LOOKS_UNTIL}
  await until(async () => {{
    const answers = [];
    for (const key of await caches.keys())
      answers.push(...await (await caches.open(key)).matchAll());
    const texts = await Promise.all(answers.map(answer => answer.text()));
    const all = [...texts, ...Object.values(localStorage)];
    return all.some(text => text.includes(name)) ? `that nobody names ${{name}}` : "";
  }});
}}"""
_NAMED_AT_HOME = "async name => (await (await caches.match('/')).text()).includes(name)"


@pytest.fixture
def evening(keeping: Page, server: LiveServer) -> Evening:
    """A phone at a table that another phone keeps."""
    evening = Evening(server, _NAMES)
    _sits_down(evening, _PHONE)
    keeping.context.add_cookies([server.cookie_of(_PHONE)])
    return evening


def _sits_down(evening: Evening, device: str) -> None:
    with evening.server.app.app_context():
        sit_down(open_game(evening.token).row.id, device, evening.token, None, "")


def _log(evening: Evening, token: str) -> list[Entry]:
    with evening.server.app.app_context():
        return [*open_game(token).entries]


def _replaced(evening: Evening) -> str:
    with evening.server.app.app_context():
        return renew_links(evening.token, evening.device)


def _taps_while_the_link_is_replaced(page: Page, evening: Evening) -> str:
    page.goto(evening.server.url)
    page.goto(evening.page())
    page.evaluate(UNTIL_KEPT, 0)
    page.evaluate(UNTIL_READY, f"{evening.server.url}/")
    page.context.set_offline(True)
    for name in ("Ben", "Quentin"):
        lays_down(page, name)
    expect(page.locator("#live")).to_contain_text("To send: 2.")
    return _replaced(evening)


def _says_what_was_not_written(page: Page) -> None:
    expect(page.locator("#questions li")).to_have_text(["Ben laid down", "Quentin laid down"])


def test_taps_are_listed_by_the_old_link_and_added_by_the_new_once(
    keeping: Page, evening: Evening
) -> None:
    page = keeping
    new = _taps_while_the_link_is_replaced(page, evening)
    happens_at(evening.server, new, LaidDown(0), device="another")
    page.context.set_offline(False)
    expect(page.get_by_text("This link no longer works.")).to_be_visible()
    _says_what_was_not_written(page)
    page.goto(f"{evening.server.url}/g/{new}/")
    _says_what_was_not_written(page)
    expect(page.get_by_text("This link no longer works.")).to_have_count(0)
    page.get_by_role("button", name="Add them here").tap()
    expect(page.get_by_role("button", name="clear for Quentin")).to_be_visible()
    comes_to(page, lambda: _log(evening, new), [LaidDown(0), LaidDown(1), LaidDown(2)])
    expect(page.locator("#questions")).to_be_empty()
    page.reload()
    expect(page.get_by_role("button", name="clear for Quentin")).to_be_visible()
    expect(page.locator("#questions")).to_be_empty()
    assert _log(evening, new) == [LaidDown(0), LaidDown(1), LaidDown(2)]


@pytest.mark.soak
def test_a_tap_that_arrived_before_its_answer_was_lost_is_not_added_again(
    two_phones: Phones, server: LiveServer
) -> None:
    phone, evening = two_phones.phones[0], Evening(server, _NAMES)
    _sits_down(evening, phone.device)
    page = phone.shows(evening.token)
    phone.network.deaf = True
    phone.network.next(*["lose response"] * 20)
    lays_down(page, "Ben")
    comes_to(page, lambda: _log(evening, evening.token), [LaidDown(1)])
    phone.network.offline = True
    new = _replaced(evening)
    phone.network.offline = phone.network.deaf = False
    phone.network.forget_script()
    page.goto(f"{phone.network.url}/g/{new}/")
    page.get_by_role("button", name="Add them here").tap()
    expect(page.locator("#questions")).to_be_empty()
    expect(page.get_by_role("button", name="clear for Ben")).to_be_visible()
    lays_down(page, "Dee")
    comes_to(page, lambda: _log(evening, new), [LaidDown(1), LaidDown(3)])


@pytest.mark.soak
def test_taps_can_be_left_out(keeping: Page, evening: Evening) -> None:
    page = keeping
    new = _taps_while_the_link_is_replaced(page, evening)
    page.context.set_offline(False)
    page.goto(f"{evening.server.url}/g/{new}/")
    page.get_by_role("button", name="Leave out").tap()
    expect(page.locator("#questions")).to_be_empty()
    page.reload()
    lays_down(page, "Ann")
    expect(page.locator("#questions")).to_be_empty()
    comes_to(page, lambda: _log(evening, new), [LaidDown(0)])
    page.goto(f"{evening.server.url}/g/{new}/history")
    expect(page.locator(".left-out del")).to_have_text(["Ben laid down", "Quentin laid down"])
    page.get_by_role("link", name="Bring back").tap()
    expect(page.locator("#questions .doubt")).to_contain_text("What was tapped here was left out.")
    hesitates(page)
    page.get_by_role("button", name="Do it anyway").tap()
    comes_to(page, lambda: _log(evening, new), [LaidDown(0), LaidDown(1), LaidDown(2)])


@pytest.mark.soak
def test_commands_left_out_by_an_old_link_name_nobody_and_are_listed(
    keeping: Page, evening: Evening
) -> None:
    page = keeping
    new = _taps_while_the_link_is_replaced(page, evening)
    page.context.set_offline(False)
    expect(page.get_by_text("This link no longer works.")).to_be_visible()
    page.get_by_role("button", name="Leave out").tap()
    expect(page.locator("#questions")).to_be_empty()
    page.evaluate(_UNTIL_NOT_NAMED, "Quentin")
    with page.expect_response("**/share/replaces?*"):
        page.goto(f"{evening.server.url}/g/{new}/")
    lays_down(page, "Ann")
    comes_to(page, lambda: _log(evening, new), [LaidDown(0)])
    page.goto(f"{evening.server.url}/g/{new}/history")
    expect(page.locator(".left-out del")).to_have_text(["Ben laid down", "Quentin laid down"])


@pytest.mark.soak
def test_taps_that_wait_for_a_deleted_game_are_named(keeping: Page, evening: Evening) -> None:
    page = keeping
    page.goto(evening.page())
    page.evaluate(UNTIL_KEPT, 0)
    page.context.set_offline(True)
    for name in ("Ben", "Quentin"):
        lays_down(page, name)
    expect(page.locator("#live")).to_contain_text("To send: 2.")
    with evening.server.app.app_context():
        delete_game(evening.token, evening.device)
    page.context.set_offline(False)
    expect(page.locator("#questions")).to_contain_text("This game was deleted.")
    _says_what_was_not_written(page)
    page.goto(evening.page())
    expect(page.get_by_role("heading", name="This game was deleted")).to_be_visible()
    expect(page.locator("#stranded")).to_contain_text("never saved: 2.")


@pytest.mark.soak
def test_the_old_links_page_lists_waiting_commands_for_its_game_only(
    keeping: Page, evening: Evening
) -> None:
    page = keeping
    _taps_while_the_link_is_replaced(page, evening)
    other = Evening(evening.server, _NAMES)
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto(evening.page())
    expect(page.get_by_role("heading", name="This link was replaced")).to_be_visible()
    expect(page.locator("#stranded")).to_contain_text("never saved: 2.")
    expect(page.locator("#stranded li")).to_have_text(
        ["Round 1 · Player 2 laid down", "Round 1 · Player 3 laid down"]
    )
    with page.expect_response("**/share/replaces?*"):
        page.goto(other.page())
    lays_down(page, "Ann")
    comes_to(page, lambda: _log(other, other.token), [LaidDown(0)])
    expect(page.locator("#questions")).to_be_empty()


@pytest.mark.soak
def test_after_the_move_the_old_game_is_not_named_on_this_phone(
    keeping: Page, evening: Evening
) -> None:
    page = keeping
    _taps_while_the_link_is_replaced(page, evening)
    assert page.evaluate(_NAMED_AT_HOME, "Quentin")
    page.context.set_offline(False)
    expect(page.get_by_text("This link no longer works.")).to_be_visible()
    page.evaluate(_UNTIL_NOT_NAMED, "Quentin")
    page.context.set_offline(True)
    page.goto(evening.server.url)
    expect(page.get_by_text("Quentin")).to_have_count(0)


_NO_ROOM_TO_MOVE = """() => {
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (row, ...key) {
    if (row.entries) throw new DOMException("full", "QuotaExceededError");
    return put.call(this, row, ...key);
  };
}"""


@pytest.mark.soak
def test_without_room_the_commands_stay_and_a_message_says_so(
    keeping: Page, evening: Evening
) -> None:
    page = keeping
    new = _taps_while_the_link_is_replaced(page, evening)
    page.context.set_offline(False)
    page.goto(f"{evening.server.url}/g/{new}/")
    _says_what_was_not_written(page)
    page.evaluate(_NO_ROOM_TO_MOVE)
    hesitates(page)
    page.get_by_role("button", name="Add them here").tap()
    expect(page.get_by_text("no room for them, so they are still waiting here.")).to_be_visible()
    _says_what_was_not_written(page)
    page.reload()
    page.get_by_role("button", name="Add them here").tap()
    comes_to(page, lambda: _log(evening, new), [LaidDown(1), LaidDown(2)])
