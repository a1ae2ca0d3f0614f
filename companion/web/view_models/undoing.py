"""The scope of an undo: one tap may have written several entries, a hand is saved tap by tap."""

from collections.abc import Callable, Sequence
from itertools import takewhile

from companion.rules.fold.entries import Dropped, Entry, HandCounted, RoundScored, WentOut
from companion.rules.fold.log import standing
from companion.rules.game import Game


def taken_back_with(game: Game, sequence: int, phone_of: Callable[[int], object]) -> list[int]:
    """The number of an entry; for a count, with the preceding counts of that hand by its phone.

    A win goes with the drop that decided it. The newest first. `phone_of` gives the phone of each
    entry.
    """
    entry = game.entries[sequence - 1]
    if _is_decided_by_drop(game, sequence):
        return [sequence, sequence - 1]
    if not isinstance(entry, HandCounted):
        return [sequence]
    until = (pair for pair in reversed(standing(game.entries)) if pair[0] <= sequence)
    saves = (n for n, _ in takewhile(lambda pair: _counts(pair[1], entry.seat), until))
    return [*takewhile(lambda n: phone_of(n) == phone_of(sequence), saves)]


def count_taken_back(
    game: Game, seat: int, since: int, is_own: Callable[[int], bool]
) -> Sequence[int]:
    """The counts of a hand by a phone since the log had this length, the newest first.

    Counts of another phone end the list.
    """
    # A page may send a wrong length: a written round keeps its hands.
    newest_first = reversed(standing(game.entries))
    of_the_round = takewhile(lambda pair: not isinstance(pair[1], RoundScored), newest_first)
    saves = (n for n, entry in of_the_round if n > since and _counts(entry, seat))
    return [*takewhile(is_own, saves)]


def _is_decided_by_drop(game: Game, sequence: int) -> bool:
    """Whether this entry is the win of the last player who has not dropped."""
    entries, current = game.entries, game.state.open
    entry, before = entries[sequence - 1], entries[sequence - 2] if sequence > 1 else None
    if not isinstance(entry, WentOut) or not isinstance(before, Dropped) or current is None:
        return False
    others = {*current.deal.players} - {entry.seat}
    is_standing = sequence - 1 not in game.state.undone
    return is_standing and before.drop is not None and others <= current.play.drops.keys()


def _counts(entry: Entry, seat: int) -> bool:
    return isinstance(entry, HandCounted) and entry.seat == seat
