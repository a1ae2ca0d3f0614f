"""The clock of a phone jumps while taps wait; they are sent all the same.

Only `Date` jumps; the monotonic clock of the page does not, as on a phone.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect
from playwright.sync_api import TimeoutError as NeverHappened

from companion.rules.fold.entries import LaidDown
from tests.browser.evenings import Evening
from tests.browser.keeping import lays_down
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, comes_to

_HOUR = 3_600_000  # ms
_LONGEST_PAUSE = 45_000  # ms between two attempts, after many on a slow machine (sync/requests.js)


def _jumps(first: int, *others: int) -> pytest.MarkDecorator:
    """One case in the suite, the others in `make soak`."""
    soak = [pytest.param(jump, marks=pytest.mark.soak) for jump in others]
    return pytest.mark.parametrize("jump", [first, *soak])


_IS_SET_BY = """ms => {
  const { now } = Date;
  Date.now = () => now.call(Date) + ms;
}"""
_WITHOUT_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })"
_LOG = "**/log"


@pytest.fixture
def evening(page: Page, server: LiveServer, complaints: Complaints) -> Evening:
    """A game of four, on the phone of the keeper."""
    complaints.expect("ERR_FAILED")
    evening = Evening(server, ("Ann", "Ben", "Cy", "Dee"))
    page.context.add_cookies([server.cookie_of(evening.device)])
    return evening


@_jumps(-_HOUR, _HOUR, -400 * 24 * _HOUR)
def test_waiting_commands_are_sent_despite_a_clock_that_jumps(
    page: Page, evening: Evening, jump: int
) -> None:
    page.goto(evening.page())
    page.route(_LOG, lambda route: route.abort())
    with page.expect_event("requestfailed", lambda sent: sent.url.endswith("/log")):
        lays_down(page, "Ben")
    page.evaluate(_IS_SET_BY, jump)
    lays_down(page, "Cy")
    with page.expect_response(_LOG, timeout=_LONGEST_PAUSE):  # a retry may follow at once
        page.unroute(_LOG)
    comes_to(page, lambda: evening.entries, [LaidDown(1), LaidDown(2)])


@pytest.mark.soak
@pytest.mark.parametrize("jump", [_HOUR, -_HOUR])
def test_a_recent_tap_can_still_be_asked_about_after_a_jump(
    page: Page, evening: Evening, jump: int
) -> None:
    page.goto(evening.page())
    table = Table(page).goes_out("Ann").types("Ben", "25")
    table.next_hand("Cy").types("Cy", "25").next_hand("Dee").types("Dee", "25")
    page.route(_LOG, lambda route: route.abort())
    with page.expect_event("requestfailed", _is_a_round):
        table.writes_it_down()
    page.evaluate(_IS_SET_BY, jump)
    with page.expect_request(_is_a_round, timeout=_LONGEST_PAUSE) as sent:
        page.unroute(_LOG)
    [round_] = [one for one in _commands(sent.value) if _writes_a_round(one)]
    assert not round_["unasked"]


def _commands(request: Request) -> list[dict[str, Any]]:
    data = request.post_data_json if request.method == "POST" else None
    return data.get("commands", []) if isinstance(data, dict) else []


def _writes_a_round(command: dict[str, Any]) -> bool:
    return any(entry["kind"] == "round_scored" for entry in command["entries"])


def _is_a_round(request: Request) -> bool:
    return any(_writes_a_round(one) for one in _commands(request))


def _two_tabs_without_locks(
    new_phone: Callable[..., BrowserContext], evening: Evening
) -> tuple[Page, Page]:
    phone = new_phone()
    phone.add_init_script(_WITHOUT_LOCKS)
    phone.add_cookies([evening.server.cookie_of(evening.device)])
    one, other = phone.new_page(), phone.new_page()
    one.goto(evening.page())
    return one, other  # opened later, because either tab may become the sender


@pytest.mark.soak
@pytest.mark.parametrize("jump", [_HOUR, -_HOUR])
def test_a_tab_waits_for_the_lease_independently_of_the_clock(
    new_phone: Callable[..., BrowserContext], evening: Evening, jump: int
) -> None:
    one, other = _two_tabs_without_locks(new_phone, evening)
    held: list[Route] = []

    def holds(route: Route) -> None:
        held.append(route)

    one.route(_LOG, holds, times=1)  # if this were held, too, the sender would time out
    with one.expect_request(_LOG):
        lays_down(one, "Ben")
    other.goto(evening.page())
    other.evaluate(_IS_SET_BY, jump)
    sent: list[Request] = []
    other.on("request", lambda request: _commands(request) and sent.append(request))
    lays_down(other, "Cy")
    expect(one.get_by_role("button", name="clear for Cy")).to_be_visible()
    with pytest.raises(NeverHappened):  # for longer than a stale lease is respected
        other.wait_for_event("request", lambda request: bool(_commands(request)), timeout=8000)
    assert sent == []
    held[0].continue_()
    comes_to(one, lambda: evening.entries, [LaidDown(1), LaidDown(2)])


@_jumps(_HOUR, 0, -_HOUR)
def test_the_lease_of_a_closed_tab_is_taken_over(
    new_phone: Callable[..., BrowserContext], evening: Evening, jump: int
) -> None:
    one, other = _two_tabs_without_locks(new_phone, evening)
    one.route(_LOG, lambda _route: None)
    with one.expect_request(_LOG):
        lays_down(one, "Ben")
    other.goto(evening.page())
    expect(other.get_by_role("button", name="clear for Ben")).to_be_visible()
    other.evaluate(_IS_SET_BY, jump)
    one.close()
    comes_to(other, lambda: evening.entries, [LaidDown(1)])
