"""The view model of the history: every entry by round, the last one first."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, zip_longest
from typing import Protocol

from companion.rules.fold.entries import Entry, EntryUndone, HandCounted, RoundScored
from companion.rules.model.state import State

_AT_ONCE = 100  # entries per page: two games
_LATE_SECONDS = 60  # after the tap: the entry waited in the outbox
_WRONG_SECONDS = 120  # a clock is mentioned if it is off by more


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
    """A line; `round` is the round that was open, `seat` the player concerned."""

    logged: Logged
    round: int
    seat: int | None
    undone: bool

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
        """Whether it wrote a round, which can be corrected on the sheet."""
        return isinstance(self.logged.entry, RoundScored) and not self.undone


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
class RoundDone:
    """The lines while a round was open; `may_correct` once it is on the sheet."""

    number: int
    lines: tuple[Line, ...]
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
        lines=lines,
        is_open=state.open is not None and not is_written,
        may_correct=may_score and is_written and any(line.wrote_down for line in lines),
    )


def lines_in(log: Sequence[Entry], some: Sequence[Logged]) -> Iterator[Line]:
    """The lines of consecutive entries; of several taps that count one hand only the last."""
    undone = {entry.sequence for entry in log if isinstance(entry, EntryUndone)}
    rounds = [*_rounds(log)]
    for written, following in zip_longest(some, some[1:]):
        if following is None or not _goes_on(written, following, undone):
            number, seat = rounds[written.sequence - 1], getattr(written.entry, "seat", None)
            yield Line(written, number, seat, written.sequence in undone)


def _rounds(log: Iterable[Entry]) -> Iterator[int]:
    """The number of the open round of each entry."""
    scored: set[int] = set()
    for sequence, entry in enumerate(log, 1):
        if isinstance(entry, EntryUndone):
            scored.discard(entry.sequence)
        yield len(scored) + 1
        if isinstance(entry, RoundScored):
            scored.add(sequence)


def _goes_on(written: Logged, following: Logged, undone: set[int]) -> bool:
    """Whether the next entry continues the count of the same hand."""
    one, other = written.entry, following.entry
    if not (isinstance(one, HandCounted) and isinstance(other, HandCounted)):
        return False
    both_stand = not {written.sequence, following.sequence} & undone
    return both_stand and one.seat == other.seat and written.device == following.device
