"""The duration of a game on its final page."""

from datetime import timedelta

import pytest

from companion.records.log.stored_game import LogLine, StoredGame, Tap
from companion.records.log.taps import Tapped
from companion.rules.fold.entries import RoundScored
from tests.web.table import Table


@pytest.mark.parametrize(
    ("minutes", "tapped", "device", "told"),
    [
        (45, None, "phone", " · 45 minutes"),
        (130, None, "phone", " · 2 h 10 min"),
        (800, 45, "phone", " · 45 minutes"),
        (3000, None, "phone", "12 rounds"),
        (1200, None, None, "12 rounds"),
    ],
    ids=["minutes", "hours", "sent later", "days", "kept elsewhere"],
)
def test_how_long_the_game_took_is_told_unless_days_went_by_or_nobody_knows(
    two: Table,
    monkeypatch: pytest.MonkeyPatch,
    minutes: int,
    tapped: int | None,
    device: str | None,
    told: str,
) -> None:
    two.has_played(12, 0, 90, down=[0])
    began = two.stored.row.started_at
    at = Tapped(None if tapped is None else began + timedelta(minutes=tapped))
    tap = Tap("a tap", device, began + timedelta(minutes=minutes), at)
    monkeypatch.setattr(StoredGame, "line", lambda _, n: LogLine(n, RoundScored(), tap))
    assert two.page("final").texts("header p")[0].endswith(told)
