"""What the page for taking games along shows: the last evenings, and how many games each had."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

_MOST = 6


@dataclass(frozen=True, slots=True)
class Evening:
    """The games that began on one day."""

    day: date
    games: int


@dataclass(frozen=True, slots=True)
class TakingView:
    """What can be taken along: evenings, and of all games as many as one file has.

    `number` says which of these files, from 1; `found` how many games there are from its first one
    on, one more than it holds where there are more, and `at_once` how many it holds.
    """

    evenings: tuple[Evening, ...]
    number: int
    found: int
    at_once: int

    @property
    def first(self) -> int:
        """The number of its first game, the latest being 1."""
        return (self.number - 1) * self.at_once + 1

    @property
    def last(self) -> int:
        """The number of its last game."""
        return self.first - 1 + min(self.found, self.at_once)

    @property
    def has_more(self) -> bool:
        """Whether there are older games."""
        return self.found > self.at_once

    @property
    def is_all(self) -> bool:
        """Whether this file has all of them."""
        return self.number == 1 and not self.has_more


def evenings_of(days: Iterable[date]) -> tuple[Evening, ...]:
    """The last evenings, the latest first, of the days on which games began."""
    latest = sorted(Counter(days).items(), reverse=True)[:_MOST]
    return tuple(Evening(day, games) for day, games in latest)
