"""What an undo takes back of a hand: a phone keeps it tap by tap, and people mean the hand."""

from collections.abc import Iterable, Iterator
from itertools import takewhile

from companion.records.kept_game import KeptGame
from companion.rules.entries import Entry, EntryUndone, HandCounted, RoundScored
from companion.web.http.device import known_device


def taken_back_with(kept: KeptGame, sequence: int) -> list[EntryUndone]:
    """An entry; where it counts a hand, with what the same phone kept of that hand just before.

    The newest comes first.
    """
    entry = kept.entries[sequence - 1]
    if not isinstance(entry, HandCounted):
        return [EntryUndone(sequence)]
    standing = (pair for pair in _standing(kept) if pair[0] <= sequence)
    saves = (n for n, _ in takewhile(lambda pair: _counts(pair[1], entry.seat), standing))
    here = _device(kept, sequence)
    return _undone(takewhile(lambda n: _device(kept, n) == here, saves))


def count_taken_back(kept: KeptGame, seat: int, since: int) -> list[EntryUndone]:
    """What this very phone kept of a hand since the log had so many entries, the newest first.

    What another phone has kept of it after that is not ours to take back, nor what lies below.
    """
    # Whatever a page says of when it was opened: a round that is written keeps its hands.
    of_the_round = takewhile(lambda pair: not isinstance(pair[1], RoundScored), _standing(kept))
    saves = (n for n, entry in of_the_round if n > since and _counts(entry, seat))
    return _undone(takewhile(lambda n: _device(kept, n) == known_device(), saves))


def _standing(kept: KeptGame) -> Iterator[tuple[int, Entry]]:
    """The entries that were not undone, with their numbers, the newest first."""
    for sequence in range(len(kept.entries), 0, -1):
        if sequence not in kept.state.undone:
            yield sequence, kept.entries[sequence - 1]


def _counts(entry: Entry, seat: int) -> bool:
    return isinstance(entry, HandCounted) and entry.seat == seat


def _device(kept: KeptGame, sequence: int) -> str | None:
    """On which phone this entry was tapped."""
    return kept.taps[sequence - 1].device


def _undone(sequences: Iterable[int]) -> list[EntryUndone]:
    return [EntryUndone(sequence) for sequence in sequences]
