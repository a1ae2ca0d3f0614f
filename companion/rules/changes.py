"""What a correction changes, for the keeper to see before it is kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from companion.rules.state import Outcome, State

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Changes:
    """Before and after, by seat, for what differs; `outcome` is None where it stays the same.

    `contracts` are the next to play for, `made` how many were made; `after_end` are the numbers of
    rounds that would newly lie after the end of the game.
    """

    points: Mapping[int, tuple[int, int]]
    totals: Mapping[int, tuple[int, int]]
    contracts: Mapping[int, tuple[int | None, int | None]]
    made: Mapping[int, tuple[int, int]]
    outcome: tuple[Outcome, Outcome] | None
    after_end: tuple[int, ...]

    @property
    def is_empty(self) -> bool:
        """Nothing that anybody would notice changes."""
        return not (self.seats or self.outcome or self.after_end)

    @property
    def seats(self) -> set[int]:
        """Everybody for whom something changes."""
        return {*self.points, *self.totals, *self.contracts, *self.made}


def changes_between(before: State, after: State, number: int) -> Changes:
    """What is different once round `number` is corrected."""
    ended = {r.deal.number for r in before.after_end}
    old, new = before.rounds[number - 1].points, after.rounds[number - 1].points
    return Changes(
        points={seat: (old[seat], new[seat]) for seat in new if old.get(seat) != new[seat]},
        totals=_differing(before.totals, after.totals),
        contracts=_differing(before.next_contracts, after.next_contracts),
        made=_differing(before.made, after.made),
        outcome=None if _same(before, after) else (before.outcome, after.outcome),
        after_end=tuple(r.deal.number for r in after.after_end if r.deal.number not in ended),
    )


def _differing(before: tuple[T, ...], after: tuple[T, ...]) -> dict[int, tuple[T, T]]:
    pairs = enumerate(zip(before, after, strict=True))
    return {seat: (old, new) for seat, (old, new) in pairs if old != new}


def _same(before: State, after: State) -> bool:
    old, new = before.outcome, after.outcome
    return (old.code, old.winners, old.round) == (new.code, new.winners, new.round)
