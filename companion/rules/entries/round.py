"""Entries about a round: who is down, who went out, the hands, and the round written down."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.rules.doubts import find_doubts
from companion.rules.entries.entry import Entry
from companion.rules.entries.forms import (
    ACCEPTED,
    ADJUSTMENT,
    COUNT,
    FLAG,
    HAND,
    PLAY,
    ROUND,
    SEAT,
    kept,
)
from companion.rules.hand_sizes import infer_down
from companion.rules.play import Accepted, Adjustment, Hand, RoundPlay
from companion.rules.recounting import card_without_price, hands_to_recount
from companion.rules.refusals import Refused, check_dealt_in, check_hand, check_round, open_round
from companion.rules.rulesets import Ruleset
from companion.rules.state import OpenRound, PlayedRound, State

if TYPE_CHECKING:
    from companion.rules.events import Events


@dataclass(frozen=True, slots=True)
class LaidDown(Entry):
    """A player met their contract."""

    kind: ClassVar[str] = "laid_down"
    seat: int = kept(SEAT)

    def check(self, _: Ruleset, state: State) -> None:
        """Only who is dealt in lays down."""
        check_dealt_in(state, self.seat)

    def happen(self, events: "Events", sequence: int) -> None:
        """They are marked as down."""
        events.draft.mark(self.seat, sequence, down=True)

    def is_news(self, state: State) -> bool:
        """Whether they are not down already."""
        return state.open is None or self.seat not in state.open.play.laid_down


@dataclass(frozen=True, slots=True)
class TookBack(Entry):
    """A player had not met their contract after all."""

    kind: ClassVar[str] = "took_back"
    seat: int = kept(SEAT)

    def check(self, _: Ruleset, state: State) -> None:
        """Only who is dealt in takes back."""
        check_dealt_in(state, self.seat)

    def happen(self, events: "Events", sequence: int) -> None:
        """They are not marked as down."""
        events.draft.mark(self.seat, sequence, down=False)

    def is_news(self, state: State) -> bool:
        """Whether there is a mark to take back: whoever went out is down, marked or not."""
        if state.open is None or self.seat not in state.open.deal.players:
            return True
        return self.seat in state.open.play.laid_down and self.seat != state.open.play.went_out


@dataclass(frozen=True, slots=True)
class WentOut(Entry):
    """The round is over: this player emptied their hand, or nobody did (None)."""

    kind: ClassVar[str] = "went_out"
    seat: int | None = kept(SEAT.or_none)
    went_rummy: bool = kept(FLAG, default=False)

    def check(self, _: Ruleset, state: State) -> None:
        """Only who is dealt in goes out."""
        check_dealt_in(state, *(() if self.seat is None else (self.seat,)))

    def happen(self, events: "Events", _: int) -> None:
        """The hands of all others are to be counted."""
        events.draft.end(self.seat, went_rummy=self.went_rummy)

    def settled(self, ruleset: Ruleset, _: State) -> "WentOut":
        """Going rummy says something only where it doubles."""
        return replace(self, went_rummy=self.went_rummy and ruleset.rummy_doubles)


@dataclass(frozen=True, slots=True)
class HandCounted(Entry):
    """A player's leftovers as they stand now, and whether the player is down.

    `down` is None only while somebody wants it written: the cards show it, or the mark at the
    table. `buys` is None where nobody said how often the player bought; `melded` is None in games
    that do not score what is on the table.
    """

    kind: ClassVar[str] = "hand_counted"
    seat: int = kept(SEAT)
    hand: Hand = kept(HAND)
    down: bool | None = kept(FLAG.or_none)
    buys: int | None = kept(COUNT.or_none, default=None)
    melded: Hand | None = kept(HAND.or_none, default=None)

    def check(self, _: Ruleset, state: State) -> None:
        """Only cards of this game, in the hand of somebody who is dealt in."""
        check_dealt_in(state, self.seat)
        for cards in (self.hand, self.melded or Hand()):
            check_hand(open_round(state).deal, self.seat, cards, self.buys or 0)

    def is_outdated(self, state: State) -> bool:
        """Once the round it was counted for is played on, or they are not in it."""
        current = state.open
        return current is None or not current.over or self.seat not in current.deal.players

    def happen(self, events: "Events", sequence: int) -> None:
        """In place of what was counted for them before."""
        events.draft.count(self, sequence)

    def settled(self, ruleset: Ruleset, state: State) -> "HandCounted":
        """Nobody asks what is left of the hand that went out; down or not, the cards may show."""
        if state.open is None:
            return self
        hand = self.hand
        if hand.is_blank and self.seat == state.open.play.went_out:
            hand = Hand(cards={})
        return replace(self, hand=hand, down=self._is_down(ruleset, state.open, hand))

    def _is_down(self, ruleset: Ruleset, current: OpenRound, hand: Hand) -> bool:
        down = self.down
        if down is None and not hand.is_blank:
            down = infer_down(ruleset, current.deal, self.seat, hand, self.buys)
        return self.seat in current.marked if down is None else down

    def is_news(self, state: State) -> bool:
        """Whether this is not what was counted already."""
        if state.open is None:
            return True
        play, seat = state.open.play, self.seat
        return (
            self.hand != play.hand(seat)
            or self.down != (seat in play.laid_down)
            or self.buys != play.buys.get(seat)
            or (self.melded or Hand()) != play.melds(seat)
        )


@dataclass(frozen=True, slots=True)
class Adjusted(Entry):
    """A player's points for this round were adjusted; no points take the adjustment back."""

    kind: ClassVar[str] = "adjusted"
    seat: int = kept(SEAT)
    adjustment: Adjustment = kept(ADJUSTMENT)

    def check(self, _: Ruleset, state: State) -> None:
        """Only who is dealt in scores."""
        check_dealt_in(state, self.seat)

    def happen(self, events: "Events", _: int) -> None:
        """In place of what was given them before."""
        events.draft.adjusted[self.seat] = self.adjustment


