"""Cards as a score keeper sees them: ranks, what they cost in hand, and how many are in play."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

JOKER = "Joker"
RANKS = (JOKER, "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
SUITS = 4


@dataclass(frozen=True, slots=True)
class Decks:
    """The cards on the table: so many decks of 52 and so many jokers in all."""

    decks: int
    jokers: int

    def copies(self, rank: str) -> int:
        """How many cards of this rank are in play."""
        return self.jokers if rank == JOKER else SUITS * self.decks

    @property
    def cards(self) -> int:
        """How many cards are in play, jokers included."""
        return sum(self.copies(rank) for rank in RANKS)


@dataclass(frozen=True, slots=True)
class CardClass:
    """Ranks that score alike under the ruleset: one key on the keypad.

    `key` is stable and written to records (`Joker/2`, `A`, `10-K`, `3-9`); `value` is points a
    card; `wild` says that every rank of the class is wild.
    """

    key: str
    ranks: tuple[str, ...]
    value: int
    wild: bool

    def copies(self, decks: Decks) -> int:
        """How many cards of this class are in play."""
        return sum(decks.copies(rank) for rank in self.ranks)


def card_classes(values: Mapping[str, int], wild: Iterable[str]) -> tuple[CardClass, ...]:
    """Group the ranks that score alike, dearest class first."""
    wilds = frozenset(wild)
    dearest_first = sorted(set(values.values()), reverse=True)
    return tuple(_card_class(values, wilds, value) for value in dearest_first)


def _card_class(values: Mapping[str, int], wilds: frozenset[str], value: int) -> CardClass:
    ranks = tuple(rank for rank in RANKS if values.get(rank) == value)
    return CardClass(_class_key(ranks), ranks, value, wilds.issuperset(ranks))


def _class_key(ranks: tuple[str, ...]) -> str:
    """Name neighbours as a span, low to high, and join what is left: `10-K`, `Joker/2`."""
    spans: list[list[str]] = []
    for rank in ranks:
        if spans and _are_neighbours(spans[-1][-1], rank):
            spans[-1].append(rank)
        else:
            spans.append([rank])
    return "/".join(span[0] if len(span) == 1 else f"{span[-1]}-{span[0]}" for span in spans)


def _are_neighbours(higher: str, lower: str) -> bool:
    return higher != JOKER and RANKS.index(higher) + 1 == RANKS.index(lower)
