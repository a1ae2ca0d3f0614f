"""Cards: ranks, prices, points (RULES 16), numbers in play; bonuses, counted like cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from companion.rules.model.play import Hand

JOKER = "Joker"
PLAIN_RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
_NAMES_OF_NUMBERS = {11: "J", 12: "Q", 13: "K"}


def rank_of_number(number: int) -> str:
    """The rank with this number: 3 to 10, then J, Q, K."""
    return _NAMES_OF_NUMBERS.get(number, str(number))


@dataclass(frozen=True, slots=True)
class Pack:
    """A deck without its jokers: its ranks, high to low, and the copies of each.

    `called` maps a rank to its name where that is not its key, as a text for translation; `about`
    is a text that describes a deck that is no usual one.
    """

    ranks: tuple[str, ...] = PLAIN_RANKS
    copies: tuple[int, ...] = (4,) * len(PLAIN_RANKS)
    called: Mapping[str, str] = field(default_factory=dict, hash=False)
    about: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Every card of a hand, jokers first."""
        return (JOKER, *self.ranks)


PLAIN_PACK = Pack()


@dataclass(frozen=True, slots=True)
class Decks:
    """The cards on the table: a number of decks of one kind, and the total number of jokers."""

    decks: int
    jokers: int
    pack: Pack = PLAIN_PACK

    def copies(self, rank: str) -> int:
        """The number of cards of this rank in play."""
        if rank == JOKER:
            return self.jokers
        return self.decks * self.pack.copies[self.pack.ranks.index(rank)]

    @property
    def cards(self) -> int:
        """The number of cards in play, with jokers."""
        return self.jokers + self.decks * sum(self.pack.copies)


@dataclass(frozen=True, slots=True)
class CardClass:
    """Ranks with the same value under the ruleset: one key on the keypad.

    `key` is stable and stored in records (`Joker/2`, `A`, `10-K`, `3-9`); `value` is points per
    card; `wild` says that every rank of the class is wild; `spans` are sequences of adjacent ranks,
    high to low; `called` is the pack's; `also` has the keys of low cards that cost the same, each
    with its rank.
    """

    key: str
    spans: tuple[tuple[str, ...], ...]
    value: int
    wild: bool
    called: Mapping[str, str] = field(default_factory=dict, hash=False)
    also: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def names(self) -> set[str]:
        """Every name by which its cards are counted."""
        return {self.key, *self.ranks, *self.also}

    @property
    def ranks(self) -> tuple[str, ...]:
        """Every rank of the class, high to low."""
        return tuple(rank for span in self.spans for rank in span)

    def copies(self, decks: Decks) -> int:
        """The number of cards of this class in play."""
        return sum(decks.copies(rank) for rank in self.ranks)

    def worth(self, count: int) -> int:
        """The points of this number of cards."""
        return self.value * count


CountedPart = Literal["melded", "held"]
_MOST_BONUSES = 20


@dataclass(frozen=True, slots=True)
class Bonus(CardClass):
    """What counts in one part of a hand under a key of its own: a class without ranks.

    `title` is its name in English, `counts` the part. `value` is points each; `by_count` has the
    points of one, of two, and so on, where they depend on the number: then there are no more.
    Without a `run` it is a bonus, beside the cards: it may need a meld of `meld_size` cards or
    more, or count certain `cards`, of which a deck has `in_deck`. With a `run` it is a low card:
    the first one of such a run, instead of a card of its rank; `cards` are those of that rank.
    """

    title: str = ""
    counts: CountedPart = "melded"
    by_count: tuple[int, ...] = ()
    meld_size: int = 0
    cards: tuple[str, ...] = ()
    in_deck: int = 0
    run: tuple[str, ...] = ()

    def copies(self, decks: Decks) -> int:
        """The most of a hand."""
        return self.in_deck * decks.decks or len(self.by_count) or _MOST_BONUSES

    def worth(self, count: int) -> int:
        """The points of this number; of more than there are, those of the most."""
        if not self.by_count:
            return self.value * count
        return self.by_count[min(count, len(self.by_count)) - 1] if count else 0


