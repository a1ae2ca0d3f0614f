"""The view model of the page for export and import: recent days with their games."""

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
    """The choices of an export: days, and all games in files of limited size.

    `number` is that of the current file, from 1; `found` the number of games from its first one
    on, one more than it holds if there are more, and `at_once` the limit of a file.
    """

    evenings: tuple[Evening, ...]
    number: int
    found: int
    at_once: int

    @property
    def first(self) -> int:
        """The position of its first game; the latest is 1."""
        return (self.number - 1) * self.at_once + 1

    @property
    def last(self) -> int:
        """The position of its last game."""
        return self.first - 1 + min(self.found, self.at_once)

    @property
    def has_more(self) -> bool:
        """Whether there are older games."""
        return self.found > self.at_once

    @property
    def is_all(self) -> bool:
        """Whether this file has all games."""
        return self.number == 1 and not self.has_more


def evenings_of(days: Iterable[date]) -> tuple[Evening, ...]:
    """The last days on which games began, the latest first."""
    latest = sorted(Counter(days).items(), reverse=True)[:_MOST]
    return tuple(Evening(day, games) for day, games in latest)
