"""The view model of the page of adjustments."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.model.play import Adjustment
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import OpenRound, State


@dataclass(frozen=True, slots=True)
class Kept:
    """An existing adjustment, which a new one replaces."""

    seat: int
    name: str
    adjustment: Adjustment


@dataclass(frozen=True, slots=True)
class AdjustingView:
    """The round; `points` are those of each named reason of the game, keyed by its choice."""

    number: int
    kept: tuple[Kept, ...]
    points: Mapping[str, int]


def adjusting_view(ruleset: Ruleset, state: State, open_round: OpenRound) -> AdjustingView:
    """The adjustments of this round."""
    given = open_round.play.adjustments
    return AdjustingView(
        number=open_round.deal.number,
        kept=tuple(Kept(seat, state.names[seat], one) for seat, one in given.items()),
        points={str(number): one.points for number, one in enumerate(ruleset.adjustments)},
    )
