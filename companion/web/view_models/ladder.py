"""The ladder of a game: a step per contract with the players who are on it.

The stylesheet gives each step its width, by the people on it. Heights are in pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

_LOWEST, _RISE, _STEEPEST = 20, 46, 4  # the first step, up to the last, and from one to the next


@dataclass(frozen=True, slots=True)
class OnStep:
    """A player on their step."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Step:
    """A contract, from 1, and the players who are on it; the last contract `is_goal`."""

    number: int
    height: float
    people: tuple[OnStep, ...]
    is_goal: bool


@dataclass(frozen=True, slots=True)
class Ladder:
    """The steps, from the first."""

    steps: tuple[Step, ...]


def ladder(steps: Sequence[Sequence[tuple[int, str]]]) -> Ladder:
    """The seats and names on each step, from the first."""
    rise = min(_RISE / len(steps), _STEEPEST)
    return Ladder(
        tuple(
            Step(
                number=number,
                height=tenths(_LOWEST + rise * number),
                people=tuple(OnStep(seat, name) for seat, name in people),
                is_goal=number == len(steps),
            )
            for number, people in enumerate(steps, 1)
        )
    )


def tenths(length: float) -> float:
    """Rounded to tenths, exactly as in `static/js/views/ladder.js`."""
    return floor(length * 10 + 0.5) / 10
