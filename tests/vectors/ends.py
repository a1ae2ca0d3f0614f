"""Ends that random games rarely reach: every sentence about winners must occur."""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from companion.rules.fold.entries import (
    Adjusted,
    Adjustment,
    Entry,
    GameEnded,
    Hand,
    HandCounted,
    PlayerLeft,
    RoundScored,
    WentOut,
)
from companion.rules.game import Game
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from tests.vectors.own_rules import snapshot_of

Data = dict[str, Any]


def _nobody_out(*, down: bool, points: int = 10) -> list[Entry]:
    """Both players hold the same cards."""
    hands = [HandCounted(seat, Hand(points=points), down) for seat in (0, 1)]
    return [WentOut(None), *hands, RoundScored()]


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
    WentOut(0),
    HandCounted(1, Hand(points=10), down=True),
    Adjusted(0, Adjustment(10, "said")),
    RoundScored(),
]


def _ann_out(melded: Hand | None = None) -> list[Entry]:
    return [WentOut(0), HandCounted(1, Hand(points=100), down=False, melded=melded), RoundScored()]


_ENDS: Mapping[str, tuple[str, Callable[[Data], None] | None, list[Entry]]] = {
    "fewest points when it is ended": ("five-crowns", None, [*_ann_out(), GameEnded("")]),
    "most points when it is ended": (
        *("rummy-500", None),
        [*_ann_out(Hand(points=10)), GameEnded("")],
    ),
    "level when it is ended": ("five-crowns", None, [*_nobody_out(down=False), GameEnded("")]),
    "when the table ends it": ("indian-rummy", _for_points, [*_ann_out(), GameEnded("")]),
    "when the table says why": ("indian-rummy", _for_points, [*_ann_out(), GameEnded("late")]),
    "fewest points of those as far": (
        *("twelve-step-rummy", None),
        [Adjusted(0, Adjustment(5, "said")), *_nobody_out(down=False), GameEnded("late")],
    ),
    "as far": ("twelve-step-rummy", None, [*_nobody_out(down=False), GameEnded("late")]),
    "most points after the last deal": (
        *("indian-rummy", _in_deals),
        [*_ann_out(), *_ann_out()],
    ),
    "level at the limit": ("classic-rummy", None, _nobody_out(down=False, points=100)),
    "level by points": ("twelve-step-rummy", _by_points, _nobody_out(down=True)),
    "a play-off that is void": (
        *("phase-10", _void_playoff),
        [*_TIED, *[WentOut(None), RoundScored()] * 2, WentOut(1), RoundScored()],
    ),
    "all left": (
        *("phase-10", _one_round),
        [*_nobody_out(down=True), PlayerLeft(0), PlayerLeft(1)],
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
