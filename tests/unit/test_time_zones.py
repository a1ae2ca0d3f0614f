"""Time zones: their names, and the clocks of each, also in summer."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from companion.settings.locale import in_zone, moment_of, zone_called


@pytest.mark.parametrize("name", ["Europe/Berlin", "Asia/Calcutta", "Asia/Katmandu", "UTC"])
def test_a_zone_has_the_name_that_browsers_give_it(name: str) -> None:
    assert zone_called(name) == ZoneInfo(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            "Europe/Atlantis",
            "Etc/Unknown",
            "undefined",
            "+05:30",
            "Europe",
            "Europe/",
            ".",
            "..",
        ),
        *("../../etc/passwd", "/etc/localtime", "Europe/../../etc/passwd", "zone.tab", "os.path"),
        *("x" * 5000, "Europe/Berlin\0", "Zürich", "\ud800", "<script>"),
    ],
)
def test_any_other_text_names_no_zone(name: str) -> None:
    assert zone_called(name) is None


@pytest.mark.parametrize(
    ("zone", "utc", "here"),
    [
        ("America/Los_Angeles", "2026-11-14T04:10", "2026-11-13T20:10"),
        ("America/Los_Angeles", "2026-07-14T03:10", "2026-07-13T20:10"),  # in summer
        ("Asia/Kathmandu", "2026-11-13T18:30", "2026-11-14T00:15"),
        ("Pacific/Chatham", "2026-11-13T10:30", "2026-11-14T00:15"),  # 45 minutes, and summer
        ("Europe/Berlin", "2026-03-29T01:00", "2026-03-29T03:00"),  # the hour from 2 is left out
        ("Europe/Berlin", "2026-10-25T00:30", "2026-10-25T02:30"),
        ("Europe/Berlin", "2026-10-25T01:30", "2026-10-25T02:30"),  # and in autumn comes twice
    ],
)
def test_clocks_show_a_moment_by_their_zone(zone: str, utc: str, here: str) -> None:
    naive = datetime.fromisoformat(utc)
    for moment in (naive, naive.replace(tzinfo=UTC)):
        shown = in_zone(moment, ZoneInfo(zone))
        assert f"{shown:%Y-%m-%dT%H:%M}" == here
        assert shown.astimezone(UTC) == naive.replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "day", "clock", "utc"),
    [
        ("America/Los_Angeles", date(2026, 11, 13), time(20, 10), "2026-11-14T04:10"),
        ("Asia/Kathmandu", date(2026, 11, 14), time(0), "2026-11-13T18:15"),
        ("Europe/Berlin", date(2026, 10, 25), time(2, 30), "2026-10-25T00:30"),
        ("Europe/Berlin", date(2026, 10, 25), time(2, 30, fold=1), "2026-10-25T01:30"),
        ("Asia/Beirut", date(2026, 3, 29), time(0), "2026-03-28T22:00"),  # this day begins at 1
    ],
)
def test_a_clock_shows_a_time_at_this_moment(zone: str, day: date, clock: time, utc: str) -> None:
    expected = datetime.fromisoformat(utc).replace(tzinfo=UTC)
    assert moment_of(day, clock, ZoneInfo(zone)) == expected


def test_without_a_zone_the_clock_is_that_of_the_machine() -> None:
    moment = datetime(2026, 11, 14, 4, 10, tzinfo=UTC)
    here = in_zone(moment, None)
    assert here == moment.astimezone()
    assert moment_of(here.date(), here.time(), None) == moment
