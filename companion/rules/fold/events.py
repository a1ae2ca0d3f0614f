"""The events of a game: its log without undone entries, and the open round."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self, TypeVar

from companion.rules.fold.recounting import Recounted, by_place
from companion.rules.model.log_entry import LogEntry
from companion.rules.model.play import (
    Accepted,
    Adjustment,
    Drop,
    Ending,
    Hand,
    RoundDown,
    RoundHand,
    RoundPlay,
    RulesBefore,
)
from companion.rules.model.state import EarlyEnd, LaidMeld, NewRules

T = TypeVar("T")


def own_copy(thing: T) -> T:
    """A copy with lists, sets and mappings of its own; their items are immutable."""
    twin = copy.copy(thing)
    for name, value in vars(thing).items():
        if isinstance(value, list | set | dict):
            setattr(twin, name, value.copy())
    return twin


@dataclass(frozen=True, slots=True)
class WrittenRound:
    """A written round; `corrected` says that it was changed after it was scored.

    It was written, or corrected, after this number of `changes` of house rules. `unasked` are the
    players of whom nobody was asked whether they were down when their hands were counted before;
    `told_down` are the answers since, by seat. `draft` is that of a round that may have been dealt
    anew while it was played.
    """

    play: RoundPlay
    accepted: Accepted
    not_asked: Accepted
    changes: int
    unasked: frozenset[int] = frozenset()
    told_down: Mapping[int, bool] = field(default_factory=dict)
    draft: "Draft | None" = None
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A counted hand of the open round; the fields are those of `HandCounted`.

    `down` is None if nobody was asked, because it did not matter by the rules then.
    """

    hand: Hand
    down: bool | None
    buys: int | None
    melded: Hand | None
    unopened: bool = False


class Newcomer(NamedTuple):
    """A player who joined, and the seat they sit before, if given."""

    name: str
    before: int | None


