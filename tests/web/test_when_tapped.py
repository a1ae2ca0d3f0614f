"""The time of a tap as reported by its phone, in addition to the time of its arrival."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from time import time
from typing import Any

import pytest

from companion.gamefile import read_record, to_json
from companion.records.log.game_records import game_record, keep_records
from companion.records.log.games import open_game
from companion.records.log.stored_game import LogLine
from companion.records.log.taps import Tapped
from companion.records.people.links import new_key
from tests.web.table import Table

ARRIVED = datetime(2026, 11, 23, 20, 0)  # noqa: DTZ001 - naive, as in the tables
HERE = round(ARRIVED.replace(tzinfo=UTC).timestamp() * 1000)
MINUTE = 60_000
HOUR = 60 * MINUTE

REPORTED: Mapping[str, tuple[int | None, int | None, Tapped]] = {
    "nothing": (None, None, Tapped()),
    "by a right clock": (HERE - 5 * MINUTE, HERE, Tapped(ARRIVED - timedelta(minutes=5), 0)),
    "by a clock an hour fast": (
        *(HERE + 55 * MINUTE, HERE + HOUR),
        Tapped(ARRIVED - timedelta(minutes=5), 3600),
    ),
    "by a clock of 1970": (
        0,
        MINUTE,
        Tapped(ARRIVED - timedelta(minutes=1), (MINUTE - HERE) // 1000),
    ),
    "without the time of the phone": (HERE - HOUR, None, Tapped(ARRIVED - timedelta(hours=1))),
    "in the future, without it": (HERE + HOUR, None, Tapped()),
    "a clock that was set back meanwhile": (HERE, HERE - HOUR, Tapped(None, -3600)),
    "two months ago": (HERE - 60 * 24 * HOUR, HERE, Tapped(None, 0)),
    "a clock beyond all years": (8_640_000_000_000_000, 8_640_000_000_000_000, Tapped(ARRIVED)),
    "the other end of time": (-8_640_000_000_000_000, HERE, Tapped(None, 0)),
}


@pytest.mark.parametrize(("tap", "phone", "kept"), REPORTED.values(), ids=REPORTED)
def test_tap_times_are_converted_to_the_servers_clock(
    tap: int | None, phone: int | None, kept: Tapped
) -> None:
    assert Tapped.reported(tap, phone, ARRIVED) == kept


def sends(table: Table, seat: int = 1, **sent: Any) -> Any:
    """Mark a player down by the JSON API; `tapped_at` and `now` are by the clock of the phone."""
    entries = [{"kind": "laid_down", "seat": seat}]
    command = {"tap": new_key(), "seen": table.state.version, "entries": entries}
    command |= {"tapped_at": sent.pop("tapped_at")} if "tapped_at" in sent else {}
    key = {"X-CSRFToken": table.phone.csrf_token}
    data = {"commands": [command], **sent}
    return table.phone.client.post(table.address("log"), json=data, headers=key)


def last(table: Table) -> LogLine:
    return table.stored.line(table.stored.game.version)


def told(table: Table) -> str:
    """The last line of the history, without its time."""
    line = table.page("history").all(".round p")[0].to_text()
    return re.sub(r" · \d\d:\d\d", "", line, count=1)


def test_a_late_tap_is_shown_with_its_own_and_its_arrival_time(table: Table) -> None:
    now = round(time() * 1000)
    assert sends(table, tapped_at=now - 2 * HOUR, now=now).status_code == 200
    line = last(table)
    assert line.tapped_at is not None
    assert timedelta(hours=2) <= line.at - line.tapped_at < timedelta(hours=2, minutes=1)
    assert line.clock_ahead in {-1, 0}
    shown = table.page("history").one(".round time").attrs["datetime"]
    assert shown == line.tapped_at.isoformat()
    assert "arrived" in told(table)
    assert "clock" not in told(table)


def test_a_wrong_clock_is_corrected_and_flagged(table: Table) -> None:
    wrong = round(time() * 1000) - 3 * HOUR
    sends(table, tapped_at=wrong - 10 * MINUTE, now=wrong)
    line = last(table)
    assert line.tapped_at is not None
    assert line.at - line.tapped_at < timedelta(minutes=11)
    assert "the phone’s clock was 3 hours slow" in told(table)


def test_a_clock_that_was_set_meanwhile_gives_no_time_and_is_flagged(table: Table) -> None:
    now = round(time() * 1000)
    sends(table, tapped_at=now + 5 * HOUR, now=now + 2 * HOUR)
    assert last(table).tapped_at is None
    assert "arrived" not in told(table)
    assert "the phone’s clock was 2 hours fast" in told(table)


def test_a_tap_that_arrived_at_once_says_nothing_of_clocks(table: Table) -> None:
    wrong = round(time() * 1000) + 3 * HOUR
    sends(table, tapped_at=wrong - 100, now=wrong)
    assert last(table).tapped_at is not None
    assert told(table) == "Ben laid down · this phone"


def test_without_a_script_there_is_only_the_time_of_arrival(table: Table) -> None:
    table.lay_down("Ben")
    assert (last(table).tapped_at, last(table).clock_ahead) == (None, None)
    assert told(table) == "Ben laid down · this phone"


def test_no_time_however_wrong_loses_a_tap(table: Table) -> None:
    for seat, tapped_at in enumerate((0, -8_640_000_000_000_000, 8_640_000_000_000_000)):
        assert sends(table, seat, tapped_at=tapped_at, now=0).status_code == 200
    assert table.kinds == ["laid_down"] * 3


@pytest.mark.parametrize("tapped_at", ["yesterday", 1.5, True, None, 10**17])
def test_an_invalid_time_is_reported(table: Table, tapped_at: Any) -> None:
    answer = sends(table, tapped_at=tapped_at)
    assert answer.status_code == 422
    assert "commands[0].tapped_at is not valid" in answer.json["sentence"]


def test_the_log_tells_both_times(table: Table) -> None:
    now = round(time() * 1000)
    sends(table, tapped_at=now - HOUR, now=now)
    (row,) = table.phone.client.get(table.address("log")).json["entries"]
    at, tapped_at = (datetime.fromisoformat(row[key]) for key in ("at", "tapped_at"))
    assert timedelta(hours=1) <= at - tapped_at < timedelta(hours=1, minutes=1)


def test_a_tap_that_waited_keeps_its_time_in_a_file_and_one_that_did_not_is_as_before(
    table: Table,
) -> None:
    now = round(time() * 1000)
    sends(table, 1, tapped_at=now - HOUR, now=now)
    sends(table, 2, tapped_at=now - 10, now=now)
    with table.phone.app.app_context():
        told = game_record(table.token, with_history=True)
        waited, at_once = told["history"]["entries"]
        assert "tapped_at" in waited
        assert "tapped_at" not in at_once
        again = open_game(keep_records([read_record(to_json(told).encode())])[0])
    lines = [table.stored.line(1), again.line(1)]
    assert lines[0].tapped_at == lines[1].tapped_at
    assert again.line(2).tapped_at is None
