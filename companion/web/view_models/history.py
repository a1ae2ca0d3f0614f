"""The view model of the history: every entry by round, the last one first.

A correction is among the entries of the round that it corrects, not of the one that was open. A
long log is read in pages: there, a round has only its entries of the page.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Protocol

from companion.rules.fold.entries import (
    Adjusted,
    DealerChanged,
    Dropped,
    Entry,
    EntryUndone,
    HandCounted,
    RoundCorrected,
    RoundScored,
    TurnedUp,
    WentOut,
)
from companion.rules.model.state import State

_AT_ONCE = 100  # entries per page: two games
_LATE_SECONDS = 60  # after the tap: the entry waited in the outbox
_WRONG_SECONDS = 120  # a clock is mentioned if it is off by more
# Only the last of each kind in a round holds; of the second kind, the last for each player.
_LAST_HOLDS = (WentOut, TurnedUp, DealerChanged)
_LAST_HOLDS_FOR_SEAT = (HandCounted, Dropped, Adjusted)


class Logged(Protocol):
    """An entry with its number, time and device; the device is None if unknown."""

    @property
    def sequence(self) -> int:
        """Its number, from 1."""

    @property
    def entry(self) -> Entry:
        """The entry."""

    @property
    def at(self) -> datetime:
        """The time of writing, in UTC."""

    @property
    def device(self) -> str | None:
        """The device."""

    @property
    def tapped_at(self) -> datetime | None:
        """The time of the tap, in UTC."""

    @property
    def clock_ahead(self) -> int | None:
        """The seconds by which the clock of the device was ahead."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line; `round` is the round that was open or is corrected, `seat` the player concerned.

    A line that was `replaced` stood until a later one of its round said otherwise.
    """

    logged: Logged
    round: int
    seat: int | None
    undone: bool
    replaced: bool

    @property
    def is_about_undoing(self) -> bool:
        """Whether it was undone, or undid another line."""
        return self.undone or isinstance(self.logged.entry, EntryUndone)

    @property
    def at(self) -> datetime:
        """The time to show: that of the tap, if it arrived much later."""
        tapped = self.logged.tapped_at
        return tapped if tapped and self.arrived_late else self.logged.at

    @property
    def arrived_late(self) -> bool:
        """Whether it waited in the outbox, as without a network."""
        tapped = self.logged.tapped_at
        return tapped is not None and (self.logged.at - tapped).total_seconds() >= _LATE_SECONDS

    @property
    def clock_off(self) -> int | None:
        """The seconds by which the phone's clock was ahead; None if irrelevant.

        It is relevant if an entry waited, or the tap has no plausible time.
        """
        ahead = self.logged.clock_ahead or 0
        matters = self.arrived_late or self.logged.tapped_at is None
        return ahead if matters and abs(ahead) >= _WRONG_SECONDS else None

    @property
    def wrote_down(self) -> bool:
        """Whether it wrote or corrected a round, which can be corrected on the sheet."""
        return isinstance(self.logged.entry, RoundScored | RoundCorrected) and not self.undone


@dataclass(frozen=True, slots=True)
class Stretch:
    """A page of a long log, from the entry `first` to the entry `last`, counted from 1.

    The neighbouring pages end before the entries `older` and `newer`; `older` is None at the
    beginning, `newer` at the end. `reads_to` is one more than `last`, to find out whether the last
    line continues.
    """

    first: int
    last: int
    older: int | None
    newer: int | None
    reads_to: int


@dataclass(frozen=True, slots=True)
class Group:
    """Lines that are read together: a single one, or all that were undone at once."""

    lines: tuple[Line, ...]

    @property
    def undoings(self) -> tuple[Line, ...]:
        """The lines that say what was undone; those undone themselves, if they are elsewhere."""
        said = (line for line in self.lines if isinstance(line.logged.entry, EntryUndone))
        return tuple(said) or self.lines


@dataclass(frozen=True, slots=True)
class RoundDone:
    """What happened in a round on this page; `may_correct` beside what put it on the sheet."""

    number: int
    groups: tuple[Group, ...]
    is_open: bool
    may_correct: bool


@dataclass(frozen=True, slots=True)
class HistoryView:
    """A page of the history; `latest` is the line that an undo would take back, if it is here.

    The neighbouring pages end before the entries `older` and `newer`; `newest` says that this is
    the end of the log.
    """

    rounds: tuple[RoundDone, ...]
    latest: Line | None
    older: int | None
    newer: int | None
    is_next_newest: bool


def stretch_before(entries: int, before: int | None) -> Stretch:
    """The page of a log of this length that ends before this entry; None for the last page."""
    last = entries if before is None else min(max(before - 1, 0), entries)
    first = max(last - _AT_ONCE, 0) + 1
    newer = last + 1 + _AT_ONCE if last < entries else None
    return Stretch(first, last, first if first > 1 else None, newer, min(last + 1, entries))


def history_view(
    state: State, log: Sequence[Entry], some: Sequence[Logged], stretch: Stretch, *, may_score: bool
) -> HistoryView:
    """The lines of this page; `some` are its entries."""
    lines = [line for line in lines_in(log, some) if line.logged.sequence <= stretch.last][::-1]
    lines.sort(key=lambda line: line.round, reverse=True)
    last = state.last[0] if state.last else None
    return HistoryView(
        rounds=tuple(
            _round(state, number, tuple(these), may_score=may_score)
            for number, these in groupby(lines, key=lambda line: line.round)
        ),
        latest=next((line for line in lines if line.logged.sequence == last), None),
        older=stretch.older,
        newer=stretch.newer,
        is_next_newest=stretch.newer is not None and stretch.newer > len(log),
    )


def _round(state: State, number: int, lines: tuple[Line, ...], *, may_score: bool) -> RoundDone:
    is_written = number <= len(state.rounds)
    return RoundDone(
        number=number,
        groups=tuple(_groups(lines)),
        is_open=state.open is not None and number == state.open.deal.number,
        may_correct=may_score and is_written and any(line.wrote_down for line in lines),
    )


def _groups(lines: Iterable[Line]) -> Iterator[Group]:
    for is_about_undoing, these in groupby(lines, key=lambda line: line.is_about_undoing):
        if is_about_undoing:
            yield Group(tuple(these))
        else:
            yield from (Group((line,)) for line in these)


def lines_in(log: Sequence[Entry], some: Sequence[Logged]) -> Iterator[Line]:
    """The lines of consecutive entries; of several taps that count one hand only the last.

    Players may count at the same time, each on their own phone.
    """
    undone = {entry.sequence for entry in log if isinstance(entry, EntryUndone)}
    rounds = [*_rounds(log)]
    replaced = {*_replaced(log, rounds, undone)}
    for _, taps in groupby(some, key=lambda tap: tap.entry.kind):
        last = {_hand(log, tap, undone): tap for tap in taps}
        for tap in sorted(last.values(), key=lambda tap: tap.sequence):
            number, seat = tap.sequence, getattr(tap.entry, "seat", None)
            yield Line(tap, rounds[number - 1], seat, number in undone, number in replaced)


def _hand(log: Sequence[Entry], tap: Logged, undone: set[int]) -> object:
    """What the taps that count a hand have in common, as do those that undo them.

    Every other tap has a number of its own.
    """
    entry = tap.entry
    counted = log[entry.sequence - 1] if isinstance(entry, EntryUndone) else entry
    if not isinstance(counted, HandCounted):
        return tap.sequence
    return counted.seat, tap.device, tap.sequence in undone


def _replaced(log: Sequence[Entry], rounds: Sequence[int], undone: set[int]) -> Iterator[int]:
    """The numbers of the entries that a later one of their round replaced."""
    last: dict[object, int] = {}
    for sequence, entry in enumerate(log, 1):
        if sequence in undone or not isinstance(entry, _LAST_HOLDS + _LAST_HOLDS_FOR_SEAT):
            continue
        seat = entry.seat if isinstance(entry, _LAST_HOLDS_FOR_SEAT) else None
        of_one_kind = rounds[sequence - 1], entry.kind, seat
        if of_one_kind in last:
            yield last[of_one_kind]
        last[of_one_kind] = sequence


def _rounds(log: Sequence[Entry]) -> Iterator[int]:
    """The number of the round of each entry: the open one, or the one that is corrected."""
    scored: set[int] = set()
    for sequence, entry in enumerate(log, 1):
        if isinstance(entry, EntryUndone):
            scored.discard(entry.sequence)
        about = log[entry.sequence - 1] if isinstance(entry, EntryUndone) else entry
        yield about.number if isinstance(about, RoundCorrected) else len(scored) + 1
        if isinstance(entry, RoundScored):
            scored.add(sequence)
