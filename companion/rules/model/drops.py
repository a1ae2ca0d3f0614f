"""Giving up a round before its end, and its price (RULES 19)."""

from dataclasses import dataclass
from typing import Literal

Drop = Literal["first", "middle", "wrong"]


@dataclass(frozen=True, slots=True)
class Drops:
    """The points of a player who drops: before the first draw, later, or by a wrong declaration."""

    first: int
    middle: int
    wrong: int

    def points(self, drop: Drop) -> int:
        """The points of this drop."""
        return {"first": self.first, "middle": self.middle, "wrong": self.wrong}[drop]
