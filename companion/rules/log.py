"""What happened at the table: the entries of a game's log, in the words people use.

The log is append-only. An entry says what was done, never what follows from it.
A seat is a person: seats are counted from 0 as people sat down, and keep their number when the
order of play is changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

DoubtCode = Literal[
    "nobody_out",
    "more_than_one_out",
    "wrong_hand_size_without_contract",
    "too_many_cards_after_contract",
    "too_many_of_class",
    "too_many_cards",
    "final_round_only_one_down",
    "points_not_reachable",
    "points_below_minimum",
    "points_above_maximum",
    "buys_not_allowed",
    "too_many_buys",
]
Accepted = frozenset[tuple[DoubtCode, int | None]]


@dataclass(frozen=True, slots=True)
class Hand:
    """The leftovers of one player: counted card by card, or as a typed total, or blank.

    `cards` maps a rank or a card-class key to a count; `points` is a typed total. Blank is neither:
    nobody has counted yet, which is not the same as no cards (`cards={}`).
    """

    cards: Mapping[str, int] | None = None
    points: int | None = None

    @property
    def is_blank(self) -> bool:
        """Nobody has counted this hand."""
        return self.cards is None and self.points is None

    @property
    def size(self) -> int | None:
        """Cards in the hand; None for a typed total or a blank hand."""
        return None if self.cards is None else sum(self.cards.values())


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added (or taken off, if negative) for a reason the table agreed on."""

    points: int
    reason: str


@dataclass(frozen=True)
class RoundPlay:
    """What happened in one round: everything its score follows from.

    `melded` is what each player laid on the table, in games that score it; `went_rummy` says that
    whoever went out did so in one turn without having melded before.
    """

    laid_down: frozenset[int] = frozenset()
    went_out: int | None = None
    hands: Mapping[int, Hand] = field(default_factory=dict)
    buys: Mapping[int, int] = field(default_factory=dict)
    adjustments: Mapping[int, Adjustment] = field(default_factory=dict)
    melded: Mapping[int, Hand] = field(default_factory=dict)
    went_rummy: bool = False

    def hand(self, seat: int) -> Hand:
        """The seat's leftovers; nobody counts the hand of the player who went out."""
        if seat == self.went_out and seat not in self.hands:
            return Hand(cards={})
        return self.hands.get(seat, Hand())

    def melds(self, seat: int) -> Hand:
        """What the seat laid on the table; blank where nobody said, or where it does not score."""
        return self.melded.get(seat, Hand())


@dataclass(frozen=True, slots=True)
class LaidDown:
    """A player met their contract."""

    seat: int


@dataclass(frozen=True, slots=True)
class TookBack:
    """A player had not met their contract after all."""

    seat: int


@dataclass(frozen=True, slots=True)
class WentOut:
    """The round is over: this player emptied their hand, or nobody did (None)."""

    seat: int | None
    went_rummy: bool = False


@dataclass(frozen=True, slots=True)
class HandCounted:
    """A player's leftovers as they stand now, and whether the player is down.

    `buys` is None where nobody said how often the player bought; `melded` is None in games that
    do not score what is on the table.
    """

    seat: int
    hand: Hand
    down: bool
    buys: int | None = None
    melded: Hand | None = None


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A player's points for this round were adjusted; no points take the adjustment back."""

    seat: int
    adjustment: Adjustment


@dataclass(frozen=True, slots=True)
class RoundScored:
    """The open round was written down; `accepted` holds the doubts the keeper overrode."""

    accepted: Accepted = frozenset()


@dataclass(frozen=True, slots=True)
class RoundCorrected:
    """A scored round (numbered from 1) was really like this."""

    number: int
    play: RoundPlay
    accepted: Accepted = frozenset()


@dataclass(frozen=True, slots=True)
class RoundHand:
    """A hand of a round (numbered from 1): what was left of it or, `melded`, laid on the table."""

    number: int
    seat: int
    hand: Hand
    melded: bool = False


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """The table plays by other house rules, and has done so from the first deal on.

    `options` are the choices for all of them. `retold` are hands of rounds that were counted by
    cards which these rules price apart, and what they really cost by them.
    """

    options: Mapping[str, str | int | bool]
    retold: tuple[RoundHand, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryUndone:
    """The entry with this sequence number (counted from 1) was taken back."""

    sequence: int


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """Somebody sat down before the open round.

    They play just before the seat `before`, clockwise; after everybody else where nobody said.
    """

    name: str
    before: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player left before the open round."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A player who had left came back before the open round."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """A player is called this, on every round of the sheet."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatsReordered:
    """People changed places before the first round was written down: all seats, clockwise."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """Somebody else deals the open round: this player."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The table stopped before the rules end the game, for this reason (blank: nobody said)."""

    reason: str


@dataclass(frozen=True, slots=True)
class Titled:
    """The game is called this: the place, the occasion."""

    title: str


@dataclass(frozen=True, slots=True)
class Noted:
    """What is to be remembered of the game; blank takes the note away."""

    text: str


Entry = (
    LaidDown
    | TookBack
    | WentOut
    | HandCounted
    | Adjusted
    | RoundScored
    | RoundCorrected
    | RulesChanged
    | EntryUndone
    | PlayerJoined
    | PlayerLeft
    | PlayerReturned
    | PlayerRenamed
    | SeatsReordered
    | DealerChanged
    | GameEnded
    | Titled
    | Noted
)
