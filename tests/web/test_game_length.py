"""The duration of a game on its final page."""

from datetime import timedelta

import pytest

from companion.records.log.stored_game import LogLine, StoredGame, Tap
from companion.rules.fold.entries import RoundScored
from tests.web.table import Table


@pytest.mark.parametrize(
    ("minutes", "device", "told"),
    [
        (45, "phone", " · 45 minutes"),
        (130, "phone", " · 2 h 10 min"),
        (3000, "phone", "12 rounds"),
        (1200, None, "12 rounds"),
    ],
    ids=["minutes", "hours", "days", "kept elsewhere"],
)
def test_how_long_the_game_took_is_told_unless_days_went_by_or_nobody_knows(
    two: Table, monkeypatch: pytest.MonkeyPatch, minutes: int, device: str | None, told: str
) -> None:
    two.has_played(12, 0, 90, down=[0])
    began = two.stored.row.started_at
    tap = Tap("a tap", device, began + timedelta(minutes=minutes))
    monkeypatch.setattr(StoredGame, "line", lambda _, n: LogLine(n, RoundScored(), tap))
    assert two.page("final").texts("header p")[0].endswith(told)
