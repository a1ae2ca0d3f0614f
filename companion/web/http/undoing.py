"""The scope of an undo of a hand, by the phones that wrote the entries."""

from companion.records.kept_game import KeptGame
from companion.rules.fold.entries import EntryUndone
from companion.web.http.device import known_device
from companion.web.view_models import undoing


def taken_back_with(kept: KeptGame, sequence: int) -> list[EntryUndone]:
    """An entry; for a count, with the preceding counts of that hand by the same phone."""
    numbers = undoing.taken_back_with(kept.game, sequence, lambda n: _device(kept, n))
    return [EntryUndone(number) for number in numbers]


def count_taken_back(kept: KeptGame, seat: int, since: int) -> list[EntryUndone]:
    """The counts of a hand by this phone since the log had this length, the newest first."""
    here = known_device()
    numbers = undoing.count_taken_back(kept.game, seat, since, lambda n: _device(kept, n) == here)
    return [EntryUndone(number) for number in numbers]


def _device(kept: KeptGame, sequence: int) -> str | None:
    """The device of this entry."""
    return kept.taps[sequence - 1].device