@dataclass
class Draft:
    """The open round so far. `over` says that the question who went out has been answered.

    `melds` are those put on the table during the round, by seat.
    `marked` are the seats marked as down at the table; a counted hand has its own flag. `out_at` is
    the sequence number of the entry that ended the round, None while it goes on. `drops` are those
    who gave the round up, by seat; `turned_up` is the rank of the card turned up; `told_down` says
    whether players were down of whom nobody was asked when their hands were counted; `lost` are the
    players who lost lives. A correction or other house rules may deal others in: `before` is the
    draft as it was then.
    """

    marked: set[int] = field(default_factory=set)
    went_out: int | None = None
    out_at: int | None = None
    over: bool = False
    went_rummy: bool = False
    ending: Ending | None = None
    counted: dict[int, CountedHand] = field(default_factory=dict)
    counted_at: dict[int, int] = field(default_factory=dict)
    adjusted: dict[int, Adjustment] = field(default_factory=dict)
    melds: dict[int, tuple[LaidMeld, ...]] = field(default_factory=dict)
    drops: dict[int, Drop] = field(default_factory=dict)
    turned_up: str | None = None
    told_down: dict[int, bool] = field(default_factory=dict)
    lost: frozenset[int] = frozenset()
    before: "Draft | None" = None

    def mark(self, seat: int, sequence: int, *, down: bool) -> None:
        """Set the mark of a seat, by the entry with this number."""
        self.told_down.pop(seat, None)
        (self.marked.add if down else self.marked.discard)(seat)
        if down and seat in self.counted and self.counted[seat].unopened:
            del self.counted[seat]  # nobody has counted the cards
        if seat in self.counted:
            self.counted[seat] = replace(self.counted[seat], down=down)
            self.counted_at[seat] = sequence

    def meld(self, seat: int, meld: LaidMeld) -> None:
        """Add a meld to those of a seat."""
        self.melds[seat] = (*self.melds.get(seat, ()), meld)

    def end(
        self, seat: int | None, sequence: int, *, went_rummy: bool, ending: Ending | None
    ) -> None:
        """End the round: this seat, or nobody, went out, by the entry with this number."""
        self.went_out, self.went_rummy, self.over = seat, went_rummy, True
        self.ending, self.out_at = ending, sequence
        counted = self.counted.get(seat) if seat is not None else None
        holds_cards = ending == "knock"
        if seat is not None and counted and counted.melded is None and not holds_cards:
            self.counted.pop(seat)  # the hand was another player's to count

    def drop(self, seat: int, drop: Drop | None) -> None:
        """Set or take back a drop; after a wrong declaration the others play on."""
        if drop is None:
            self.drops.pop(seat, None)
            return
        self.drops[seat] = drop
        self.counted.pop(seat, None)
        if drop == "wrong" and seat == self.went_out:
            self.counted, self.counted_at = {}, {}  # other cards will be left
            self.resume()

    def resume(self) -> None:
        """Play the round on, as nobody has gone out."""
        self.went_out, self.over, self.went_rummy = None, False, False
        self.ending, self.out_at = None, None

    def count(self, seat: int, hand: CountedHand, sequence: int) -> None:
        """Store the count of a hand, by the entry with this number."""
        self.told_down.pop(seat, None)
        self.counted[seat] = hand
        self.counted_at[seat] = sequence

    @property
    def unasked(self) -> frozenset[int]:
        """The players with a counted hand of whom nobody was asked whether they are down."""
        return frozenset(
            seat
            for seat, hand in self.counted.items()
            if hand.down is None and not hand.hand.is_blank
        )

    def unask(self) -> None:
        """Nobody was asked so far who is down."""
        self.counted = {
            s: replace(hand, down=hand.down or None) for s, hand in self.counted.items()
        }

    def forget(self, seat: int) -> None:
        """Remove the entries of a player who left."""
        self.marked.discard(seat)
        for rows in (self.counted, self.counted_at, self.adjusted, self.melds, self.drops):
            rows.pop(seat, None)
        if self.went_out == seat:
            self.resume()

    def deal_anew(self) -> None:
        """From now on others may be dealt in."""
        self.before = replace(own_copy(self), before=None)

    def is_left_over(self, seat: int) -> bool:
        """Whether nothing has been said of this player since others may have been dealt in."""
        return self.before is not None and self.said_of(seat) == self.before.said_of(seat)

    def said_of(self, seat: int) -> tuple[object, ...]:
        """Everything that has been said of this player."""
        rows = (self.counted, self.adjusted, self.melds, self.drops)
        return (seat in self.marked, seat == self.went_out, *(row.get(seat) for row in rows))

    def play(self) -> RoundPlay:
        """The open round as a play; the player who went out is down."""
        out = set() if self.went_out is None else {self.went_out}
        down = {s for s, e in self.counted.items() if e.down}
        return RoundPlay(
            laid_down=frozenset((self.marked - self.counted.keys()) | down | out),
            went_out=self.went_out,
            hands=dict.fromkeys(self.lost, Hand())  # nobody counts these
            | {
                s: Hand() if e.unopened else e.hand
                for s, e in self.counted.items()
                if not e.hand.is_blank
            },
            buys={s: e.buys for s, e in self.counted.items() if e.buys is not None},
            adjustments=_of_points(self.adjusted),
            melded={s: e.melded for s, e in self.counted.items() if e.melded is not None},
            went_rummy=self.went_rummy,
            ending=self.ending,
            drops=dict(self.drops),
            turned_up=self.turned_up,
        )


