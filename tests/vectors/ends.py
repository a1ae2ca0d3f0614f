"""Ends that random games rarely reach: every sentence about winners must occur."""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from companion.rules.fold import entries as e
from companion.rules.game import Game
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from tests.vectors.own_rules import snapshot_of

Data = dict[str, Any]


def _nobody_out(*, down: bool, points: int = 10) -> list[e.Entry]:
    """Both players hold the same cards."""
    hands = [e.HandCounted(seat, e.Hand(points=points), down) for seat in (0, 1)]
    return [e.WentOut(None), *hands, e.RoundScored()]


def _one_round(data: Data) -> None:
    data["contracts"] = data["contracts"][:1]
    data["end"]["tiebreak"] = "playoff"


def _by_points(data: Data) -> None:
    data["contracts"] = data["contracts"][:1]
    rule = next(row for row in data["house_rules"] if row["key"] == "winner_rule")
    rule["default"] = "lowest_points_when_someone_finishes"


def _void_playoff(data: Data) -> None:
    _one_round(data)
    rule = next(row for row in data["house_rules"] if row["key"] == "blocked_round")
    rule["default"] = "void"


def _for_points(data: Data) -> None:
    rule = next(row for row in data["house_rules"] if row["key"] == "kind")
    rule["default"] = "points"


def _in_deals(data: Data) -> None:
    rule = next(row for row in data["house_rules"] if row["key"] == "kind")
    rule["default"] = "deals"


_TIED = [
    e.WentOut(0),
    e.HandCounted(1, e.Hand(points=10), down=True),
    e.Adjusted(0, e.Adjustment(10, "said")),
    e.RoundScored(),
]


def _ann_out(melded: e.Hand | None = None) -> list[e.Entry]:
    return [
        e.WentOut(0),
        e.HandCounted(1, e.Hand(points=100), down=False, melded=melded),
        e.RoundScored(),
    ]


_ENDS: Mapping[str, tuple[str, Callable[[Data], None] | None, list[e.Entry]]] = {
    "fewest points when it is ended": ("five-crowns", None, [*_ann_out(), e.GameEnded("")]),
    "most points when it is ended": (
        *("rummy-500", None),
        [*_ann_out(e.Hand(points=10)), e.GameEnded("")],
    ),
    "level when it is ended": ("five-crowns", None, [*_nobody_out(down=False), e.GameEnded("")]),
    "when the table ends it": ("indian-rummy", _for_points, [*_ann_out(), e.GameEnded("")]),
    "when the table says why": ("indian-rummy", _for_points, [*_ann_out(), e.GameEnded("late")]),
    "fewest points of those as far": (
        *("twelve-step-rummy", None),
        [e.Adjusted(0, e.Adjustment(5, "said")), *_nobody_out(down=False), e.GameEnded("late")],
    ),
    "as far": ("twelve-step-rummy", None, [*_nobody_out(down=False), e.GameEnded("late")]),
    "most points after the last deal": (
        *("indian-rummy", _in_deals),
        [*_ann_out(), *_ann_out()],
    ),
    "level at the limit": ("classic-rummy", None, _nobody_out(down=False, points=100)),
    "level by points": ("twelve-step-rummy", _by_points, _nobody_out(down=True)),
    "a play-off that is void": (
        *("phase-10", _void_playoff),
        [*_TIED, *[e.WentOut(None), e.RoundScored()] * 2, e.WentOut(1), e.RoundScored()],
    ),
    "all left": (
        *("phase-10", _one_round),
        [*_nobody_out(down=True), e.PlayerLeft(0), e.PlayerLeft(1)],
    ),
}


def ends() -> Iterator[tuple[str, list[Game]]]:
    """Each of these games by name, after each of its entries."""
    for name, (key, change, entries) in _ENDS.items():
        data = deepcopy(game_data(key))  # the catalogue is cached for the whole process
        if change:
            change(data)
        games = [Game.begun(snapshot_of(data, {}), Seats(("Ann", "Ben")))]
        for entry in entries:
            games.append(games[-1].with_entries(entry))
        yield name, games
