"""Reads a log: applies its entries, except undone ones, to events; and the players of each seat.

A player is named by the entry that seated them. Seats of a log are numbered without undone joins,
so the undo of a join moves later seats; and a seat can be taken over. The number of an entry never
changes.
"""

from collections.abc import Mapping, Sequence

from companion.rules.fold.entries import (
    Entry,
    EntryUndone,
    PlayerJoined,
    RulesChanged,
    SeatTakenOver,
)
from companion.rules.fold.events import Events


def add_entry(events: Events, sequence: int, entry: Entry) -> None:
    """Apply one more entry, which is not an undo."""
    entry.apply(events, sequence)
    events.last = (sequence, entry)


def read_events(entries: Sequence[Entry]) -> Events:
    """The events of a log, without undone entries."""
    numbered = standing(entries)
    stands = {sequence for sequence, _ in numbered}
    events = Events(undone=frozenset(range(1, len(entries) + 1)) - stands)
    for sequence, entry in numbered:
        add_entry(events, sequence, entry)
    return events


def written_by(entries: Sequence[Entry], number: int | None) -> int | None:
    """The number of the entry that wrote this round; None if it is not written."""
    scored = [sequence for sequence, entry in standing(entries) if entry.kind == "round_scored"]
    return scored[number - 1] if number and number <= len(scored) else None


def options_in_force(entries: Sequence[Entry]) -> Mapping[str, str | int | bool] | None:
    """The choices for all house rules after the last change; None if there was none."""
    if not any(isinstance(entry, RulesChanged) for entry in entries):
        return None
    changes = [entry for _, entry in standing(entries) if isinstance(entry, RulesChanged)]
    return changes[-1].options if changes else None


def standing(entries: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """The entries that are not undone, with their numbers."""
    numbered: dict[int, Entry] = {}
    for sequence, entry in enumerate(entries, 1):
        if isinstance(entry, EntryUndone):
            numbered.pop(entry.sequence, None)
        else:
            numbered[sequence] = entry
    return [*numbered.items()]


FIRST = 0
NOBODY = -1


def seated(first: int, entries: Sequence[Entry]) -> list[list[int]]:
    """By seat, the entries that seated its players, in order; the last player has it now.

    `first` is the number of players before the first deal, who are `FIRST` at their seats.
    """
    seats = [[FIRST] for _ in range(first)]
    if not any(map(seats_somebody, entries)):
        return seats
    for number, entry in standing(entries):
        if isinstance(entry, PlayerJoined):
            seats.append([number])
        elif isinstance(entry, SeatTakenOver) and entry.seat < len(seats):
            seats[entry.seat].append(number)
    return seats


def seats_somebody(entry: Entry) -> bool:
    """Whether an entry gives a seat to a player."""
    return isinstance(entry, PlayerJoined | SeatTakenOver)
