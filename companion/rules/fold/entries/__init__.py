"""The kinds of log entries.

The log is append-only. An entry states what happened, never what follows from it. Seats are
numbered from 0 in the order of joining, and keep their numbers when the order of play changes.
"""

from collections.abc import Mapping
from typing import Any

from companion.rules.fold.entries.entry import Entry
from companion.rules.fold.entries.game import (
    EndTimeSet,
    EntryUndone,
    GameEnded,
    Noted,
    RulesChanged,
    Titled,
)
from companion.rules.fold.entries.open_round import (
    Adjusted,
    Dropped,
    HandCounted,
    LaidDown,
    Melded,
    TookBack,
    TurnedUp,
    WentOut,
)
from companion.rules.fold.entries.people import (
    DealerChanged,
    DealtIn,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    SeatsReordered,
    SeatTakenOver,
)
from companion.rules.fold.entries.written_round import RoundCorrected, RoundScored
from companion.rules.model.play import (
    Accepted,
    Adjustment,
    DoubtCode,
    Hand,
    RoundDown,
    RoundHand,
    RoundPlay,
)

__all__ = [
    "KINDS",
    "KINDS_OF_COMMANDS",
    "Accepted",
    "Adjusted",
    "Adjustment",
    "DealerChanged",
    "DealtIn",
    "DoubtCode",
    "Dropped",
    "EndTimeSet",
    "Entry",
    "EntryUndone",
    "GameEnded",
    "Hand",
    "HandCounted",
    "LaidDown",
    "Melded",
    "Noted",
    "PlayerJoined",
    "PlayerLeft",
    "PlayerRenamed",
    "PlayerReturned",
    "RoundCorrected",
    "RoundDown",
    "RoundHand",
    "RoundPlay",
    "RoundScored",
    "RulesChanged",
    "SeatTakenOver",
    "SeatsReordered",
    "Titled",
    "TookBack",
    "TurnedUp",
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
        Melded,
        WentOut,
        TurnedUp,
        Dropped,
        HandCounted,
        Adjusted,
        RoundScored,
        RoundCorrected,
        PlayerJoined,
        PlayerLeft,
        PlayerReturned,
        PlayerRenamed,
        SeatTakenOver,
        SeatsReordered,
        DealerChanged,
        DealtIn,
        RulesChanged,
        EntryUndone,
        GameEnded,
        EndTimeSet,
        Titled,
        Noted,
    )
}
KINDS_OF_COMMANDS = {kind: cls for kind, cls in KINDS.items() if cls.is_command}


def entries_of(play: RoundPlay) -> list[Entry]:
    """The entries that describe this round: who laid down, who went out, and all hands."""
    return [entry for kind in KINDS.values() for entry in kind.from_play(play)]


def write_entry(entry: Entry) -> tuple[str, dict[str, Any]]:
    """The entry as its kind and plain JSON data, for storage."""
    return entry.kind, entry.as_data()


def read_entry(kind: str, data: Mapping[str, Any]) -> Entry:
    """The inverse of `write_entry`. Raises KeyError for an unknown kind."""
    return KINDS[kind].from_data(data)
