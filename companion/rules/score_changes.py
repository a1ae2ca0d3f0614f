"""The effect of a correction, or of other house rules, for the preview before it is saved."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from companion.rules.model.state import Outcome, ScoredRound, State

K = TypeVar("K")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ScoreChanges:
    """The differences by seat, before and after; `outcome` is None if it is unchanged.

    `points` are those of each changed round, by its number; `contracts` are next contracts, `made`
    numbers of contracts made; `after_end` are the numbers of rounds that would newly be after the
    end of the game, `back` of those that no longer would.
    """

    points: Mapping[int, Mapping[int, tuple[int, int]]]
    totals: Mapping[int, tuple[int, int]]
    contracts: Mapping[int, tuple[int | None, int | None]]
    made: Mapping[int, tuple[int, int]]
    outcome: tuple[Outcome, Outcome] | None
    after_end: tuple[int, ...]
    back: tuple[int, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing visible changes."""
        return not (self.seats or self.outcome or self.after_end or self.back)

    @property
    def seats(self) -> set[int]:
        """Everybody with a difference."""
        scored = {seat for points in self.points.values() for seat in points}
        return {*scored, *self.totals, *self.contracts, *self.made}


def score_changes(before: State, after: State) -> ScoreChanges:
    """The differences between two states of a game."""
    old, new = _after_end(before), _after_end(after)
    rounds = zip(before.rounds, after.rounds, strict=True)
    points = {old.deal.number: _points(old, new) for old, new in rounds}
    return ScoreChanges(
        points={number: differing for number, differing in points.items() if differing},
        totals=_by_seat(before.totals, after.totals),
        contracts=_by_seat(before.next_contracts, after.next_contracts),
        made=_by_seat(before.made, after.made),
        outcome=None if _same(before, after) else (before.outcome, after.outcome),
        after_end=tuple(number for number in new if number not in old),
        back=tuple(number for number in old if number not in new),
    )


def _after_end(state: State) -> list[int]:
    return [scored.deal.number for scored in state.after_end]


def _points(old: ScoredRound, new: ScoredRound) -> dict[int, tuple[int, int]]:
    """Points by seat, 0 for a player who is dealt in on the other side only."""
    nothing = dict.fromkeys((*old.points, *new.points), 0)
    return _differing(nothing | dict(old.points), nothing | dict(new.points))


def _by_seat(before: tuple[T, ...], after: tuple[T, ...]) -> dict[int, tuple[T, T]]:
    return _differing(dict(enumerate(before)), dict(enumerate(after)))


def _differing(before: Mapping[K, T], after: Mapping[K, T]) -> dict[K, tuple[T, T]]:
    return {key: (before[key], new) for key, new in after.items() if before[key] != new}


def _same(before: State, after: State) -> bool:
    old, new = before.outcome, after.outcome
    return (old.code, old.winners, old.round) == (new.code, new.winners, new.round)
