"""The play of a round: hands, adjustments, and accepted doubts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Self

from companion.rules.model.fields import (
    Buys,
    Count,
    Fits,
    Points,
    Reason,
    RoundNumber,
    Seat,
    SignedPoints,
    json_field,
)

DoubtCode = Literal[
    "nobody_out",
    "more_than_one_out",
    "wrong_hand_size_without_contract",
    "too_many_cards_after_contract",
    "too_many_of_class",
    "too_many_bonuses",
    "too_many_cards",
    "final_round_only_one_down",
    "points_not_reachable",
    "points_below_minimum",
    "points_above_maximum",
    "buys_not_allowed",
    "too_many_buys",
    "points_above_cap",
    "cards_after_drop",
    "drop_not_allowed",
    "too_much_deadwood",
    "knocked_without_deadwood",
]
Ending = Literal["knock", "gin", "big_gin"]
Closed = Literal["out", "rummy", Ending]  # the ways to end a round
Drop = Literal["first", "middle", "wrong"]
Missing = Literal["hand", "melds", "both", "points"]  # the cards of a player that are not counted
Accepted = frozenset[tuple[DoubtCode, Seat | None]]


@dataclass(frozen=True, slots=True)
class Drops:
    """The points of giving a round up: before the first draw, later, or by a wrong declaration.

    A player may drop `most` times in a game, None for no limit, and not where the price of an early
    drop would put the player out, unless it `may_eliminate`. A wrong declaration is no choice.
    """

    first: int
    middle: int
    wrong: int
    most: int | None = None
    may_eliminate: bool = True

    def points(self, drop: Drop) -> int:
        """The points of this drop."""
        return {"first": self.first, "middle": self.middle, "wrong": self.wrong}[drop]


@dataclass(frozen=True, slots=True)
class Hand:
    """The leftovers of one player: counted cards, or a typed total, or blank.

    `cards` maps a rank or a card-class key to a count; `points` is a typed total. A blank hand has
    neither: it is not counted yet, unlike a hand without cards (`cards={}`).
    """

    fits: ClassVar = Fits(
        {"maxProperties": 1},
        'A hand has either "cards" (a count for each card) or "points" (a typed total), not both '
        "and not neither.",
    )
    cards: Mapping[str, Count] | None = json_field(
        is_sparse=True,
        about='Ranks ("Joker", "A", "K" ... "2", or what the game\'s own deck uses) or card-class '
        'keys ("10-K"), each with a count.',
        default=None,
    )
    points: Points | None = json_field(is_sparse=True, default=None)

    @property
    def is_blank(self) -> bool:
        """Whether the hand is not counted yet."""
        return self.cards is None and self.points is None

    @property
    def has_some(self) -> bool:
        """Whether there are cards, or points of cards."""
        return bool(self.size or self.points)

    @property
    def size(self) -> int | None:
        """The number of cards; None for a typed total or a blank hand."""
        return None if self.cards is None else sum(self.cards.values())


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added (or taken off, if negative) for a reason the table agreed on."""

    fits: ClassVar = Fits({}, "Points added, or taken off if negative, and why.")
    points: SignedPoints
    reason: Reason


