"""A phone reads and types days and hours by its own clock, from its first page on."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.records.log.games import NewGame, start_game
from companion.rules.fold.entries import GameEnded, Hand, HandCounted, RoundScored, WentOut
from companion.rules.model.state import Seats
from tests.browser.serving import LiveServer
from tests.records.book import resolved

LOS_ANGELES, KATHMANDU = "America/Los_Angeles", "Asia/Kathmandu"
FRIDAY_EVENING = datetime(2024, 12, 14, 4, 10, tzinfo=UTC)  # in Los Angeles
NewPhone = Callable[..., BrowserContext]
TRAVELS = "zone => document.cookie = `companion-zone=${zone}; path=/`"
ASKED = """() => performance.getEntriesByType("navigation")[0].type"""


@pytest.fixture
def played(server: LiveServer) -> str:
    """The address of a game of that evening."""
    play = (WentOut(0), HandCounted(1, Hand(points=40), down=True), RoundScored(), GameEnded(""))
    new = NewGame(
        resolved(),
        Seats(("Ann", "Bo")),
        entries=play,
        started_at=FRIDAY_EVENING,
        times=[FRIDAY_EVENING] * len(play),
    )
    with server.app.app_context():
        return f"{server.url}/g/{start_game(new, 'keeper')}/"


def shows(page: Page, day: str, clock: str) -> None:
    """The first page of the phone, its paper, and its history."""
    expect(page.locator(".bar time")).to_have_text(day)
    expect(page.locator(".leaf header time")).to_contain_text(day)
    page.goto(page.url.replace("/sheet", "/history"))
    expect(page.locator(".log time").first).to_have_text(f"{day}, {clock}")


@pytest.mark.parametrize(
    ("zone", "day", "clock"),
    [
        pytest.param(LOS_ANGELES, "13 December 2024", "20:10", marks=pytest.mark.soak),
        (KATHMANDU, "14 December 2024", "09:55"),
        pytest.param("Pacific/Chatham", "14 December 2024", "17:55", marks=pytest.mark.soak),
    ],
)
def test_the_first_page_of_a_phone_has_its_days_and_hours(
    played: str, new_phone: NewPhone, zone: str, day: str, clock: str
) -> None:
    page = new_phone(timezone_id=zone).new_page()
    page.goto(f"{played}sheet")
    shows(page, day, clock)


@pytest.mark.soak
def test_after_a_journey_a_page_has_the_days_of_the_place(played: str, new_phone: NewPhone) -> None:
    page = new_phone(timezone_id=LOS_ANGELES).new_page()
    page.goto(f"{played}rules")
    page.evaluate(TRAVELS, KATHMANDU)  # the cookie is from there, the clock is from here
    page.goto(f"{played}sheet")
    shows(page, "13 December 2024", "20:10")


@pytest.mark.soak
def test_a_page_is_requested_once_when_the_zone_is_known(played: str, new_phone: NewPhone) -> None:
    page = new_phone(timezone_id=LOS_ANGELES).new_page()
    page.goto(f"{played}sheet")
    expect(page.locator(".bar time")).to_have_text("13 December 2024")
    page.goto(f"{played}sheet")
    expect(page.locator(".bar time")).to_have_text("13 December 2024")
    assert page.evaluate(ASKED) == "navigate"


def test_without_cookies_a_page_is_not_requested_forever(played: str, new_phone: NewPhone) -> None:
    phone = new_phone(timezone_id=LOS_ANGELES)
    phone.add_init_script(
        "Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });"
    )
    page = phone.new_page()
    page.goto(f"{played}sheet")
    expect(page.locator(".bar time")).to_have_count(1)
    assert page.evaluate(ASKED) == "navigate"
