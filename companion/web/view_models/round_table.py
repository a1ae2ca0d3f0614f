"""The table from above: seats in the order of play.

Lengths are in units of a drawing that is 358 wide and 188 high; y goes down.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

MIDDLE = 179, 94
_AWAY = 138, 68  # the distance of people from the centre


@dataclass(frozen=True, slots=True)
class Place:
    """A place; `seat` is None if it is free."""

    x: float
    y: float
    seat: int | None
    name: str
    deals: bool


@dataclass(frozen=True, slots=True)
class RoundTable:
    """All places, clockwise from the top; the direction of play is `clockwise` or not."""

    places: tuple[Place, ...]
    clockwise: bool


def round_table(
    people: Sequence[tuple[int | None, str]], dealer: int | None, *, clockwise: bool
) -> RoundTable:
    """These people, clockwise: seats and names, and the dealer, if any."""
    turn = 2 * pi / max(len(people), 1)
    return RoundTable(
        tuple(
            Place(
                x=round(MIDDLE[0] + _AWAY[0] * sin(turn * number), 1),
                y=round(MIDDLE[1] - _AWAY[1] * cos(turn * number), 1),
                seat=seat,
                name=name,
                deals=seat is not None and seat == dealer,
            )
            for number, (seat, name) in enumerate(people)
        ),
        clockwise,
    )
