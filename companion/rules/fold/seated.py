"""The players of each seat: a player is named by the entry that seated them.

Seats of a log are numbered without undone joins, so the undo of a join moves later seats; and a
seat can be taken over. The number of an entry never changes.
"""

from collections.abc import Sequence

from companion.rules.fold.entries import Entry, PlayerJoined, SeatTakenOver
from companion.rules.fold.log import standing

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
