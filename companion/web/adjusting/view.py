"""What the page of points for a reason shows: what is kept already, and what the game names."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.model.play import Adjustment
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import OpenRound, State


@dataclass(frozen=True, slots=True)
class Kept:
    """Points for a reason that somebody has already; a new one takes their place."""

    seat: int
    name: str
    adjustment: Adjustment


@dataclass(frozen=True, slots=True)
class AdjustingView:
    """The round that points are for; `points` are those of each reason that the game names.

    They go by the choice that stands for the reason.
    """

    number: int
    kept: tuple[Kept, ...]
    points: Mapping[str, int]


def adjusting_view(ruleset: Ruleset, state: State, open_round: OpenRound) -> AdjustingView:
    """The points for a reason of this round."""
    given = open_round.play.adjustments
    return AdjustingView(
        number=open_round.deal.number,
        kept=tuple(Kept(seat, state.names[seat], one) for seat, one in given.items()),
        points={str(number): one.points for number, one in enumerate(ruleset.adjustments)},
    )
