"""What happened in a game: its log without what was undone, and the round that is open now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from companion.rules.entries import (
    Accepted,
    Adjustment,
    Entry,
    EntryUndone,
    GameEnded,
    HandCounted,
    PlayerJoined,
    RoundHand,
    RoundPlay,
    RulesChanged,
)
from companion.rules.own_copy import own_copy
from companion.rules.recounting import Recounted, by_place
from companion.rules.state import NewRules


@dataclass(frozen=True, slots=True)
class WrittenRound:
    """A round as the log has it now; `corrected` says that it was changed after it was scored."""

    play: RoundPlay
    accepted: Accepted
    not_asked: Accepted
    corrected: bool = False


@dataclass
class Draft:
    """The open round so far. `over` says the keeper was asked who went out and answered.

    `marked` is who was said to be down at the table; once a hand is counted, its entry says it.
    `out_at` is the sequence number of the entry that ended the round, None while it goes on.
    """

    marked: set[int] = field(default_factory=set)
    went_out: int | None = None
    out_at: int | None = None
    over: bool = False
    went_rummy: bool = False
    counted: dict[int, HandCounted] = field(default_factory=dict)
    counted_at: dict[int, int] = field(default_factory=dict)
    adjusted: dict[int, Adjustment] = field(default_factory=dict)

    def mark(self, seat: int, sequence: int, *, down: bool) -> None:
        """Somebody was said to be down, or not, by the entry with this number."""
        (self.marked.add if down else self.marked.discard)(seat)
        if seat in self.counted:
            self.counted[seat] = replace(self.counted[seat], down=down)
            self.counted_at[seat] = sequence

    def end(self, seat: int | None, sequence: int, *, went_rummy: bool) -> None:
        """The round is over: this seat went out, or nobody did, by the entry with this number."""
        self.went_out, self.went_rummy, self.over = seat, went_rummy, True
        self.out_at = sequence
        counted = self.counted.get(seat) if seat is not None else None
        if counted and counted.melded is None:  # an empty hand: what was counted was another's
            self.counted.pop(counted.seat)

    def count(self, hand: HandCounted, sequence: int) -> None:
        """A hand was counted, by the entry with this number."""
        self.counted[hand.seat] = hand
        self.counted_at[hand.seat] = sequence

    def forget(self, seat: int) -> None:
        """Somebody left, and what was said of them in this round goes with them."""
        self.marked.discard(seat)
        for said in (self.counted, self.counted_at, self.adjusted):
            said.pop(seat, None)
        if self.went_out == seat:
            self.went_out, self.over, self.went_rummy = None, False, False
            self.out_at = None

    def play(self) -> RoundPlay:
        """The open round as a play; whoever went out is down, for nobody can go out otherwise."""
        out = set() if self.went_out is None else {self.went_out}
        down = {s for s, e in self.counted.items() if e.down}
        return RoundPlay(
            laid_down=frozenset((self.marked - self.counted.keys()) | down | out),
            went_out=self.went_out,
            hands={s: e.hand for s, e in self.counted.items() if not e.hand.is_blank},
            buys={s: e.buys for s, e in self.counted.items() if e.buys is not None},
            adjustments=_of_points(self.adjusted),
            melded={s: e.melded for s, e in self.counted.items() if e.melded is not None},
            went_rummy=self.went_rummy,
        )


@dataclass
class Events:
    """What happened, in order. Who comes, goes and deals stands at the index of the round.

    `ended` is the entry that ended the game early, with its sequence number; `title` is None until
    somebody changed it; `recounted` are the hands that came with the last change of house rules;
    `undone` are the entries that are out of it, and the undos themselves.
    """

    rounds: list[WrittenRound] = field(default_factory=list)
    draft: Draft = field(default_factory=Draft)
    joined: list[tuple[int, PlayerJoined]] = field(default_factory=list)
    left: list[tuple[int, int]] = field(default_factory=list)
    returned: list[tuple[int, int]] = field(default_factory=list)
    renamed: dict[int, str] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    dealers: dict[int, int] = field(default_factory=dict)
    new_rules: list[NewRules] = field(default_factory=list)
    recounted: Recounted = field(default_factory=dict)
    ended: tuple[int, GameEnded] | None = None
    title: str | None = None
    note: str = ""
    last: tuple[int, Entry] | None = None
    undone: frozenset[int] = frozenset()

    def add(self, sequence: int, entry: Entry) -> None:
        """What happened by one entry more, which is no undo."""
        entry.happen(self, sequence)
        self.last = (sequence, entry)

    def branch(self) -> Self:
        """The same, to go on with; this stays as it is."""
        return replace(own_copy(self), draft=own_copy(self.draft))

    def write_down(self, accepted: Accepted, not_asked: Accepted) -> None:
        """The open round is a line of the sheet, and another is open."""
        self.rounds.append(WrittenRound(self.draft.play(), accepted, not_asked))
        self.draft = Draft()

    def correct(
        self, number: int, play: RoundPlay, accepted: Accepted, not_asked: Accepted
    ) -> None:
        """A written round was really like this; it may have been undone since."""
        if 1 <= number <= len(self.rounds):
            right = replace(play, adjustments=_of_points(play.adjustments))
            self.rounds[number - 1] = WrittenRound(right, accepted, not_asked, corrected=True)

    def change_rules(
        self, options: Mapping[str, str | int | bool], recounted: tuple[RoundHand, ...]
    ) -> None:
        """Other house rules are in force, from the first deal on."""
        self.new_rules.append(NewRules(len(self.rounds) + 1, options))
        self.recounted = by_place(recounted)

    def move(self, seat: int, way: list[tuple[int, int]], back: list[tuple[int, int]]) -> None:
        """Up and down again with no round between is as if nobody had moved."""
        moved = (len(self.rounds), seat)
        if moved in back:
            back.remove(moved)
        else:
            way.append(moved)


def read_events(entries: Sequence[Entry]) -> Events:
    """Read the log, without what was undone in it."""
    standing = _standing(entries)
    stands = {sequence for sequence, _ in standing}
    events = Events(undone=frozenset(range(1, len(entries) + 1)) - stands)
    for sequence, entry in standing:
        events.add(sequence, entry)
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


def _of_points(adjustments: Mapping[int, Adjustment]) -> dict[int, Adjustment]:
    """An adjustment of no points takes back the one before it: there is none."""
    return {seat: adjustment for seat, adjustment in adjustments.items() if adjustment.points}
