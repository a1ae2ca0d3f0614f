"""Days and hours on every page are those of the phone that asks, or of the settings."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from http import HTTPStatus
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from companion.records.log.games import NewGame, start_game
from companion.rules.fold.entries import GameEnded, Hand, HandCounted, RoundScored, WentOut
from companion.rules.model.state import Seats
from companion.web.local_time import COOKIE, Days, next_at
from tests.records.book import resolved
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import Table

LOS_ANGELES, KATHMANDU = "America/Los_Angeles", "Asia/Kathmandu"
FRIDAY_EVENING = datetime(2024, 12, 14, 4, 10, tzinfo=UTC)  # in Los Angeles


@pytest.fixture
def setting(app: Flask) -> Iterator[None]:
    """The server is in UTC, wherever the tests run."""
    before = app.config["TIMEZONE"]
    app.config["TIMEZONE"] = UTC
    yield
    app.config["TIMEZONE"] = before


@pytest.fixture
def played(phone: Phone, setting: None) -> Table:  # noqa: ARG001
    """A game of that evening; figures of people are cached."""
    play = (WentOut(0), HandCounted(1, Hand(points=40), down=True), RoundScored(), GameEnded(""))
    times = [FRIDAY_EVENING] * len(play)
    seats = Seats(("Ann", "Ben"))
    new = NewGame(resolved(), seats, entries=play, started_at=FRIDAY_EVENING, times=times)
    with phone.app.app_context():
        return Table(phone, start_game(new, phone.device))


def is_in(phone: Phone, zone: str) -> Phone:
    """The phone arrives there."""
    phone.client.set_cookie(COOKIE, zone)
    return phone


def day_in_list(phone: Phone) -> list[str]:
    return phone.open("/played").texts("h2, .line time")


def play_date(phone: Phone, address: str) -> str:
    (play,) = json.loads(phone.client.get(address).data)["plays"]
    return str(play["playDate"])


def name_of(phone: Phone, address: str) -> str:
    found = re.search(r"\d{4}-\d\d-\d\d", phone.client.get(address).headers["Content-Disposition"])
    assert found
    return found[0]


@pytest.mark.parametrize(
    ("zone", "day", "words", "in_list", "clock"),
    [
        ("", "2024-12-14", "Saturday, 14 December 2024", "Sat 14", "04:10"),
        (LOS_ANGELES, "2024-12-13", "Friday, 13 December 2024", "Fri 13", "20:10"),
        (KATHMANDU, "2024-12-14", "Saturday, 14 December 2024", "Sat 14", "09:55"),
        ("Etc/Unknown", "2024-12-14", "Saturday, 14 December 2024", "Sat 14", "04:10"),
        ("../../etc/passwd", "2024-12-14", "Saturday, 14 December 2024", "Sat 14", "04:10"),
    ],
)
def test_every_page_and_file_has_the_same_day_and_hour(
    played: Table, zone: str, day: str, words: str, in_list: str, clock: str
) -> None:
    phone = is_in(played.phone, zone)
    date_only = words.partition(", ")[2]
    assert day_in_list(phone) == ["December 2024", in_list]
    assert date_only in phone.open("/").words
    assert date_only in played.page("sheet").words
    assert words in played.page("sheet").texts(".leaf header p")
    assert date_only in played.page("final").words
    assert words in played.page("final/share").html
    assert f"{date_only}, {clock}" in played.page("history").words
    assert words in phone.open("/played/export").words
    for file in ("sheet.pdf", "game.json", "game.csv"):
        assert name_of(phone, played.address(file)) == day
    assert play_date(phone, played.address("game.bgsplay")) == f"{day} {clock}:00"
    assert play_date(phone, f"/played/games.bgsplay?day={day}") == f"{day} {clock}:00"


def test_the_export_of_an_evening_goes_by_the_days_of_the_phone(played: Table) -> None:
    def games_of(day: str) -> int:
        return len(json.loads(phone.client.get(f"/played/games.json?day={day}").data)["games"])

    phone = played.phone
    assert (games_of("2024-12-13"), games_of("2024-12-14")) == (0, 1)
    is_in(phone, LOS_ANGELES)
    assert (games_of("2024-12-13"), games_of("2024-12-14")) == (1, 0)


def test_a_season_goes_by_the_days_of_the_phone_also_after_a_journey(played: Table) -> None:
    def season(phone: Phone, **days: str) -> Page:
        return phone.open("/persons/group?" + urlencode({"who": ["Ann", "Ben"]} | days, doseq=True))

    phone = played.phone
    for zone, day, other in (
        ("UTC", "2024-12-14", "2024-12-13"),
        (LOS_ANGELES, "2024-12-13", "2024-12-14"),
        ("Pacific/Chatham", "2024-12-14", "2024-12-13"),
    ):
        is_in(phone, zone)
        whole = season(phone)
        assert whole.field("since").attrs["value"] == day
        assert len(season(phone, since=day, until=day).all(".span-words")) == 1
        assert len(season(phone, since=other, until=other).all(".span-words")) == 0


def test_an_open_page_is_fetched_again_after_a_journey(played: Table) -> None:
    phone, address = is_in(played.phone, LOS_ANGELES), played.address("sheet")
    tag = {"If-None-Match": phone.client.get(address).headers["ETag"]}
    assert phone.client.get(address, headers=tag).status_code == HTTPStatus.NOT_MODIFIED
    is_in(phone, KATHMANDU)
    assert phone.client.get(address, headers=tag).status_code == HTTPStatus.OK


def asks_again(page: Page) -> bool:
    """Whether the page is requested again by a phone that is in another zone."""
    (script,) = page.all("script[data-path]")
    assert script.attrs["data-path"] == "/"
    return "data-again" in script.attrs


def test_a_page_is_requested_again_only_if_it_has_times(played: Table) -> None:
    assert asks_again(played.page("sheet"))
    assert asks_again(played.phone.open("/persons/one?name=Ann"))
    assert asks_again(played.phone.open("/persons/one?name=Ann"))
    assert not asks_again(played.phone.open("/new"))
    assert not asks_again(played.page("rules"))


def test_neither_the_answer_to_a_form_nor_a_message_about_it_is_requested_again(
    table: Table,
) -> None:
    refused = table.page("players").press("Save", until="soon")
    table.page("players").press("Save", until="22:30")
    assert refused.status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not asks_again(refused)
    assert asks_again(table.page("players"))
    phone = table.phone
    phone.send(table.address("delete"), {"csrf_token": phone.csrf_token, "key": "k"})
    deleted = phone.open("/")
    assert deleted.said
    assert not asks_again(deleted)


@pytest.mark.parametrize(
    ("zone", "since", "clock", "expected"),
    [
        (LOS_ANGELES, "2026-11-14T04:10", time(22, 30), "2026-11-14T06:30"),
        (LOS_ANGELES, "2026-11-14T07:10", time(0, 30), "2026-11-14T08:30"),  # after midnight
        (KATHMANDU, "2026-11-13T18:30", time(0, 15), "2026-11-13T18:30"),
        (KATHMANDU, "2026-11-13T18:31", time(0, 15), "2026-11-14T18:30"),
        ("Europe/Berlin", "2026-03-28T22:00", time(3), "2026-03-29T01:00"),  # an hour is left out:
        ("Europe/Berlin", "2026-03-28T22:00", time(2, 30), "2026-03-29T01:30"),
        (LOS_ANGELES, "2026-03-08T08:00", time(2, 5), "2026-03-08T10:05"),
        ("Europe/Berlin", "2026-10-25T00:20", time(2, 30), "2026-10-25T00:30"),  # one comes twice:
        ("Europe/Berlin", "2026-10-25T00:40", time(2, 30), "2026-10-25T01:30"),
        ("Europe/Berlin", "2026-10-25T01:40", time(2, 30), "2026-10-26T01:30"),
    ],
)
def test_a_time_that_was_typed_is_the_next_one_on_the_clock_of_the_phone(
    app: Flask, zone: str, since: str, clock: time, expected: str
) -> None:
    with app.test_request_context(headers={"Cookie": f"{COOKIE}={zone}"}):
        moment = next_at(clock, datetime.fromisoformat(since).replace(tzinfo=UTC))
    assert f"{moment:%Y-%m-%dT%H:%M}" == expected


@pytest.mark.parametrize(
    ("zone", "day", "since", "until"),
    [
        (LOS_ANGELES, date(2026, 11, 13), "2026-11-13T08:00", "2026-11-14T08:00"),
        (KATHMANDU, date(2026, 11, 13), "2026-11-12T18:15", "2026-11-13T18:15"),
        ("Europe/Berlin", date(2026, 3, 29), "2026-03-28T23:00", "2026-03-29T22:00"),  # 23 hours
        ("Europe/Berlin", date(2026, 10, 25), "2026-10-24T22:00", "2026-10-25T23:00"),  # 25 hours
        ("Asia/Beirut", date(2026, 3, 29), "2026-03-28T22:00", "2026-03-29T21:00"),  # begins at 1
        ("America/Havana", date(2026, 11, 1), "2026-11-01T04:00", "2026-11-02T05:00"),
    ],
)
def test_a_day_lasts_from_midnight_to_midnight_of_the_phone(
    app: Flask, zone: str, day: date, since: str, until: str
) -> None:
    with app.test_request_context(headers={"Cookie": f"{COOKIE}={zone}"}):
        span = Days(day, day).span
    assert [f"{moment:%Y-%m-%dT%H:%M}" for moment in span] == [since, until]


def test_without_a_phone_the_zone_is_that_of_the_settings(app: Flask, played: Table) -> None:
    app.config["TIMEZONE"] = ZoneInfo(LOS_ANGELES)
    assert day_in_list(played.phone) == ["December 2024", "Fri 13"]
