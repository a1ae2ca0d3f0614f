"""decide(): applies a command to the current game, or says why it cannot be applied."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.fold.entries import (
    Entry,
    EntryUndone,
    Hand,
    HandCounted,
    PlayerJoined,
    TurnedUp,
    WentOut,
)
from companion.rules.fold.log import FIRST, standing
from companion.rules.game import Game
from companion.rules.judging.refusals import Doubted, Refused, only_known_cards
from companion.rules.model.play import RoundPlay
from companion.rules.model.state import State

ConflictCode = Literal["out_of_date", "two_hands", "two_out", "ahead"]


@dataclass(frozen=True, slots=True)
class Command:
    """The intent to write, as a value: parsed, not yet decided.

    `entries` are appended in this order, all or none. `seen` is the length of the log that the
    author knew; `round` the number of the round that was open then, None if irrelevant. `unasked`
    says that the author can no longer be asked: doubts are stored with the entries, and a later
    entry of others blocks an undo only if it depends on the undone entry. `seated` has, for the
    seats that the author took for those of later players, the entries that seated these (`fold.
    seated`); without it, seats are those of the log that the author knew.
    """

    entries: tuple[Entry, ...]
    seen: int
    round: int | None = None
    unasked: bool = False
    seated: Mapping[int, int] | None = None


class Conflict(Exception):
    """The game has changed in a way that affects the command, so people must decide.

    `two_hands`: the hand in `entry` was changed by the entry numbered `sequence`. `two_out`: the
    entry numbered `sequence` names another player who went out than `entry`. `ahead`: the command
    was made on a longer log, as before a restore.
    """

    def __init__(
        self, code: ConflictCode, entry: Entry | None = None, sequence: int | None = None
    ) -> None:
        super().__init__(code)
        self.code, self.entry, self.sequence = code, entry, sequence


def decide(game: Game, command: Command, own: Container[int] = ()) -> Game:
    """The game after this command; entries that say nothing new are not appended.

    `own` are the numbers of the entries from the sending phone. Raises Conflict, Refused or
    Doubted, and for other house rules UnknownOption or RulesetError: then nothing may be written.
    """
    if command.seen > game.version:
        raise Conflict("ahead")
    _check_round(game.state, command)
    _check_people(game, command, own)
    current = game
    for wanted in command.entries:
        _check_seen(game, current, command, wanted)
        with only_known_cards():
            entry = wanted.settled(current.ruleset, current.state)
        entry = entry.unasked(current.ruleset, current.state) if command.unasked else entry
        if entry.is_news(current.state):
            _check_only_hand(game, command, entry, own)
            _check_only_out(game, command, entry, own)
            current = current.after(entry)
    return current


def _check_round(state: State, command: Command) -> None:
    """Raises Conflict if the command was made for a round that is not the open one."""
    is_open = state.open is not None and state.open.deal.number == command.round
    if command.round is not None and not is_open:
        raise Conflict("out_of_date")


def _check_people(game: Game, command: Command, own: Container[int]) -> None:
    """Raises Conflict if a seat is not that of the player it was named for."""
    named = {(seat, e.is_of_seats) for e in command.entries for seat in e.seats()}
    if not named:
        return
    meant, seated = _people_meant(game, command), game.seated_at(game.version)
    for seat, is_any_player in named:
        players = seated[seat] if seat < len(seated) else []
        player = meant.get(seat)
        if player is None:  # seated since: by the author, or there is nobody to be confused with
            is_right = not players or players[-1] in own
        else:
            is_right = player in players[0 if is_any_player else -1 :]
        if not is_right:
            raise Conflict("out_of_date")


def _people_meant(game: Game, command: Command) -> Mapping[int, int]:
    """By seat, the entry that seated the player for whom the author named it."""
    if command.seated is None:
        return {seat: ids[-1] for seat, ids in enumerate(game.seated_at(command.seen))}
    return {**dict.fromkeys(range(len(game.seats.names)), FIRST), **command.seated}


def _check_seen(game: Game, current: Game, command: Command, entry: Entry) -> None:
    """Raises Conflict if an entry is stale.

    `game` is the game as found, `current` the game after the earlier entries of the command.
    """
    log_has_grown = entry.rests_on_log and game.version != command.seen
    # A page from before a change of house rules or of the wild rank has other cards on its keys.
    other_cards = isinstance(entry, HandCounted) and (
        game.rules_changed_since(command.seen) or game.wild_changed_since(command.seen)
    )
    if log_has_grown or other_cards or _is_outdated(current, command, entry):
        raise Conflict("out_of_date")


def _is_outdated(game: Game, command: Command, entry: Entry) -> bool:
    if not entry.is_outdated(game.state):
        return False
    may_stand = command.unasked and isinstance(entry, EntryUndone)
    return not (may_stand and _stands_without(game, entry.sequence))  # type: ignore[attr-defined]


def _stands_without(game: Game, sequence: int) -> bool:
    """Whether all later entries would be valid without this entry, and mean the same."""
    others = standing(game.entries)
    since = [entry for number, entry in others if number > sequence]
    if any(entry.goes_back for entry in since) or _is_seat_named(game, sequence, since):
        return False
    names_wild = isinstance(game.entries[sequence - 1], TurnedUp) and game.ruleset.draws_wild
    if names_wild and any(isinstance(entry, HandCounted) for entry in since):
        return False  # its cards would have other values
    before = game.before([entry for number, entry in others if number < sequence])
    replayed = _replayed(before, since)
    written = len(before.state.rounds)
    return replayed is not None and _plays(replayed)[written:] == _plays(game)[written:]


def _replayed(game: Game, since: Sequence[Entry]) -> Game | None:
    """The game with all of these entries as they are; None if one of them is not valid."""
    try:
        for entry in since:
            after = decide(game, Command((entry,), game.version))
            if after.entries[game.version :] != (entry,):
                return None
            game = after
    except (Conflict, Refused, Doubted):
        return None
    return game


def _plays(game: Game) -> list[RoundPlay]:
    """The written rounds. Without one of them, later entries would be made in another round."""
    return [written.play for written in game.state.rounds]


def _is_seat_named(game: Game, sequence: int, since: Sequence[Entry]) -> bool:
    """Whether later entries name a seat that would be another player's without this entry."""
    seats = game.seated_at(game.version)
    seat = next((seat for seat, numbers in enumerate(seats) if sequence in numbers), None)
    if seat is None:
        return False
    moves_others = isinstance(game.entries[sequence - 1], PlayerJoined)
    named = {s for entry in since for s in entry.seats()}
    return seat in named or (moves_others and max(named, default=0) > seat)


