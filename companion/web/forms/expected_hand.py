"""The possible sizes of a hand before and while it is counted."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from companion.rules.fold.entries import Hand, RoundPlay
from companion.rules.judging.hand_sizes import (
    HandSizes,
    cards_to_go_down,
    hand_sizes,
    infer_down,
    laying_down_is_going_out,
    most_buys,
    most_held,
    points_range,
    shown_buys,
)
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, LaidMeld, OpenRound, PlayedRound, cards_of


def with_laid_melds(
    played: PlayedRound, seat: int, melds: Mapping[int, tuple[LaidMeld, ...]]
) -> PlayedRound:
    """The round with what this seat melded during it as their counted melds.

    `melds` are those of the round. Where others told theirs, whoever did not has none, except the
    player who went out.
    """
    laid = cards_of(melds.get(seat, ()))
    if melds and seat not in melds and seat != played.play.went_out:
        laid = Hand(cards={})
    if laid.is_blank or seat in played.play.melded:
        return played
    play = replace(played.play, melded={**played.play.melded, seat: laid})
    return played._replace(play=play)


@dataclass(frozen=True, slots=True)
class ExpectedHand:
    """A player's hand and what is known of it before it is counted.

    `marked` are the seats marked as down at the table, None for a written round.
    """

    played: PlayedRound
    seat: int
    marked: frozenset[int] | None = None

    @classmethod
    def of_open(cls, ruleset: Ruleset, open_round: OpenRound, seat: int) -> Self:
        """The hand in the open round, whose melds of the round need not be typed again."""
        played = with_laid_melds(open_round.by(ruleset), seat, open_round.melds)
        return cls(played, seat, open_round.marked)

    @property
    def ruleset(self) -> Ruleset:
        """The rules in force."""
        return self.played.ruleset

    @property
    def deal(self) -> Deal:
        """The deal of the round."""
        return self.played.deal

    @property
    def play(self) -> RoundPlay:
        """The play so far."""
        return self.played.play

    @property
    def is_down(self) -> bool:
        """Whether the player is down in this round."""
        return self.seat in self.play.laid_down

    @property
    def marked_down(self) -> bool:
        """Whether the player is marked as down; in a written round, is down."""
        return self.is_down if self.marked is None else self.seat in self.marked

    @property
    def down_is_only_shown(self) -> bool:
        """Whether the cards so far, and no mark, show down or not; more may change it."""
        hand = self.play.hand(self.seat)
        shown = infer_down(self.ruleset, self.deal, self.seat, hand, self.buys)
        return not hand.is_blank and shown == self.is_down != self.marked_down

    @property
    def buys(self) -> int | None:
        """The number of buys; None if not entered, or without buying."""
        return self.play.buys.get(self.seat) if self.ruleset.buys.allowed else None

    @property
    def shown_buys(self) -> int | None:
        """The number of buys shown by the cards; None if they do not show it.

        A player who is down has no whole hand, and a typed total has no cards.
        """
        size = self.play.hand(self.seat).size
        if self.sizes is None or self.buys is not None or self.is_down or size is None:
            return None
        return shown_buys(self.ruleset, self.deal, size)

    @property
    def sizes(self) -> HandSizes | None:
        """The possible numbers of cards; None if unknown."""
        return hand_sizes(self.ruleset, self.deal, self.seat, self.buys)

    @property
    def whole(self) -> int | None:
        """The size of the hand of a player who is not down, with the entered buys only."""
        return self.sizes.without_contract[0] if self.sizes else None

    @property
    def held(self) -> int | None:
        """The maximum number of cards, as far as known.

        The most cards left to a player marked as down; otherwise the smallest whole hand with the
        cards so far.
        """
        if self.sizes is None:
            return None
        is_down = self.is_down and not self.down_is_only_shown
        is_said_down = is_down or self.price is not None  # nobody else is counted
        size = self.play.hand(self.seat).size or 0
        return (self.held_if_down if is_said_down else 0) or self.sizes.next_whole(size)

    @property
    def held_if_down(self) -> int:
        """The most cards left to a player who is down, with as few buys as possible.

        0 if no card can be left.
        """
        if self.sizes is None or self.down_is_out:
            return 0
        size, most = self.play.hand(self.seat).size or 0, self.sizes.most_after_contract
        needed = max(1, min(size, most)) - self.most_if_down
        buys = max(0, -(-needed // self.ruleset.buys.cards_each))
        return min(most, self.most_if_down + buys * self.ruleset.buys.cards_each)

    @property
    def to_whole(self) -> int:
        """The number of cards missing from the smallest whole hand with the cards so far."""
        return self.missing_from_whole(self.play.hand(self.seat))

    def missing_from_whole(self, hand: Hand) -> int:
        """The same for other cards than those counted so far."""
        size = hand.size or 0
        return max(0, self.sizes.next_whole(size) - size) if self.sizes else 0

    @property
    def most_if_down(self) -> int:
        """The most cards of a player who is down, with the entered buys only."""
        buying, buys = self.ruleset.buys, self.buys or 0
        laid_down = cards_to_go_down(self.ruleset, self.deal, self.seat)
        each = buying.cards_each if buying.allowed else 0
        if self.down_is_out:
            return max(0, each * (buys - most_buys(self.ruleset, self.deal)))
        return max(0, self.deal.cards - laid_down + each * buys)

    @property
    def is_incomplete(self) -> bool:
        """Whether no whole hand has as many cards as are counted, nor one after the contract."""
        size = self.play.hand(self.seat).size or 0
        if self.sizes is None or not size:
            return not self.may_be_empty
        return size not in self.sizes.possible(down=self.is_down)

    @property
    def most_held(self) -> int | None:
        """The most cards left in a game without contracts, or to a player who closed."""
        knocking, most = self.ruleset.knocking, most_held(self.ruleset, self.deal, self.buys)
        has_closed = self.seat == self.play.went_out and self.play.ending == "knock"
        few = knocking.cards if knocking and has_closed else None
        return few if few and most else most

    @property
    def down_is_out(self) -> bool:
        """Whether nobody with cards left can be down, because laying down is going out."""
        return laying_down_is_going_out(self.ruleset, self.deal, self.seat)

    @property
    def least_points(self) -> int:
        """The minimum points of a whole hand: a lower total means that the player is down."""
        if self.sizes is None or self.down_is_out:
            return 0
        return points_range(self.deal, self.sizes.without_contract[:1])[0]

    @property
    def may_be_empty(self) -> bool:
        """Whether a player who is asked for cards may have none, such as after a last turn.

        So may a side that went out, but not a player who knocked.
        """
        is_out = self.seat == self.play.went_out and not self.play.partners
        is_held = is_out or self.deal.scoring.only_points
        return not is_held and (self.ruleset.last_turns or self.sizes is None)

    @property
    def price(self) -> int | None:
        """The points of a player who has not opened, whatever their cards; None without a price."""
        return self.ruleset.opening.missed

    @property
    def typed(self) -> Hand:
        """The stored count; blank where only the price of not having opened was counted."""
        hand = self.play.hands.get(self.seat, Hand())
        return Hand() if self.ruleset.is_price(hand) and not self.is_down else hand