@dataclass(frozen=True)
class RoundPlay:
    """The play of one round, from which its score is derived.

    `melded` is what each player laid down, in games that score it; `went_rummy` says that the
    player went out in one turn without having melded before; `turned_up` is the rank of the card
    that was turned up, None if none was named. Where players knock, `ending` is what the player
    who went out did; None is gin. `partners` says that a seat is a side of two, by the
    rules in force.
    """

    laid_down: frozenset[Seat] = json_field(
        is_needed=True,
        about="The names of the players who laid down their contract, each of them once.",
        default=frozenset(),
    )
    went_out: Seat | None = json_field(
        is_needed=True,
        about="The name of the player who went out (the first, in games with a last turn for "
        "everybody), or null when nobody did.",
        default=None,
    )
    hands: Mapping[Seat, Hand] = json_field(
        is_needed=True,
        about="What each player had left, by name. Whoever went out needs no hand.",
        default_factory=dict,
    )
    buys: Mapping[Seat, Buys] = json_field(
        is_needed=True,
        about="How often players bought a discard out of turn, by name.",
        default_factory=dict,
    )
    adjustments: Mapping[Seat, Adjustment] = json_field(
        is_needed=True,
        about="Points that the table added or took off in this round, by name.",
        default_factory=dict,
    )
    melded: Mapping[Seat, Hand] = json_field(
        beside="hands",
        about='What the player melded in this round (Rummy 500): either "cards" or "points", '
        "not both and not neither.",
        default_factory=dict,
    )
    went_rummy: bool = json_field(
        about="Whether the player who went out laid down the whole hand at once. Only for games "
        "in which that counts.",
        default=False,
    )
    drops: Mapping[Seat, Drop] = json_field(
        is_sparse=True,
        about="Who dropped out of the round, by name: before the first draw (“first”), later "
        "(“middle”), or by a wrong declaration (“wrong”). Whoever dropped needs no hand.",
        default_factory=dict,
    )
    turned_up: str | None = json_field(
        is_sparse=True,
        about="The rank of the card that was turned up: the wild rank of this round, or the most "
        "deadwood of a knock. Only for games in which it matters.",
        default=None,
    )

    ending: Ending | None = json_field(
        is_sparse=True,
        about='What the player who went out did: "knock", "gin" or "big_gin". Only for games '
        "in which players knock.",
        default=None,
    )

    partners: bool = json_field(is_sparse=True, is_hidden=True, default=False)

    def without(self, names: Iterable[str]) -> Self:
        """The play with the default values of these fields."""
        blank = RoundPlay()
        return replace(self, **{name: getattr(blank, name) for name in names})

    @property
    def closed(self) -> Closed | None:
        """The way in which the round was ended, as stored; None if nobody did."""
        if self.went_out is None:
            return None
        return self.ending or ("rummy" if self.went_rummy else "out")

    def is_out(self, seat: int) -> bool:
        """Whether this seat has no cards left: it went out, not by a knock, nor with a partner."""
        return seat == self.went_out and self.ending != "knock" and not self.partners

    @property
    def gave_up(self) -> tuple[int, ...]:
        """The seats that dropped, which a wrong declaration does not do by choice."""
        return tuple(seat for seat, drop in self.drops.items() if drop != "wrong")

    def hand(self, seat: int) -> Hand:
        """The seat's leftovers; empty without cards left, and for those who dropped."""
        if seat not in self.hands and (self.is_out(seat) or seat in self.drops):
            return Hand(cards={})
        return self.hands.get(seat, Hand())

    @property
    def unopened(self) -> frozenset[int]:
        """The seats whose cards nobody counted, because not having opened has a price."""
        return frozenset(s for s, hand in self.hands.items() if hand.is_blank) - self.laid_down

    @property
    def has_counts(self) -> bool:
        """Whether any cards are counted, left or melded."""
        return not all(hand.is_blank for hand in (*self.hands.values(), *self.melded.values()))

    def melds(self, seat: int) -> Hand:
        """The seat's melds; blank if not counted, or if they do not score."""
        return self.melded.get(seat, Hand())

    def card_counts(self, seat: int) -> Counter[str]:
        """The cards and bonuses counted at this seat, by key, in melds and leftovers together."""
        return Counter(self.hand(seat).cards) + Counter(self.melds(seat).cards)


@dataclass(frozen=True, slots=True)
class RoundHand:
    """A hand of a round (numbered from 1): its leftovers or, if `melded`, its melds."""

    number: RoundNumber
    seat: Seat
    hand: Hand
    melded: bool = json_field(is_needed=True, default=False)


@dataclass(frozen=True, slots=True)
class RoundDown:
    """Whether a player was down in a round (numbered from 1), as the table remembers."""

    number: RoundNumber
    seat: Seat
    down: bool


@dataclass(frozen=True, slots=True)
class RulesBefore:
    """The rules before a change of house rules, where rounds do not say what nobody was asked.

    `asked_down` says whether it mattered who is down. A round needed no hands if nobody went out
    and that was `void`, or if it ended in one of the ways that `won` the game. `return_costs` are
    the points that a player who was out had more than the others after a return; None if nobody
    could return.
    """

    asked_down: bool
    void: bool
    won: tuple[Closed, ...]
    return_costs: int | None

    def needed_no_hands(self, play: RoundPlay) -> bool:
        """Whether nobody had to count the hands of this round."""
        return self.void if play.closed is None else play.closed in self.won