@dataclass
class Events:
    """All events in order; joins, leaves, takeovers and dealers have the index of their round.

    `deal_stays` are the indexes of rounds whose deal passes to nobody who came before them;
    `dealt_in` says by that index and the seat who was dealt in, or was not, against the totals;
    `handed_over` has for each takeover that index, the seat and its former player; `ended` is the
    entry that ended the game early, with its sequence number; `end_time` is in
    minutes since 1970, None if none is set; `title` is None until it is changed;
    `recounted` are the hands of the last change of house rules; `rules_before` has for each change
    the rules before it, None if it does not say; `undone` are the numbers of undone entries and of
    their undos.
    """

    rounds: list[WrittenRound] = field(default_factory=list)
    draft: Draft = field(default_factory=Draft)
    joined: list[tuple[int, Newcomer]] = field(default_factory=list)
    left: list[tuple[int, int]] = field(default_factory=list)
    returned: list[tuple[int, int]] = field(default_factory=list)
    renamed: dict[int, str] = field(default_factory=dict)
    handed_over: list[tuple[int, int, str]] = field(default_factory=list)
    order: tuple[int, ...] = ()
    dealers: dict[int, int] = field(default_factory=dict)
    deal_stays: set[int] = field(default_factory=set)
    dealt_in: dict[tuple[int, int], bool] = field(default_factory=dict)
    new_rules: list[NewRules] = field(default_factory=list)
    recounted: Recounted = field(default_factory=dict)
    rules_before: list[RulesBefore | None] = field(default_factory=list)
    ended: tuple[int, EarlyEnd] | None = None
    end_time: int | None = None
    title: str | None = None
    note: str = ""
    last: tuple[int, LogEntry] | None = None
    undone: frozenset[int] = frozenset()

    def branch(self) -> Self:
        """A copy that can be changed."""
        return replace(own_copy(self), draft=own_copy(self.draft))

    def write_down(
        self, accepted: Accepted, not_asked: Accepted, lost: frozenset[int] = frozenset()
    ) -> None:
        """Append the round, and open another; the hands of those who `lost` lives stay blank."""
        draft, changes = self.draft, len(self.new_rules)
        draft.lost = lost
        facts = (draft.unasked, draft.told_down, draft if draft.before else None)
        self.rounds.append(WrittenRound(draft.play(), accepted, not_asked, changes, *facts))
        self.draft = Draft()

    def correct(
        self, number: int, play: RoundPlay, accepted: Accepted, not_asked: Accepted
    ) -> None:
        """Replace a written round, unless it has been undone; the player who went out is down."""
        if 1 <= number <= len(self.rounds):
            out = set() if play.went_out is None else {play.went_out}
            down = play.laid_down | out
            adjustments = _of_points(play.adjustments)
            right = replace(play, laid_down=down, adjustments=adjustments)
            changes = len(self.new_rules)
            self._drop_recounts(number)
            corrected = WrittenRound(right, accepted, not_asked, changes, corrected=True)
            self.rounds[number - 1] = corrected
            self.draft.deal_anew()

    def count(self, seat: int, hand: CountedHand, sequence: int) -> None:
        """Store the count of a hand of the open round, by the entry with this number."""
        self._drop_recounts(len(self.rounds) + 1, seat)
        self.draft.count(seat, hand, sequence)

    def _drop_recounts(self, number: int, seat: int | None = None) -> None:
        """Forget the recounts of a round, or of one player in it: they are counted again."""
        self.recounted = {
            place: hand
            for place, hand in self.recounted.items()
            if place[0] != number or seat not in {None, place[1]}
        }

    def change_rules(
        self,
        options: Mapping[str, str | int | bool],
        recounted: tuple[RoundHand, ...],
        told_down: tuple[RoundDown, ...],
        before: RulesBefore | None,
    ) -> None:
        """Set the house rules, which apply from the first deal on."""
        self.new_rules.append(NewRules(len(self.rounds) + 1, options))
        self.recounted = by_place(recounted)
        for row in told_down:
            self._tell_down(row)
        self.rules_before.append(before)
        if before and not before.asked_down:
            self.draft.unask()
        self.draft.deal_anew()

    def _tell_down(self, row: RoundDown) -> None:
        """Store an answer; a later count of the hand, or a correction of its round, replaces it."""
        if row.number > len(self.rounds):
            self.draft.told_down[row.seat] = row.down
        else:
            written = self.rounds[row.number - 1]
            told_down = {**written.told_down, row.seat: row.down}
            self.rounds[row.number - 1] = replace(written, told_down=told_down)

    def rules_of(self, written: WrittenRound) -> RulesBefore | None:
        """The rules by which a round was written; None if they are those in force, or not known."""
        return next(filter(None, self.rules_before[written.changes :]), None)

    @property
    def return_costs(self) -> int | None:
        """The cost of a return by the last rules before a change that allowed one."""
        costs = [rules.return_costs for rules in self.rules_before if rules]
        return next((cost for cost in reversed(costs) if cost is not None), None)

    def move(self, seat: int, moves: list[tuple[int, int]], back: list[tuple[int, int]]) -> None:
        """Record a join or leave; leaving and returning with no round between cancel out."""
        moved = (len(self.rounds), seat)
        if moved in back:
            back.remove(moved)
        else:
            moves.append(moved)


def _of_points(adjustments: Mapping[int, Adjustment]) -> dict[int, Adjustment]:
    """An adjustment of zero points removes the previous one."""
    return {seat: adjustment for seat, adjustment in adjustments.items() if adjustment.points}
