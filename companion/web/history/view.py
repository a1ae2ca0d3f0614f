"""What the history shows: everything done, round by round, the last thing first."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, zip_longest
from typing import Protocol

from companion.rules.fold.entries import Entry, EntryUndone, HandCounted, RoundScored
from companion.rules.model.state import State

_AT_ONCE = 100  # entries: two evenings' worth of scrolling
_LATE_SECONDS = 60  # after the tap: the entry waited in the phone
_WRONG_SECONDS = 120  # by which a clock is off that is worth a word


class Logged(Protocol):
    """An entry as it was written: its number, when, and on which device, None where unknown."""

    @property
    def sequence(self) -> int:
        """Its number, from 1."""

    @property
    def entry(self) -> Entry:
        """What it says."""

    @property
    def at(self) -> datetime:
        """When, in UTC."""

    @property
    def device(self) -> str | None:
        """On which device."""

    @property
    def tapped_at(self) -> datetime | None:
        """When it was tapped, in UTC."""

    @property
    def clock_ahead(self) -> int | None:
        """By how many seconds the clock of the device was ahead."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing done; `round` is the round in which it was said, `seat` whom it is about."""

    logged: Logged
    round: int
    seat: int | None
    undone: bool

    @property
    def at(self) -> datetime:
        """When it was done: the time of the tap, where it arrived much later."""
        tapped = self.logged.tapped_at
        return tapped if tapped and self.arrived_late else self.logged.at

    @property
    def arrived_late(self) -> bool:
        """Whether it waited in the phone, as without a network."""
        tapped = self.logged.tapped_at
        return tapped is not None and (self.logged.at - tapped).total_seconds() >= _LATE_SECONDS

    @property
    def clock_off(self) -> int | None:
        """By how many seconds the clock of the phone was ahead; None where that is no news.

        It matters where something waited, and where the tap has no time that can be right.
        """
        ahead = self.logged.clock_ahead or 0
        matters = self.arrived_late or self.logged.tapped_at is None
        return ahead if matters and abs(ahead) >= _WRONG_SECONDS else None

    @property
    def wrote_down(self) -> bool:
        """Whether it put a round on the sheet, which can be corrected there."""
        return isinstance(self.logged.entry, RoundScored) and not self.undone


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a long log, from the entry `first` to the entry `last`; both count from 1.

    The other stretches end before the entries `older` and `newer`; `older` is None at the
    beginning, `newer` at the end, where what is done next will stand. `reads_to` is one more than
    the last: it tells whether the last line only goes on there.
    """

    first: int
    last: int
    older: int | None
    newer: int | None
    reads_to: int


@dataclass(frozen=True, slots=True)
class RoundDone:
    """What was done while a round was open; `may_correct` once it is on the sheet."""

    number: int
    lines: tuple[Line, ...]
    is_open: bool
    may_correct: bool


@dataclass(frozen=True, slots=True)
class HistoryView:
    """A stretch of the history; `latest` is the line that an undo would take back, if it is here.

    The pages beside it end before the entries `older` and `newer`: `newest` at the end of the log.
    """

    rounds: tuple[RoundDone, ...]
    latest: Line | None
    older: int | None
    newer: int | None
    is_next_newest: bool


def stretch_before(entries: int, before: int | None) -> Stretch:
    """The part of a log of so many entries that ends before this one; at None its end."""
    last = entries if before is None else min(max(before - 1, 0), entries)
    first = max(last - _AT_ONCE, 0) + 1
    newer = last + 1 + _AT_ONCE if last < entries else None
    return Stretch(first, last, first if first > 1 else None, newer, min(last + 1, entries))


def history_view(
    state: State, log: Sequence[Entry], some: Sequence[Logged], stretch: Stretch, *, may_score: bool
) -> HistoryView:
    """The lines of this stretch of the log, of which `some` are the entries as written."""
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
    """Entries of a log that follow one another; of taps that count one hand the last one."""
    undone = {entry.sequence for entry in log if isinstance(entry, EntryUndone)}
    rounds = [*_rounds(log)]
    for written, following in zip_longest(some, some[1:]):
        if following is None or not _goes_on(written, following, undone):
            number, seat = rounds[written.sequence - 1], getattr(written.entry, "seat", None)
            yield Line(written, number, seat, written.sequence in undone)


def _rounds(log: Iterable[Entry]) -> Iterator[int]:
    """The number of the round that was open when each entry was made."""
    scored: set[int] = set()
    for sequence, entry in enumerate(log, 1):
        if isinstance(entry, EntryUndone):
            scored.discard(entry.sequence)
        yield len(scored) + 1
        if isinstance(entry, RoundScored):
            scored.add(sequence)


def _goes_on(written: Logged, following: Logged, undone: set[int]) -> bool:
    """Whether the next entry only counts the same hand on."""
    one, other = written.entry, following.entry
    if not (isinstance(one, HandCounted) and isinstance(other, HandCounted)):
        return False
    both_stand = not {written.sequence, following.sequence} & undone
    return both_stand and one.seat == other.seat and written.device == following.device
