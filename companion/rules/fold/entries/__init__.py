"""What happened at the table: the entries of a game's log, in the words people use.

The log is append-only. An entry says what was done, never what follows from it.
A seat is a person: seats are counted from 0 as people sat down, and keep their number when the
order of play is changed.
"""

from collections.abc import Mapping
from typing import Any

from companion.rules.fold.entries.entry import Entry
from companion.rules.fold.entries.game import EntryUndone, GameEnded, Noted, RulesChanged, Titled
from companion.rules.fold.entries.open_round import (
    Adjusted,
    HandCounted,
    LaidDown,
    TookBack,
    WentOut,
)
from companion.rules.fold.entries.people import (
    DealerChanged,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    SeatsReordered,
)
from companion.rules.fold.entries.written_round import RoundCorrected, RoundScored
from companion.rules.model.play import (
    Accepted,
    Adjustment,
    DoubtCode,
    Hand,
    RoundHand,
    RoundPlay,
)

__all__ = [
    "KINDS",
    "Accepted",
    "Adjusted",
    "Adjustment",
    "DealerChanged",
    "DoubtCode",
    "Entry",
    "EntryUndone",
    "GameEnded",
    "Hand",
    "HandCounted",
    "LaidDown",
    "Noted",
    "PlayerJoined",
    "PlayerLeft",
    "PlayerRenamed",
    "PlayerReturned",
    "RoundCorrected",
    "RoundHand",
    "RoundPlay",
    "RoundScored",
    "RulesChanged",
    "SeatsReordered",
    "Titled",
    "TookBack",
    "WentOut",
    "entries_of",
    "read_entry",
    "write_entry",
]

KINDS: Mapping[str, type[Entry]] = {
    cls.kind: cls
    for cls in (
        LaidDown,
        TookBack,
        WentOut,
        HandCounted,
        Adjusted,
        RoundScored,
        RoundCorrected,
        PlayerJoined,
        PlayerLeft,
        PlayerReturned,
        PlayerRenamed,
        SeatsReordered,
        DealerChanged,
        RulesChanged,
        EntryUndone,
        GameEnded,
        Titled,
        Noted,
    )
}


def entries_of(play: RoundPlay) -> list[Entry]:
    """A round as the log tells it: who went down, who went out, what everybody had left."""
    return [entry for kind in KINDS.values() for entry in kind.telling(play)]


def write_entry(entry: Entry) -> tuple[str, dict[str, Any]]:
    """The entry as a kind and plain JSON data, for keeping."""
    return entry.kind, entry.as_data()


def read_entry(kind: str, data: Mapping[str, Any]) -> Entry:
    """The entry that `write_entry` wrote. Raises KeyError for a kind that no game knows."""
    return KINDS[kind].from_data(data)
