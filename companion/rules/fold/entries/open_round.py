"""Entries about the open round: laid down, melded, went out, and the hands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import starmap
from typing import Annotated, ClassVar, Self

from companion.rules.fold.entries.entry import Entry
from companion.rules.fold.events import CountedHand, Events
from companion.rules.judging.hand_sizes import infer_down, total_leaves_down_open
from companion.rules.judging.refusals import (
    Refused,
    check_dealt_in,
    check_down_is_said,
    check_hand,
    check_turned_up,
    open_round,
)
from companion.rules.model.fields import Count, Fits, Seat, json_field
from companion.rules.model.play import Adjustment, Drop, Ending, Hand, RoundPlay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import LaidMeld, OpenRound, State


@dataclass(frozen=True, slots=True)
class LaidDown(Entry):
    """A player laid down their contract."""

    kind: ClassVar[str] = "laid_down"
    seat: Seat

    @classmethod
    def from_play(cls, play: RoundPlay) -> Iterator[Self]:
        """One entry for each player who is down."""
        return map(cls, sorted(play.laid_down))

    def check(self, _: Ruleset, state: State) -> None:
        """The player must be dealt in."""
        check_dealt_in(state, self.seat)

    def apply(self, events: Events, sequence: int) -> None:
        """Mark the player as down."""
        events.draft.mark(self.seat, sequence, down=True)

    def is_news(self, state: State) -> bool:
        """Whether the player is not marked yet."""
        return state.open is None or self.seat not in state.open.play.laid_down


@dataclass(frozen=True, slots=True)
class TookBack(Entry):
    """The mark of a player who laid down was taken back."""

    kind: ClassVar[str] = "took_back"
    seat: Seat

    def check(self, _: Ruleset, state: State) -> None:
        """The player must be dealt in."""
        check_dealt_in(state, self.seat)

    def apply(self, events: Events, sequence: int) -> None:
        """Remove the mark."""
        events.draft.mark(self.seat, sequence, down=False)

    def is_news(self, state: State) -> bool:
        """Whether there is a mark to remove; the player who went out is down even without one."""
        if state.open is None or self.seat not in state.open.deal.players:
            return True
        return self.seat in state.open.play.laid_down and self.seat != state.open.play.went_out


@dataclass(frozen=True, slots=True)
class Melded(Entry):
    """A player put these cards on the table: a meld, or cards laid off on one.

    Only for games that score melds. They count once the hand is counted, with what it says is
    melded; until then they are only shown.
    """

    kind: ClassVar[str] = "melded"
    seat: Seat
    cards: Mapping[str, Count]

    def check(self, _: Ruleset, state: State) -> None:
        """The player must be dealt in, and the cards must exist in this game."""
        check_dealt_in(state, self.seat)
        check_hand(open_round(state).deal, self.seat, Hand(cards=self.cards), part="melded")

    def is_outdated(self, state: State) -> bool:
        """The meld is stale once the melds of this player are counted."""
        return state.open is not None and self.seat in state.open.play.melded

    def apply(self, events: Events, sequence: int) -> None:
        """Add the cards to those that this player melded in this round."""
        events.draft.meld(self.seat, LaidMeld(sequence, self.cards))

    def is_news(self, state: State) -> bool:
        """Whether there is a card, in a game that scores it."""
        scores = state.open is None or state.open.deal.scoring.melds_score
        return scores and any(self.cards.values())


@dataclass(frozen=True, slots=True)
class WentOut(Entry):
    """The round ended: this player went out, or nobody did (None).

    Where players knock, `ending` is how.
    """

    kind: ClassVar[str] = "went_out"
    seat: Seat | None
    went_rummy: bool = False
    ending: Ending | None = json_field(is_sparse=True, default=None)

    @classmethod
    def from_play(cls, play: RoundPlay) -> Iterator[Self]:
        """The entry that ended the round, if it is over."""
        yield cls(play.went_out, play.went_rummy, play.ending)

    def check(self, _: Ruleset, state: State) -> None:
        """The player must be dealt in."""
        check_dealt_in(state, *(() if self.seat is None else (self.seat,)))

    def apply(self, events: Events, sequence: int) -> None:
        """End the round; all other hands are to be counted."""
        events.draft.end(self.seat, sequence, went_rummy=self.went_rummy, ending=self.ending)

    def settled(self, ruleset: Ruleset, _: State) -> "WentOut":
        """`rummy` is stored only in games where it counts, `ending` where players knock.

        If nobody went out, neither is; where points are typed, nobody does.
        """
        if self.seat is None or ruleset.scoring.only_points:
            return WentOut(None)
        rummy, ending = self.went_rummy and ruleset.asks_rummy, ruleset.ending(self.ending)
        return WentOut(self.seat, rummy, ending)

    def is_news(self, state: State) -> bool:
        """Whether this differs from the current end of the round, or discards a counted hand."""
        if state.open is None or not state.open.over:
            return True
        play = state.open.play
        end = (self.seat, self.went_rummy, self.ending)
        if (play.went_out, play.went_rummy, play.ending) != end:
            return True
        if self.ending == "knock":
            return False  # the knocker has a hand to count
        return self.seat in play.hands and self.seat not in play.melded


@dataclass(frozen=True, slots=True)
class Dropped(Entry):
    """A player gave the round up, or did not after all (None).

    Only for games with drops. After a wrong declaration of the player who went out, the others
    play on.
    """

    kind: ClassVar[str] = "dropped"
    seat: Seat
    drop: Drop | None

    @classmethod
    def from_play(cls, play: RoundPlay) -> Iterator[Self]:
        """One entry for each player who dropped."""
        return starmap(cls, sorted(play.drops.items()))

    def check(self, _: Ruleset, state: State) -> None:
        """The player must be dealt in."""
        check_dealt_in(state, self.seat)

    def settled(self, ruleset: Ruleset, _: State) -> "Dropped":
        """A drop is stored only in games with drops."""
        return self if ruleset.drops else replace(self, drop=None)

    def is_outdated(self, state: State) -> bool:
        """The drop is stale once the hand of this player is counted."""
        return bool(self.drop and state.open and state.open.has_counted(self.seat))

    def apply(self, events: Events, _: int) -> None:
        """Set or take back the drop."""
        events.draft.drop(self.seat, self.drop)

    def is_news(self, state: State) -> bool:
        """Whether this differs from the current drop of the player."""
        return state.open is None or state.open.play.drops.get(self.seat) != self.drop


@dataclass(frozen=True, slots=True)
class TurnedUp(Entry):
    """The rank of the card that was turned up; None takes it back.

    Only for games in which it matters: it is the wild rank of this round, or limits a knock.
    """

    kind: ClassVar[str] = "turned_up"
    rank: Annotated[str, Fits({"maxLength": 20})] | None

    @classmethod
    def from_play(cls, play: RoundPlay) -> Iterator[Self]:
        """The rank, if one was named."""
        if play.turned_up is not None:
            yield cls(play.turned_up)

    def check(self, ruleset: Ruleset, state: State) -> None:
        """The rank must exist in this game, and no cards may be counted by another wild rank."""
        play = open_round(state).play
        check_turned_up(ruleset, self.rank)
        if play.has_counts and ruleset.draws_wild:
            raise Refused("wild_is_settled")

    def apply(self, events: Events, _: int) -> None:
        """Replace the rank of this round."""
        events.draft.turned_up = self.rank

    def settled(self, ruleset: Ruleset, _: State) -> "TurnedUp":
        """A rank is stored only in games in which it matters."""
        return self if ruleset.turns_up else replace(self, rank=None)

    def is_news(self, state: State) -> bool:
        """Whether the rank differs."""
        return state.open is None or state.open.play.turned_up != self.rank


@dataclass(frozen=True, slots=True)
class HandCounted(Entry):
    """The current count of a player's leftovers, and whether the player is down.

    `down` may be None only in a command: it is inferred from the cards or the mark at the table; a
    typed total that fits both needs an answer. `buys` is None if the number of buys was not
    entered; `melded` is None in games that do not score melds. `unopened` says that nobody counted
    the cards: the points are the price of not having opened, or lives, by the rules then.
    """

    kind: ClassVar[str] = "hand_counted"
    seat: Seat
    hand: Hand
    down: bool | None
    buys: Count | None = None
    melded: Hand | None = None
    unopened: bool = json_field(is_sparse=True, is_hidden=True, default=False)

    @classmethod
    def from_play(cls, play: RoundPlay) -> Iterator[Self]:
        """One entry for each hand that is not blank."""
        for seat in sorted({*play.hands, *play.buys, *play.melded}):
            hand, melded = play.hands.get(seat, Hand()), play.melded.get(seat)
            yield cls(seat, hand, seat in play.laid_down, play.buys.get(seat), melded)

    def check(self, ruleset: Ruleset, state: State) -> None:
        """The cards must exist in this game, and the player must be dealt in."""
        check_dealt_in(state, self.seat)
        deal = open_round(state).deal
        check_hand(deal, self.seat, self.hand, self.buys or 0)
        check_hand(deal, self.seat, self.melded or Hand(), part="melded")
        if self.down is None:
            check_down_is_said(ruleset, open_round(state).deal, self.seat, self.hand, self.buys)

    def is_outdated(self, state: State) -> bool:
        """The hand is stale once its round is written, or its player is not dealt in."""
        current = state.open
        return current is None or not current.over or self.seat not in current.deal.players

    def apply(self, events: Events, sequence: int) -> None:
        """Replace the count of this hand."""
        counted = CountedHand(self.hand, self.down, self.buys, self.melded, self.unopened)
        events.count(self.seat, counted, sequence)

    def settled(self, ruleset: Ruleset, state: State) -> "HandCounted":
        """Drop the leftovers of the player who went out; infer `down` from the cards if possible.

        `down` remains None if a typed total leaves it open and nobody was marked.
        """
        if state.open is None:
            return self
        hand = self.hand
        if hand.is_blank and state.open.play.is_out(self.seat):
            hand = Hand(cards={})
        down = self._is_down(ruleset, state.open, hand)
        unopened = down is False and ruleset.is_price(hand)
        return replace(self, hand=hand, down=down, unopened=unopened)

    def _is_down(self, ruleset: Ruleset, current: OpenRound, hand: Hand) -> bool | None:
        if self.down is not None:
            return self.down
        known = (ruleset, current.deal, self.seat, hand, self.buys)
        shown = None if hand.is_blank else infer_down(*known)
        if shown is not None:
            return shown
        is_known = self.seat in {*current.marked, current.play.went_out}
        is_open = not is_known and total_leaves_down_open(*known)
        return None if is_open else self.seat in current.marked

    def is_news(self, state: State) -> bool:
        """Whether the count differs from the current one."""
        play, seat = open_round(state).play, self.seat
        return (
            self.hand != play.hand(seat)
            or self.down != (seat in play.laid_down)
            or self.buys != play.buys.get(seat)
            or (self.melded or Hand()) != play.melds(seat)
        )


@dataclass(frozen=True, slots=True)
class Adjusted(Entry):
    """The adjustment of a player's points in this round; zero points remove it."""

    kind: ClassVar[str] = "adjusted"
    seat: Seat
    adjustment: Adjustment

    @classmethod
    def from_play(cls, play: RoundPlay) -> Iterator[Self]:
        """One entry for each adjustment."""
        return starmap(cls, sorted(play.adjustments.items()))

    def check(self, _: Ruleset, state: State) -> None:
        """The player must be dealt in."""
        check_dealt_in(state, self.seat)

    def apply(self, events: Events, _: int) -> None:
        """Replace the adjustment of this player."""
        events.draft.adjusted[self.seat] = self.adjustment