@dataclass(frozen=True)
class CardValues:
    """The values in one deal: the classes of the cards of a pack, the most expensive first.

    `bonuses` have keys of their own: bonuses, and low cards that do not cost the same as elsewhere.
    """

    classes: tuple[CardClass, ...]
    pack: Pack = PLAIN_PACK
    bonuses: tuple[Bonus, ...] = ()

    def of_part(self, part: CountedPart) -> "CardValues":
        """The same values with only the bonuses that are counted in this part of a hand."""
        bonuses = tuple(bonus for bonus in self.bonuses if bonus.counts == part)
        return self if bonuses == self.bonuses else replace(self, bonuses=bonuses)

    @property
    def low_cards(self) -> tuple[Bonus, ...]:
        """The first cards of a run that have a value of their own there: an ace in A-2-3."""
        return tuple(bonus for bonus in self.bonuses if bonus.run)

    @property
    def extras(self) -> tuple[Bonus, ...]:
        """The bonuses that are no cards of a run."""
        return tuple(bonus for bonus in self.bonuses if not bonus.run)

    @property
    def low_ranks(self) -> Mapping[str, str]:
        """The rank of each low card by its key, whatever it costs: `low_ace` is an ace."""
        alike = {key: rank for one in self.classes for key, rank in one.also.items()}
        return alike | {low.key: low.run[0] for low in self.low_cards}

    @property
    def counted(self) -> tuple[CardClass, ...]:
        """All that is counted: the cards, then bonuses."""
        return (*self.classes, *self.bonuses)

    def find(self, name: str) -> CardClass | None:
        """The class of a rank, or with this key; None if the game has no such card or bonus."""
        return self._by_name.get(name)

    def now_called(self, name: str) -> CardClass | None:
        """The class that now holds all cards of this former key.

        A key such as `3-9` or `Joker/2` contains its ranks. None if they do not all cost the same,
        or one of them no longer has a price.
        """
        classes = list(dict.fromkeys(self._by_name.get(rank) for rank in self._ranks(name)))
        return classes[0] if len(classes) == 1 else None

    def undecided_low_cards(self, hand: Hand) -> tuple[Bonus, ...]:
        """The low cards that some of these cards may be: nobody has said how many of them are."""
        counted = hand.cards or {}
        return tuple(low for low in self.low_cards if self._may_be(low, counted))

    def _may_be(self, low: Bonus, counted: Mapping[str, int]) -> bool:
        alike = self.find(low.run[0])
        names = {low.run[0], alike.key if alike else low.run[0]}
        return low.key not in counted and any(counted.get(name) for name in names)

    def is_of_cards(self, name: str) -> bool:
        """Whether this is a key of cards, also a former one, and of no former bonus."""
        return name in self._by_name or {*self._ranks(name)} <= {*self.pack.names}

    def prices(self, name: str, count: int) -> tuple[int, int]:
        """The minimum and maximum points of cards that were counted under this former key.

        Some may be low cards. A rank that the game no longer has costs nothing.
        """
        ranks = self._ranks(name)
        classes = [self._by_name.get(rank) for rank in ranks]
        classes += [low for low in self.low_cards if low.run[0] in ranks]
        points = [card_class.worth(count) if card_class else 0 for card_class in classes]
        return min(points), max(points)

    def _ranks(self, name: str) -> list[str]:
        """The ranks of a key."""
        return [rank for part in name.split("/") for rank in self._span(part)]

    def _span(self, key: str) -> tuple[str, ...]:
        """The ranks of `10-K`, or a single rank."""
        low, dash, high = key.partition("-")
        ranks = self.pack.ranks
        if not dash or low not in ranks or high not in ranks:
            return (key,)
        return ranks[ranks.index(high) : ranks.index(low) + 1]

    @property
    def by_rank(self) -> "CardValues":
        """The same values with a class for each rank alone, jokers first, and of low cards."""
        pairs = ((rank, self.find(rank)) for rank in self.pack.names)
        alone = tuple(_of_rank(cls, rank) for rank, cls in pairs if cls)
        return CardValues(alone, self.pack, self.low_cards)

    @cached_property
    def _by_name(self) -> dict[str, CardClass]:
        return {name: cls for cls in self.counted for name in cls.names}


