"""The deadwood of the player who did not knock: cards are laid off on the knocker's melds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from companion.rules.referee.deadwood import HandCount, Holding, count
from companion.rules.referee.deck import Card
from companion.rules.referee.law import Law
from companion.rules.referee.melds import RUN, SET, Meld, Place, Placed, track, ways
from companion.rules.referee.verdicts import Answer, legal, not_legal


@dataclass(frozen=True, slots=True)
class _Grown:
    """A meld of the knocker with the cards laid off on it."""

    placed: Placed
    cards: tuple[Card, ...] = ()


def defend(holding: Holding, melds: Sequence[Meld], law: Law, *, on_gin: bool) -> Answer:
    """The cheapest hand after laying off on these melds, which no wild card may join.

    With `on_gin` the knocker has no other cards, and nothing may be laid off.
    """
    choices: list[list[_Grown]] = []
    for meld in melds:
        arrangements, fault = ways(meld, law)
        if fault is not None:
            return not_legal(fault.rule, fault.cards, law.melding)
        choices.append(list(_growths(arrangements[0], () if on_gin else holding.hand, law)))
    every = (_after(holding, grown, law) for grown in _each(choices, law))
    best, grown = min(filter(None, every), key=lambda pair: pair[0].points)
    laid_off = [card.code for growth in grown for card in growth.cards]
    places = [growth.placed.codes for growth in grown]
    rule = "lay_off_on_gin" if on_gin else None
    return legal(**best.answer, laid_off=laid_off, places=places, rule=rule)


def _each(choices: Sequence[Sequence[_Grown]], law: Law) -> Iterator[tuple[_Grown, ...]]:
    for grown in product(*choices):
        law.work.step()
        yield grown


def _after(
    holding: Holding, grown: Sequence[_Grown], law: Law
) -> tuple[HandCount, Sequence[_Grown]] | None:
    """The rest of the hand; None where one card would be laid off twice."""
    left = list(holding.hand)
    for card in (card for growth in grown for card in growth.cards):
        if card not in left:
            return None
        left.remove(card)
    return count(replace(holding, hand=tuple(left)), law), grown


def _growths(placed: Placed, hand: Sequence[Card], law: Law) -> Iterator[_Grown]:
    """The meld as it is, and with every choice of cards that go on it, the fewest first."""
    if placed.kind == SET:
        yield from _grown_sets(placed, hand, law)
        return
    for low, high in product(_beyond(placed, hand, law, -1), _beyond(placed, hand, law, 1)):
        places = (*map(_natural, reversed(low)), *placed.places, *map(_natural, high))
        cards = (*low, *high)
        if not _is_too_large(RUN, len(places), law):
            yield _Grown(replace(placed, places=places, start=placed.start - len(low)), cards)


def _grown_sets(placed: Placed, hand: Sequence[Card], law: Law) -> Iterator[_Grown]:
    of_rank = [card for card in hand if card.rank == placed.rank and not card.wild]
    for size in range(len(of_rank) + 1):
        for cards in combinations(of_rank, size):
            law.work.step()
            places = (*placed.places, *map(_natural, cards))
            suits = [place.card.suit for place in places if place.natural]
            repeats = len(set(suits)) < len(suits) and not law["set_repeats_suit_on_lay_off"]
            fits = law.suits_fit(len(set(suits)), len(places) - len(suits)) and not repeats
            if not size or (fits and not _is_too_large(SET, len(places), law)):
                yield _Grown(Placed(SET, places), cards)


def _beyond(placed: Placed, hand: Sequence[Card], law: Law, step: int) -> list[tuple[Card, ...]]:
    """The cards of the hand that go on at this end of a run: none, one, two, ..."""
    line, _ = track(law, len(placed.places))
    spot = placed.start + (len(placed.places) if step > 0 else -1)
    tails: list[tuple[Card, ...]] = [()]
    while 0 <= spot < len(line):
        card = next((c for c in hand if _lies_on(c, line[spot], placed.suit)), None)
        if card is None:
            break
        tails.append((*tails[-1], card))
        spot += step
    return tails


def _lies_on(card: Card, rank: str, suit: str) -> bool:
    return not card.wild and card.rank == rank and card.suit == suit


def _is_too_large(kind: str, size: int, law: Law) -> bool:
    most = law[f"{kind}_most"]
    return isinstance(most, int) and size > most


def _natural(card: Card) -> Place:
    return Place(card, card.rank, card.suit, natural=True)
