"""What is known of a hand before anybody counts it: how many cards it can have."""

from dataclasses import dataclass

from companion.rules.fold.entries import Hand, RoundPlay
from companion.rules.judging.hand_sizes import (
    HandSizes,
    hand_sizes,
    infer_down,
    laying_down_is_going_out,
    most_buys,
    most_held,
    points_range,
    shown_buys,
)
from companion.rules.model.card_points import hand_points
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, PlayedRound


@dataclass(frozen=True, slots=True)
class ExpectedHand:
    """Whose hand it is, and what is known of it before anybody counts.

    `marked` are the seats said to be down at the table, None for a round that is written.
    """

    played: PlayedRound
    seat: int
    marked: frozenset[int] | None = None

    @property
    def ruleset(self) -> Ruleset:
        """The rules in force."""
        return self.played.ruleset

    @property
    def deal(self) -> Deal:
        """What the round started from."""
        return self.played.deal

    @property
    def play(self) -> RoundPlay:
        """What is known of the round."""
        return self.played.play

    @property
    def is_down(self) -> bool:
        """Down as the round stands."""
        return self.seat in self.play.laid_down

    @property
    def marked_down(self) -> bool:
        """Marked as down at the table; in a round that is written, down as it was written."""
        return self.is_down if self.marked is None else self.seat in self.marked

    @property
    def down_is_only_shown(self) -> bool:
        """Down or not by the cards counted so far, and by nobody's word: more cards may tell."""
        hand = self.play.hand(self.seat)
        shown = infer_down(self.ruleset, self.deal, self.seat, hand, self.buys)
        return not hand.is_blank and shown == self.is_down != self.marked_down

    @property
    def buys(self) -> int | None:
        """How often the player bought; None where nobody said it, or buying is off."""
        return self.play.buys.get(self.seat) if self.ruleset.buys.allowed else None

    @property
    def shown_buys(self) -> int | None:
        """How often the player bought by the cards counted so far; None where they do not show it.

        Somebody who is down has no whole hand, and a typed total has no cards.
        """
        size = self.play.hand(self.seat).size
        if self.sizes is None or self.buys is not None or self.is_down or size is None:
            return None
        return shown_buys(self.ruleset, self.deal, size)

    @property
    def sizes(self) -> HandSizes | None:
        """How many cards the player can hold; None where nobody can know."""
        return hand_sizes(self.ruleset, self.deal, self.seat, self.buys)

    @property
    def whole(self) -> int | None:
        """The cards a player holds who is not down, and bought only as often as was said."""
        return self.sizes.without_contract[0] if self.sizes else None

    @property
    def held(self) -> int | None:
        """How many cards the player holds at most, as far as it is known.

        The most that is left to somebody who is said to be down; else the whole hand that the cards
        counted so far belong to.
        """
        if self.sizes is None:
            return None
        is_said_down = self.is_down and not self.down_is_only_shown
        size = self.play.hand(self.seat).size or 0
        return (self.held_if_down if is_said_down else 0) or self.sizes.next_whole(size)

    @property
    def held_if_down(self) -> int:
        """The most cards left to a player who is down, with no more buys than it takes.

        0 where nothing can be left.
        """
        if self.sizes is None or self.down_is_out:
            return 0
        size, most = self.play.hand(self.seat).size or 0, self.sizes.most_after_contract
        needed = max(1, min(size, most)) - self.most_if_down
        buys = max(0, -(-needed // self.ruleset.buys.cards_each))
        return min(most, self.most_if_down + buys * self.ruleset.buys.cards_each)

    @property
    def to_whole(self) -> int:
        """How many cards are missing of the whole hand that those counted so far belong to."""
        size = self.play.hand(self.seat).size or 0
        return max(0, self.sizes.next_whole(size) - size) if self.sizes else 0

    @property
    def most_if_down(self) -> int:
        """The most cards a player holds who is down, and bought only as often as was said."""
        buying, buys = self.ruleset.buys, self.buys or 0
        contract = self.ruleset.contracts[self.deal.contracts[self.seat] - 1]
        each = buying.cards_each if buying.allowed else 0
        if self.down_is_out:
            return max(0, each * (buys - most_buys(self.ruleset, self.deal)))
        return max(0, self.deal.cards - contract.cards + each * buys)

    @property
    def fills_to(self) -> int | None:
        """The next larger whole hand, for “the other 7 are”; None where there is none."""
        return self.filled(self.play.hand(self.seat))

    def filled(self, hand: Hand) -> int | None:
        """The next larger whole hand than this one; None where there is none."""
        size = hand.size or 0
        larger = self.sizes.next_whole(size + 1) if self.sizes else 0
        return larger if larger > size else None

    @property
    def most_held(self) -> int | None:
        """The most cards that can be left in a game without contracts."""
        return most_held(self.ruleset, self.deal, self.buys)

    @property
    def down_is_out(self) -> bool:
        """Whether nobody who has cards left can be down: laying down is going out."""
        return laying_down_is_going_out(self.ruleset, self.deal, self.seat)

    @property
    def least_points(self) -> int:
        """The least that a whole hand costs: any total below it means that the player is down."""
        if self.sizes is None or self.down_is_out:
            return 0
        return points_range(self.deal, self.sizes.without_contract[:1])[0]

    @property
    def may_be_empty(self) -> bool:
        """Whether nothing may be left to somebody who did not go out: after a last turn, say."""
        return self.seat != self.play.went_out and (self.ruleset.last_turns or self.sizes is None)

    @property
    def points(self) -> int:
        """What is counted so far."""
        return hand_points(self.deal.values, self.play.hand(self.seat))
