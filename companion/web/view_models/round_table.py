"""The table from above: who sits where, in the order of play.

Lengths are in units of a drawing that is 358 wide and 188 high; y goes down.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

MIDDLE = 179, 94
_AWAY = 138, 68  # how far people sit from the middle of the table


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody's place; the `seat` is None where a chair is free."""

    x: float
    y: float
    seat: int | None
    name: str
    deals: bool


@dataclass(frozen=True, slots=True)
class RoundTable:
    """Everybody, clockwise from the top; the turn goes round `clockwise`, or against it."""

    places: tuple[Place, ...]
    clockwise: bool


def round_table(
    people: Sequence[tuple[int | None, str]], dealer: int | None, *, clockwise: bool
) -> RoundTable:
    """These people, clockwise: their seats and names, and whose deal it is, if anybody's."""
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