@dataclass(frozen=True, slots=True)
class RoundScored(Entry):
    """The open round was written down; `accepted` holds the doubts the keeper overrode.

    `not_asked` are those that nobody was asked about: it was written by a phone without a network.
    """

    kind: ClassVar[str] = "round_scored"
    rests_on_log: ClassVar[bool] = True
    accepted: Accepted = kept(ACCEPTED, default=frozenset())
    not_asked: Accepted = kept(ACCEPTED, is_rare=True, default=frozenset())

    def check(self, ruleset: Ruleset, state: State) -> None:
        """Every hand is counted, and every doubt answered."""
        current = open_round(state)
        check_round(current.by(ruleset), self.accepted | self.not_asked)

    def happen(self, events: "Events", _: int) -> None:
        """It is a line of the sheet, and the next round is open."""
        events.write_down(self.accepted, self.not_asked)

    def settled(self, ruleset: Ruleset, state: State) -> "RoundScored":
        """Only doubts that are there can be answered."""
        if state.open is None:
            return self
        return RoundScored(_answered(state.open.by(ruleset), self.accepted))

    def unasked(self, ruleset: Ruleset, state: State) -> "RoundScored":
        """With every doubt that was not answered."""
        if state.open is None:
            return self
        return replace(self, not_asked=_open(state.open.by(ruleset), self.accepted))


@dataclass(frozen=True, slots=True)
class RoundCorrected(Entry):
    """A scored round (numbered from 1) was really like this.

    `not_asked` are doubts that nobody was asked about, as of a round that is written down.
    """

    kind: ClassVar[str] = "round_corrected"
    goes_back: ClassVar[bool] = True
    rests_on_log: ClassVar[bool] = True
    number: int = kept(ROUND)
    play: RoundPlay = kept(PLAY)
    accepted: Accepted = kept(ACCEPTED, default=frozenset())
    not_asked: Accepted = kept(ACCEPTED, is_rare=True, default=frozenset())

    def check(self, ruleset: Ruleset, state: State) -> None:
        """As when it was written down."""
        if not 1 <= self.number <= len(state.rounds):
            raise Refused("game_over", numbers={"round": self.number})
        check_round(self._played(ruleset, state), self.accepted | self.not_asked)

    def check_after(self, before: State, after: State) -> None:
        """It leaves later hands their price.

        Where this round is void now, later deals move, and with them a wild rank.
        """
        for hand in hands_to_recount(before, after):
            if self.number < hand.number <= len(after.rounds):
                values = after.rounds[hand.number - 1].deal.values
                raise Refused("unknown_card", card=card_without_price(values, hand.hand))

    def happen(self, events: "Events", _: int) -> None:
        """In place of what was written, unless that was undone."""
        events.correct(self.number, self.play, self.accepted, self.not_asked)

    def settled(self, ruleset: Ruleset, state: State) -> "RoundCorrected":
        """Only doubts that are there can be answered."""
        if not 1 <= self.number <= len(state.rounds):
            return self
        accepted = _answered(self._played(ruleset, state), self.accepted)
        return replace(self, accepted=accepted, not_asked=frozenset())

    def unasked(self, ruleset: Ruleset, state: State) -> "RoundCorrected":
        """With every doubt that was not answered."""
        if not 1 <= self.number <= len(state.rounds):
            return self
        return replace(self, not_asked=_open(self._played(ruleset, state), self.accepted))

    def _played(self, ruleset: Ruleset, state: State) -> PlayedRound:
        return PlayedRound(ruleset, state.rounds[self.number - 1].deal, self.play)


def _answered(played: PlayedRound, accepted: Accepted) -> Accepted:
    return frozenset(d.key for d in find_doubts(played) if d.key in accepted)


def _open(played: PlayedRound, accepted: Accepted) -> Accepted:
    return frozenset(d.key for d in find_doubts(played) if d.key not in accepted)
