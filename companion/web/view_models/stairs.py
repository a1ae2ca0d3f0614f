"""The stairs of a game: a step per contract with the players who are on it.

Lengths are in units of a drawing that is 366 wide; y goes down.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

WIDTH = 366
_HIGH, _LOWEST, _RISE = 102, 82, 46  # the width, the first step, and the distance to the last
_ABOVE = 12  # the centre of a disc above its step


@dataclass(frozen=True, slots=True)
class OnStep:
    """A player on their step."""

    seat: int
    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class StepNumber:
    """The number of a contract, from 1, below its step."""

    number: int
    x: float


@dataclass(frozen=True, slots=True)
class Stairs:
    """`line` is the outline of the steps, as a path; the numbers are at `number_y`."""

    height: float
    line: str
    number_y: float
    numbers: tuple[StepNumber, ...]
    people: tuple[OnStep, ...]


def stairs(steps: Sequence[Sequence[tuple[int, str]]]) -> Stairs:
    """The seats and names on each step, from the first."""
    wide, rise = WIDTH / len(steps), _RISE / len(steps)
    most = max(len(people) for people in steps)
    apart = min(20, 76 / max(most, 1))
    up = max(most - 2, 0) * apart
    rising = [(tenths(_LOWEST + up - rise * n), tenths(wide * (n + 1))) for n in range(len(steps))]
    bottom = tenths(_HIGH + up)
    return Stairs(
        height=bottom,
        line=f"M0 {bottom:g}" + "".join(f"V{y:g}H{x:g}" for y, x in rising) + f"V{bottom:g}Z",
        number_y=tenths(_HIGH - 5 + up),
        numbers=tuple(StepNumber(n + 1, tenths(wide * (n + 0.5))) for n in range(len(steps))),
        people=tuple(
            OnStep(
                seat=seat,
                name=name,
                x=tenths(wide * (n + 0.5)),
                y=tenths(_LOWEST + up - rise * n - _ABOVE - apart * place),
            )
            for n, people in enumerate(steps)
            for place, (seat, name) in enumerate(people)
        ),
    )


def tenths(length: float) -> float:
    """Rounded to tenths, exactly as in `static/js/views/stairs.js`."""
    return floor(length * 10 + 0.5) / 10
