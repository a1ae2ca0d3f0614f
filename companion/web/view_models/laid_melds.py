"""The melds that a player has put on the table during the round, as small cards.

Lengths are in units of a card that is 21 wide; a card shows its rank only, because nobody enters
suits.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.rules.model.cards import Pack
from companion.rules.model.state import LaidMeld

_CARD, _APART = 21, 19


@dataclass(frozen=True, slots=True)
class SmallCard:
    """A card and its place from the start."""

    rank: str
    x: int


@dataclass(frozen=True, slots=True)
class MeldOnTable:
    """A meld by the number of its entry, its cards from low to high, and the width of all."""

    number: int
    width: int
    cards: tuple[SmallCard, ...]


def melds_on_table(melds: tuple[LaidMeld, ...], pack: Pack) -> tuple[MeldOnTable, ...]:
    """These melds, in the order in which they were laid."""
    return tuple(_meld(meld.number, [*_low_to_high(meld.cards, pack)]) for meld in melds)


def _meld(number: int, ranks: list[str]) -> MeldOnTable:
    cards = tuple(SmallCard(rank, _APART * n) for n, rank in enumerate(ranks))
    return MeldOnTable(number, _APART * (len(ranks) - 1) + _CARD, cards)


def _low_to_high(cards: Mapping[str, int], pack: Pack) -> Iterator[str]:
    """The cards in the order of the pack, then those of no rank."""
    ranks = [rank for rank in reversed(pack.ranks) if rank in cards]
    for name in (*ranks, *sorted(cards.keys() - {*ranks})):
        yield from (name for _ in range(cards[name]))