def _check_only_hand(game: Game, command: Command, entry: Entry, own: Container[int]) -> None:
    """Raises Conflict if another phone has counted this hand since, with another result."""
    if not isinstance(entry, HandCounted):
        return
    changed = game.hand_changed_since(entry.seat, command.seen)
    if changed is None:
        return
    last = game.entries[changed - 1]
    # A phone that got no response has not seen its own entries.
    is_own_count = isinstance(last, HandCounted) and changed in own
    if not is_own_count and not _says_nothing(game.state, last):
        raise Conflict("two_hands", entry, changed)


def _check_only_out(game: Game, command: Command, entry: Entry, own: Container[int]) -> None:
    """Raises Conflict if another phone has since named another player who went out.

    A phone that has seen that entry may correct it, and a phone may correct its own. Somebody who
    is not at the table is no claim, but refused.
    """
    out_at, here = game.fold.events.draft.out_at, game.state.open
    if not isinstance(entry, WentOut) or out_at is None or out_at <= command.seen or out_at in own:
        return
    if here is not None and entry.seat in {None, *here.deal.players} - {here.play.went_out}:
        raise Conflict("two_out", entry, out_at)


def _says_nothing(state: State, last: Entry) -> bool:
    """Whether a count of the open round is blank again: then there is no second count."""
    if state.open is None or not isinstance(last, HandCounted):
        return False
    marked = last.seat in state.open.marked
    return last == HandCounted(last.seat, Hand(), marked, melded=last.melded and Hand())
