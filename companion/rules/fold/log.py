"""Reading a log: its entries without those that were undone, added up to events."""

from collections.abc import Mapping, Sequence

from companion.rules.fold.entries import Entry, EntryUndone, RulesChanged
from companion.rules.fold.events import Events


def add_entry(events: Events, sequence: int, entry: Entry) -> None:
    """What happened by one entry more, which is no undo."""
    entry.apply(events, sequence)
    events.last = (sequence, entry)


def read_events(entries: Sequence[Entry]) -> Events:
    """Read the log, without what was undone in it."""
    standing = _standing(entries)
    stands = {sequence for sequence, _ in standing}
    events = Events(undone=frozenset(range(1, len(entries) + 1)) - stands)
    for sequence, entry in standing:
        add_entry(events, sequence, entry)
    return events


def written_by(entries: Sequence[Entry], number: int | None) -> int | None:
    """The sequence number of the entry that wrote this round down; None where it is not written."""
    scored = [sequence for sequence, entry in _standing(entries) if entry.kind == "round_scored"]
    return scored[number - 1] if number and number <= len(scored) else None


def options_in_force(entries: Sequence[Entry]) -> Mapping[str, str | int | bool] | None:
    """The choices for all house rules since they were last changed; None if they never were."""
    if not any(isinstance(entry, RulesChanged) for entry in entries):
        return None
    changes = [entry for _, entry in _standing(entries) if isinstance(entry, RulesChanged)]
    return changes[-1].options if changes else None


def _standing(entries: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """The entries that were not undone, with their sequence numbers."""
    standing: list[tuple[int, Entry]] = []
    for sequence, entry in enumerate(entries, 1):
        if not isinstance(entry, EntryUndone):
            standing.append((sequence, entry))
        else:
            standing = [kept for kept in standing if kept[0] != entry.sequence]
    return standing
