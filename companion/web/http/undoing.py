"""What an undo takes back of a hand, by the phones that wrote the entries of a log."""

from companion.records.kept_game import KeptGame
from companion.rules.fold.entries import EntryUndone
from companion.web.http.device import known_device
from companion.web.view_models import undoing


def taken_back_with(kept: KeptGame, sequence: int) -> list[EntryUndone]:
    """An entry; where it counts a hand, with what the same phone kept of that hand just before."""
    numbers = undoing.taken_back_with(kept.game, sequence, lambda n: _device(kept, n))
    return [EntryUndone(number) for number in numbers]


def count_taken_back(kept: KeptGame, seat: int, since: int) -> list[EntryUndone]:
    """What this very phone kept of a hand since the log had so many entries, the newest first."""
    here = known_device()
    numbers = undoing.count_taken_back(kept.game, seat, since, lambda n: _device(kept, n) == here)
    return [EntryUndone(number) for number in numbers]


def _device(kept: KeptGame, sequence: int) -> str | None:
    """On which phone this entry was tapped."""
    return kept.taps[sequence - 1].device
