"""The first melds of a player in a round: whether they are worth enough, and the runs in them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from companion.rules.referee.arranging import Aim, Arranged, cheapest, points_with_each
from companion.rules.referee.deck import Card
from companion.rules.referee.hands import placed
from companion.rules.referee.law import Law, Work
from companion.rules.referee.melds import Placed
from companion.rules.referee.verdicts import Answer, legal, not_legal


@dataclass(frozen=True, slots=True)
class Needed:
    """The least points of the melds of an opening, and its least runs without a wild card."""

    points: int
    pure: int


def opened(arrangements: Sequence[Sequence[Placed]], needed: Needed, law: Law) -> Answer:
    """Whether legal melds are enough to open, each by the best of its arrangements."""
    choices = [_best_of_each(ways, law) for ways in arrangements]
    melds = min(product(*choices), key=lambda each: _short(each, needed, law))
    law.work.step(len(choices))
    places = {"places": [meld.codes for meld in melds]}
    return _judged(melds, needed, law, places)


def _best_of_each(ways: Sequence[Placed], law: Law) -> list[Placed]:
    """The arrangement with the most points; of a pure run and of others, where both are legal."""
    kinds = ([way for way in ways if way.is_pure], [way for way in ways if not way.is_pure])
    return [max(each, key=lambda way: way.worth(law.deck)) for each in kinds if each]


def _short(melds: Sequence[Placed], needed: Needed, law: Law) -> tuple[int, int]:
    """The pure runs and the points that are missing."""
    points = sum(meld.worth(law.deck) for meld in melds)
    pure = sum(meld.is_pure for meld in melds)
    return max(0, needed.pure - pure), max(0, needed.points - points)


def _judged(melds: Sequence[Placed], needed: Needed, law: Law, fields: Answer) -> Answer:
    pure, points = _short(melds, needed, law)
    worth = sum(meld.worth(law.deck) for meld in melds)
    fields = fields | {"worth": worth}
    if not points and not pure:
        return legal(**fields)
    rule = "opening_points" if points else "opening_pure_runs"
    missing = {"short": points or None, "pure_short": pure or None}
    return not_legal(rule, (), law.melding, **fields, **missing)


def open_from(hand: Sequence[Card], needed: Needed, law: Law) -> Answer:
    """Whether a hand holds enough to open: with the fewest points left, or the fewest missing."""
    arranged = _arranged(hand, needed, law)
    melds, left = placed(hand, arranged.melds), list(hand)
    for card in (place.card for meld in melds for place in meld.places):
        left.remove(card)
    fields: Answer = {
        "melds": [meld.codes for meld in melds],
        "deadwood": [card.code for card in left],
        "left": arranged.points,
    }
    answer = _judged(melds, needed, law, fields)
    if "rule" in answer:
        answer["help"] = lambda work: {"missing": _missing(hand, needed, law, work)}
    return answer


def _arranged(hand: Sequence[Card], needed: Needed, law: Law) -> Arranged:
    """The best melds, with as many of the pure runs as the hand has."""
    aims = (Aim(pure=pure, worth=needed.points) for pure in range(needed.pure, -1, -1))
    return next(filter(None, (cheapest(hand, law, aim) for aim in aims)))


def _missing(hand: Sequence[Card], needed: Needed, law: Law, work: Work) -> list[str]:
    """The single cards with which the player could open."""
    held = [card.code for card in hand]
    drawn = [card for card in law.deck.kinds if held.count(card.code) < card.copies]
    aim = Aim(pure=needed.pure, worth=needed.points)
    helped = replace(law, work=work)
    return [card.code for card, _ in points_with_each(hand, drawn, helped, aim)]
