"""The view model of the page that counts a hand."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Literal

from companion.rules.fold.entries import Hand
from companion.rules.judging.scoring import counted_points, doubled
from companion.rules.model.cards import CardClass, hand_points
from companion.rules.model.contracts import Contract
from companion.rules.model.play import Closed
from companion.rules.model.state import OpenRound, State
from companion.web.forms.expected_hand import ExpectedHand
from companion.web.pages.counting.counting_order import CountingOrder, PhonesAround, Walk
from companion.web.view_models.decisions import decided
from companion.web.view_models.open_round import LastStep, last_step, may_turn_up

CountedCode = Literal["left", "melded", "both", "deadwood", "points"]
PartCode = Literal["melds", "hand"]
TakenAs = Literal["", "yes", "no"]
RestCode = Literal["all", "others"]
LimitCode = Literal["", "price", "down_is_out", "with_buys", "only_buys", "some", "none", "most"]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The numbers of cards: `size` of `held` are counted.

    `held` is None if unknown; a player who is down has at most `held_if_down` left, and a whole
    hand has `to_whole` more cards. `limit` is the code of the sentence about the maximum: `whole`
    if not down, `most` if down, and `each` more per buy. `most_held` is the maximum in games
    without contracts, and `is_over` says that it is exceeded; `least_points` are the minimum points
    of a whole hand; `shown_buys` are the buys that the cards show, unless the number was entered.
    """

    size: int
    held: int | None
    held_if_down: int
    to_whole: int
    limit: LimitCode
    whole: int
    most: int
    each: int
    most_held: int | None
    is_over: bool
    least_points: int
    shown_buys: int | None


@dataclass(frozen=True, slots=True)
class Filler:
    """A card class for the rest of a hand, by its `key`.

    `fits` says that the decks have that many cards beside those already counted.
    """

    key: str
    card_class: CardClass
    fits: bool


