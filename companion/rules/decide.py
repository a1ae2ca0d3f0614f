"""decide(): whether what somebody wants written can be, as the game stands by now."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Literal

from companion.rules.fold.entries import Entry, EntryUndone, Hand, HandCounted, WentOut
from companion.rules.game import Game
from companion.rules.judging.refusals import Doubted, Refused
from companion.rules.model.state import State

ConflictCode = Literal["out_of_date", "two_hands", "two_out", "ahead"]


@dataclass(frozen=True, slots=True)
class Command:
    """What somebody wants written, as a value: parsed, not yet decided.

    `entries` are kept in this order, all or none. `seen` is how many entries the log had when it
    was made; `round` the number of the round that was open then, None where none is meant.
    `unasked` says that whoever made it can no longer be asked: doubts are kept with it, and what
    others have written since is in the way of an undo only where it rests on what is undone.
    """

    entries: tuple[Entry, ...]
    seen: int
    round: int | None = None
    unasked: bool = False


class Conflict(Exception):
    """Something else was written since the command was made, so nobody knows whether it is meant.

    `two_hands`: the hand in `entry` is another since the entry numbered `sequence`.
    `two_out`: by the entry numbered `sequence` it is somebody else who went out than in `entry`.
    `ahead`: the command was made on a longer log than there is, as before a restore.
    """

    def __init__(
        self, code: ConflictCode, entry: Entry | None = None, sequence: int | None = None
    ) -> None:
        super().__init__(code)
        self.code, self.entry, self.sequence = code, entry, sequence


def decide(game: Game, command: Command, own: Container[int] = ()) -> Game:
    """The game after this command; what says nothing new is left out of its log.

    `own` are the numbers of the entries written by the phone that sends it. Raises Conflict,
    Refused or Doubted, and for other house rules UnknownOption or RulesetError: then nothing of it
    may be kept.
    """
    if command.seen > game.version:
        raise Conflict("ahead")
    _check_round(game.state, command)
    _check_people(game, command, own)
    now = game
    for wanted in command.entries:
        _check_seen(game, now, command, wanted)
        entry = wanted.settled(now.ruleset, now.state)
        entry = entry.unasked(now.ruleset, now.state) if command.unasked else entry
        if entry.is_news(now.state):
            _check_only_hand(game, command, entry, own)
            _check_only_out(game, command, entry, own)
            now = now.after(entry)
    return now


def _check_round(state: State, command: Command) -> None:
    """Raises Conflict where the round it was made for is not the open one."""
    is_open = state.open is not None and state.open.deal.number == command.round
    if command.round is not None and not is_open:
        raise Conflict("out_of_date")


def _check_people(game: Game, command: Command, own: Container[int]) -> None:
    """Raises Conflict where a seat may be another person's: others have undone a join since."""
    freed = game.seat_freed_since(command.seen, own)
    seats = (seat for entry in command.entries for seat in _seats_of(entry))
    if freed is not None and any(seat is not None and seat >= freed for seat in seats):
        raise Conflict("out_of_date")


def _seats_of(entry: Entry) -> Iterator[int | None]:
    """The seats that it names; what rests on all of the log names others, too."""
    yield from (getattr(entry, key, None) for key in ("seat", "before"))
    yield from getattr(entry, "order", ())


def _check_seen(game: Game, now: Game, command: Command, entry: Entry) -> None:
    """Raises Conflict where the entry was made for something that is no longer so.

    `game` is what was found, `now` what the entries before this one have made of it.
    """
    log_has_grown = entry.rests_on_log and game.version != command.seen
    # A page from before the house rules changed has other cards on its keys.
    other_cards = isinstance(entry, HandCounted) and game.rules_changed_since(command.seen)
    if log_has_grown or other_cards or _is_outdated(now, command, entry):
        raise Conflict("out_of_date")


def _is_outdated(now: Game, command: Command, entry: Entry) -> bool:
    if not entry.is_outdated(now.state):
        return False
    may_stand = command.unasked and isinstance(entry, EntryUndone)
    return not (may_stand and _stands_without(now, entry.sequence))  # type: ignore[attr-defined]


def _stands_without(game: Game, sequence: int) -> bool:
    """Whether all that was written since would have been written without this entry too."""
    standing = [(n, e) for n, e in enumerate(game.entries, 1) if n not in game.state.undone]
    since = [entry for number, entry in standing if number > sequence]
    if any(entry.goes_back for entry in since):
        return False
    now = game.before([entry for number, entry in standing if number < sequence])
    try:
        for entry in since:
            after = decide(now, Command((entry,), now.version))
            if after.entries[now.version :] != (entry,):
                return False
            now = after
    except (Conflict, Refused, Doubted):
        return False
    return True


def _check_only_hand(game: Game, command: Command, entry: Entry, own: Container[int]) -> None:
    """Raises Conflict where somebody else has counted this hand since, and otherwise."""
    if not isinstance(entry, HandCounted):
        return
    changed = game.hand_changed_since(entry.seat, command.seen)
    if changed is None:
        return
    last = game.entries[changed - 1]
    # A phone that was left without an answer has not seen what it did itself.
    is_own_count = isinstance(last, HandCounted) and changed in own
    if not is_own_count and not _says_nothing(game.state, last):
        raise Conflict("two_hands", entry, changed)


def _check_only_out(game: Game, command: Command, entry: Entry, own: Container[int]) -> None:
    """Raises Conflict where another phone has said since that somebody else went out.

    Whoever has seen that may correct it, and a phone may correct itself.
    """
    said = game.fold.events.draft.out_at
    if not isinstance(entry, WentOut) or said is None or said <= command.seen or said in own:
        return
    if game.state.open is not None and entry.seat != game.state.open.play.went_out:
        raise Conflict("two_out", entry, said)


def _says_nothing(state: State, last: Entry) -> bool:
    """Whether what was counted in the open round was all taken off again: there is one count."""
    if state.open is None or not isinstance(last, HandCounted):
        return False
    marked = last.seat in state.open.marked
    return last == HandCounted(last.seat, Hand(), marked, melded=last.melded and Hand())
