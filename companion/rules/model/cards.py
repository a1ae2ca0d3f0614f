"""Cards as a score keeper sees them: ranks, what they cost in hand, and how many are in play."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

JOKER = "Joker"
PLAIN_RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
_NAMES_OF_NUMBERS = {11: "J", 12: "Q", 13: "K"}


def rank_of_number(number: int) -> str:
    """The rank that people call by this number: 3 to 10, then J, Q, K."""
    return _NAMES_OF_NUMBERS.get(number, str(number))


@dataclass(frozen=True, slots=True)
class Pack:
    """One deck without its jokers: its ranks, high to low, and how many cards of each it holds.

    `called` is what people call a rank that they do not call by its key, as a text for translation.
    """

    ranks: tuple[str, ...] = PLAIN_RANKS
    copies: tuple[int, ...] = (4,) * len(PLAIN_RANKS)
    called: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def names(self) -> tuple[str, ...]:
        """Every card a player can hold, jokers first."""
        return (JOKER, *self.ranks)


PLAIN_PACK = Pack()


@dataclass(frozen=True, slots=True)
class Decks:
    """The cards on the table: so many decks of one kind, and so many jokers in all."""

    decks: int
    jokers: int
    pack: Pack = PLAIN_PACK

    def copies(self, rank: str) -> int:
        """How many cards of this rank are in play."""
        if rank == JOKER:
            return self.jokers
        return self.decks * self.pack.copies[self.pack.ranks.index(rank)]

    @property
    def cards(self) -> int:
        """How many cards are in play, jokers included."""
        return self.jokers + self.decks * sum(self.pack.copies)


@dataclass(frozen=True, slots=True)
class CardClass:
    """Ranks that score alike under the ruleset: one key on the keypad.

    `key` is stable and written to records (`Joker/2`, `A`, `10-K`, `3-9`); `value` is points a
    card; `wild` says that every rank of the class is wild; `spans` are the ranks of the class that
    follow one another, each from high to low; `called` is the pack's.
    """

    key: str
    spans: tuple[tuple[str, ...], ...]
    value: int
    wild: bool
    called: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def ranks(self) -> tuple[str, ...]:
        """Every rank of the class, high to low."""
        return tuple(rank for span in self.spans for rank in span)

    def copies(self, decks: Decks) -> int:
        """How many cards of this class are in play."""
        return sum(decks.copies(rank) for rank in self.ranks)


@dataclass(frozen=True)
class CardValues:
    """What the cards of a pack cost in one deal: its classes, dearest first."""

    classes: tuple[CardClass, ...]
    pack: Pack = PLAIN_PACK

    def find(self, name: str) -> CardClass | None:
        """The class of a rank, or with this key; None if the game has no such card."""
        return self._by_name.get(name)

    def now_called(self, name: str) -> CardClass | None:
        """The class that holds every card once counted by this name, though prices have changed.

        A key such as `3-9` or `Joker/2` spells out its ranks. None if they do not all cost the
        same, or some of them no longer cost anything.
        """
        if name in self._by_name:
            return self._by_name[name]
        classes = list(dict.fromkeys(self._by_name.get(rank) for rank in self._ranks(name)))
        return classes[0] if len(classes) == 1 else None

    def prices(self, name: str) -> tuple[int, int]:
        """The least and the most points that a card once counted by this name can cost now.

        A rank that the game no longer has costs nothing.
        """
        classes = [self._by_name.get(rank) for rank in self._ranks(name)]
        points = [card_class.value if card_class else 0 for card_class in classes]
        return min(points), max(points)

    def _ranks(self, name: str) -> list[str]:
        """The ranks that a key spells out."""
        return [rank for part in name.split("/") for rank in self._span(part)]

    def _span(self, key: str) -> tuple[str, ...]:
        """The ranks of `10-K`, or the one rank that is called so."""
        low, dash, high = key.partition("-")
        ranks = self.pack.ranks
        if not dash or low not in ranks or high not in ranks:
            return (key,)
        return ranks[ranks.index(high) : ranks.index(low) + 1]

    @cached_property
    def _by_name(self) -> dict[str, CardClass]:
        return {name: cls for cls in self.classes for name in (*cls.ranks, cls.key)}


def card_values(values: Mapping[str, int], wild: Iterable[str], pack: Pack) -> CardValues:
    """Group the ranks that score alike."""
    wilds = frozenset(wild)
    dearest_first = sorted(set(values.values()), reverse=True)
    classes = tuple(_card_class(values, wilds, pack, value) for value in dearest_first)
    return CardValues(classes, pack)


def _card_class(
    values: Mapping[str, int], wilds: frozenset[str], pack: Pack, value: int
) -> CardClass:
    ranks = [rank for rank in pack.names if values.get(rank) == value]
    spans = tuple(_spans(ranks, pack))
    key = "/".join(map(_span_key, spans))
    return CardClass(key, spans, value, wilds.issuperset(ranks), pack.called)


def _spans(ranks: list[str], pack: Pack) -> list[tuple[str, ...]]:
    """Neighbours in the pack belong together; a joker has none."""
    spans: list[list[str]] = []
    for rank in ranks:
        if spans and _are_neighbours(spans[-1][-1], rank, pack):
            spans[-1].append(rank)
        else:
            spans.append([rank])
    return [tuple(span) for span in spans]


def _are_neighbours(higher: str, lower: str, pack: Pack) -> bool:
    return higher != JOKER and pack.ranks.index(higher) + 1 == pack.ranks.index(lower)


def _span_key(span: tuple[str, ...]) -> str:
    """Low to high: `10-K`."""
    return span[0] if len(span) == 1 else f"{span[-1]}-{span[0]}"