@dataclass(frozen=True, slots=True)
class Rest:
    """“The other 7 are…”: the number of cards `missing` from a whole hand, and what they may be.

    `cards` says whether they are all of the hand or the others of it. It is offered while the hand
    may become a whole one: the player is not marked as down, there is no typed total, and a class
    fits. On the last hand it `ends_round`, unless the cards so far may be all.
    """

    is_offered: bool
    ends_round: bool
    missing: int
    cards: RestCode
    classes: tuple[Filler, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a hand in games that score melds: its points, and whether it is asked for."""

    code: PartCode
    points: int
    is_blank: bool
    is_open: bool
    is_asked: bool


@dataclass(frozen=True, slots=True)
class CountView:
    """A hand while it is counted.

    `counts` says what is counted: leftovers, melds, or both; where players knock, deadwood.
    `went_out` is who ended the round, and `ending` how, where this has a name. `number` and
    `contract` are the player's, None without contracts; `asks_down` is False if nobody with
    cards left can be down. `counted_at` is the number of the entry of the stored count, 0
    without one. `taken_as` is down (yes) or not (no) as inferred from the cards so far; empty
    if the player is marked. `asks_wild` says that no wild rank is named yet, and that it still can
    be. `price` is what whoever has not opened pays in this round, 0 if nothing. `undo` is the
    previous step, if it was made on this phone.
    """

    seat: int
    name: str
    round: int
    went_out: str | None
    ending: Closed | None
    counts: CountedCode
    number: int | None
    contract: Contract | None
    asks_down: bool
    asks_wild: bool
    points: int
    price: int
    taken_as: TakenAs
    is_typed: bool
    counted_at: int
    may_be_empty: bool
    sizes: Sizes
    rest: Rest | None
    parts: tuple[Part, ...]
    walk: Walk
    undo: LastStep | None


def count_view(
    state: State,
    open_round: OpenRound,
    expected: ExpectedHand,
    phones: PhonesAround,
    blank: Container[PartCode] = (),
) -> CountView:
    """The page of this hand; `blank` are its parts without input."""
    seat, deal, out = expected.seat, open_round.deal, open_round.play.went_out
    ruleset = expected.ruleset
    number = deal.contracts.get(seat)
    walk = CountingOrder(state, open_round.by(ruleset), open_round, seat, phones).view()
    return CountView(
        seat=seat,
        name=state.names[seat],
        round=deal.number,
        went_out=None if out is None else state.names[out],
        ending=ruleset.named_ending(open_round.play),
        counts=_counts(expected),
        number=number,
        contract=ruleset.contracts[number - 1] if number else None,
        asks_down=deal.down_counts and (expected.is_down or not expected.down_is_out),
        asks_wild=ruleset.draws_wild and deal.wild is None and may_turn_up(ruleset, open_round),
        points=counted_points(expected.played, seat),
        price=doubled(expected.price or 0, expected.play, ruleset, seat),
        taken_as=_taken_as(expected),
        is_typed=expected.play.hand(seat).points is not None,
        counted_at=open_round.counted_at.get(seat, 0),
        may_be_empty=expected.may_be_empty,
        sizes=_sizes(expected),
        rest=_rest(expected, may_write=walk.may_write),
        parts=_parts(expected, blank) if deal.scoring.melds_score else (),
        walk=walk,
        undo=last_step(state) if phones.wrote_last else None,
    )


def _counts(expected: ExpectedHand) -> CountedCode:
    if expected.deal.scoring.only_points:
        return "points"
    if not expected.deal.scoring.melds_score:
        return "deadwood" if expected.ruleset.knocking else "left"
    return "melded" if expected.play.is_out(expected.seat) else "both"


def _taken_as(expected: ExpectedHand) -> TakenAs:
    if not expected.down_is_only_shown or expected.price is not None:
        return ""
    return "yes" if expected.is_down else "no"


def _sizes(expected: ExpectedHand) -> Sizes:
    is_known, buys = expected.sizes is not None, expected.ruleset.buys
    size = expected.play.hand(expected.seat).size or 0
    return Sizes(
        size=size,
        held=expected.held,
        held_if_down=expected.held_if_down,
        to_whole=expected.to_whole,
        limit=_limit(expected),
        whole=expected.whole or 0,
        most=expected.most_if_down if is_known else 0,
        each=buys.cards_each if buys.allowed else 0,
        most_held=expected.most_held,
        is_over=size > (expected.most_held or size),
        least_points=expected.least_points,
        shown_buys=expected.shown_buys,
    )


def _limit(expected: ExpectedHand) -> LimitCode:
    """The sentence about the maximum number of cards."""
    code: LimitCode = decided(
        "limit",
        has_price=expected.price is not None,
        has_sizes=expected.sizes is not None,
        has_most_held=bool(expected.most_held),
        melds_score=expected.deal.scoring.melds_score,
        buys=expected.ruleset.buys.allowed,
        only_out_is_down=expected.down_is_out and not expected.is_down,
        has_most=bool(expected.sizes and expected.most_if_down),
    )
    return code


def _rest(expected: ExpectedHand, *, may_write: bool) -> Rest | None:
    """The rest of the hand; a player who is marked as down has no whole hand.

    Where not having opened has a price, nobody counts a whole hand.
    """
    hand, missing = expected.play.hand(expected.seat), expected.to_whole
    if expected.sizes is None:
        return None
    is_said_down = expected.is_down and not expected.down_is_only_shown
    classes = tuple(_fillers(expected, missing))
    fits = missing > 0 and any(one.fits for one in classes)
    return Rest(
        is_offered=(fits and hand.points is None and not is_said_down and expected.price is None),
        ends_round=may_write and expected.is_incomplete,
        missing=missing,
        cards="others" if hand.size else "all",
        classes=classes,
    )


def _fillers(expected: ExpectedHand, missing: int) -> Iterator[Filler]:
    """The two classes with the most cards in play, which are the most likely."""
    decks, values = expected.deal.decks, expected.deal.values
    cards = expected.play.hand(expected.seat).cards or {}
    likely = sorted(values.classes, key=lambda one: one.copies(decks), reverse=True)[:2]
    for one in likely:
        held = sum(count for name, count in cards.items() if values.find(name) is one)
        yield Filler(one.key, one, fits=held + missing <= one.copies(decks))


def _parts(expected: ExpectedHand, blank: Container[PartCode]) -> tuple[Part, ...]:
    """Melds and leftovers; no leftovers for the player who went out."""
    seat, play = expected.seat, expected.play
    is_out = play.is_out(seat)
    no_melds, no_hand = "melds" in blank, "hand" in blank
    one_is_missing = no_melds != no_hand

    def points(cards: Hand) -> int:
        return hand_points(expected.deal.values, cards)

    is_asked = no_melds and one_is_missing and not is_out
    melds = Part("melds", points(play.melds(seat)), no_melds, is_out or no_melds, is_asked)
    if is_out:
        return (melds,)
    is_open = no_hand or not no_melds
    left = Part("hand", points(play.hand(seat)), no_hand, is_open, no_hand and one_is_missing)
    return (melds, left)