def card_values(
    values: Mapping[str, int],
    wild: Iterable[str],
    pack: Pack,
    bonuses: tuple[Bonus, ...] = (),
) -> CardValues:
    """Group the ranks by value, each with its low cards of the same value."""
    wilds = frozenset(wild)
    dearest_first = sorted(set(values.values()), reverse=True)
    alike = tuple(low for low in bonuses if low.run and low.value == values.get(low.run[0]))
    classes = tuple(_card_class(values, wilds, pack, value, alike) for value in dearest_first)
    return CardValues(classes, pack, tuple(row for row in bonuses if row not in alike))


def _card_class(
    values: Mapping[str, int],
    wilds: frozenset[str],
    pack: Pack,
    value: int,
    alike: tuple[Bonus, ...],
) -> CardClass:
    ranks = [rank for rank in pack.names if values.get(rank) == value]
    spans = tuple(_spans(ranks, pack))
    key = "/".join(map(_span_key, spans))
    also = {low.key: low.run[0] for low in alike if low.value == value}
    return CardClass(key, spans, value, wilds.issuperset(ranks), pack.called, also)


def _of_rank(card_class: CardClass, rank: str) -> CardClass:
    """A class with this rank alone."""
    also = {key: like for key, like in card_class.also.items() if like == rank}
    return replace(card_class, key=rank, spans=((rank,),), also=also)


def _spans(ranks: list[str], pack: Pack) -> list[tuple[str, ...]]:
    """Sequences of ranks that are adjacent in the pack; a joker is in none."""
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


class UnknownCard(LookupError):
    """A card that is not in the game."""


def hand_points(values: CardValues, hand: Hand) -> int:
    """The points of a hand: a typed total as it is, or each card at its value.

    A blank hand has 0 points. Raises UnknownCard.
    """
    if hand.points is not None:
        return hand.points
    return sum(_worth(values, name, count) for name, count in (hand.cards or {}).items())


_SET = 3


def with_low_cards(values: CardValues, cards: Mapping[str, int]) -> Mapping[str, int]:
    """These melded cards; if a run such as A-2-3 is among them, its first card is a low one.

    Not one of three aces, which are a set, nor one that Q-K needs. Where the number of low ones is
    given, even 0, somebody has chosen.
    """
    for low in values.low_cards:
        is_run = all(cards.get(rank) for rank in low.run)
        if is_run and low.key not in cards and cards[low.run[0]] < _SET:
            is_high = _ends_a_run(values.pack.ranks, low, cards)
            return cards if is_high else turned(values, cards, low.run[0])
    return cards


def go_around_corner(values: CardValues, cards: Mapping[str, int]) -> bool:
    """Whether one ace would be in two runs: Q-K-A-2-3; with a 4, 2-3-4 is a run without it."""
    ranks = values.pack.ranks
    return any(
        _ends_a_run(ranks, low, cards)
        and all(cards.get(rank) for rank in low.run)
        and not cards.get(low.key)
        and not cards.get(ranks[-len(low.run)])
        for low in values.low_cards
    )


def _ends_a_run(ranks: tuple[str, ...], low: Bonus, cards: Mapping[str, int]) -> bool:
    """Whether the only ace is the end of Q-K-A; J-Q-K is a run without it."""
    ace, *others, below = ranks[: len(low.run) + 1]
    is_only = ace == low.run[0] and cards.get(ace) == 1
    return is_only and all(cards.get(rank) for rank in others) and not cards.get(below)


def turned(values: CardValues, cards: Mapping[str, int], name: str) -> Mapping[str, int]:
    """These cards after a tap on one that is counted by this name: a low ace is high, or back."""
    low = low_of(values, name)
    if not low or not cards.get(name):
        return cards
    other = low.run[0] if name == low.key else low.key
    return {**cards, name: cards[name] - 1, other: cards.get(other, 0) + 1}


def low_of(values: CardValues, name: str) -> Bonus | None:
    """The low card that a card of this name is or may be."""
    return next((low for low in values.low_cards if name in (low.key, low.run[0])), None)


def _worth(values: CardValues, name: str, count: int) -> int:
    card_class = values.find(name)
    if card_class is None:
        raise UnknownCard(name)
    return card_class.worth(count)
