"""The fewest points left to a player in the turn of the contract."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.referee.contracts import Slot, is_exact
from companion.rules.referee.deck import Card
from companion.rules.referee.hands import CardKey, Chosen, HandRest, Search
from companion.rules.referee.law import Law
from companion.rules.referee.melds import COLOUR, RUN, SET, track

# The limit of ways that are compared if melds may grow in the same turn.
_MOST_COMPARED = 200
# Points of a card beside its own where the number of cards comes first.
_OF_A_CARD = 10_000


@dataclass(frozen=True, slots=True)
class Best:
    """The melds of a contract, and the points left in hand after them.

    `cards` is how many are left where the contract must take the whole hand, else 0.
    """

    melds: list[Chosen]
    points: int
    cards: int = 0


def fewest_left(
    cards: Sequence[Card], slots: Sequence[Slot], law: Law, *, is_last: bool
) -> Best | None:
    """The contract laid with the fewest points left; None if it cannot be laid.

    A last contract that must take the whole hand is laid with the fewest cards left.
    """
    over = len(cards) - sum(slot.size for slot in slots)
    if not (is_last and over > 0 and law["last_contract_complete"]):
        return _cheapest(cards, slots, law, _Growth(law, slots, is_last=is_last, is_whole=False))
    dear = [replace(card, points=card.points + _OF_A_CARD) for card in cards]
    best = _cheapest(dear, slots, law, _Growth(law, slots, is_last=True, is_whole=True))
    return best and Best(best.melds, best.points % _OF_A_CARD, best.points // _OF_A_CARD)


def _cheapest(
    cards: Sequence[Card], slots: Sequence[Slot], law: Law, growth: "_Growth"
) -> Best | None:
    hand = HandRest.of(cards)
    first = Search(hand, slots, law, sparing=True).first()
    first = first or Search(hand, slots, law, sparing=False).first()
    if first is None:
        return None
    return _Comparison(cards, hand, growth).best(
        Search(hand, slots, law, sparing=False, for_points=True)
    )


class _Comparison:
    """The search for the best of many ways to lay one contract."""

    def __init__(self, cards: Sequence[Card], hand: HandRest, growth: "_Growth") -> None:
        self._hand, self._growth = hand, growth
        self._dead = sum(card.points for card in cards if not card.is_melded(going_out=False))
        self._price = {(card.rank, card.suit): card.points for card in cards if card.suit}
        self._wild = sorted((card.points for card in cards if card.wild), reverse=True)
        self._own_start = Counter(hand.own)
        self._best: Best | None = None

    def best(self, search: Search) -> Best | None:
        """The way that leaves the fewest points."""
        for number, melds in enumerate(search.every(self._is_worth)):
            left = self._dead + self._growth.left(self._hand, self)
            if self._best is None or left < self._best.points:
                self._best = Best(melds, left)
            if left == self._dead or (self._growth.any and number > _MOST_COMPARED):
                break
        return self._best

    def _is_worth(self, cards: int) -> bool:
        """Whether so many more cards of the contract could improve on the best so far."""
        if self._best is None or self._growth.any:
            return True
        held = [
            *self.natural_prices(self._hand.naturals),
            *self.pool_prices(self._hand, self._hand.pool),
        ]
        held.sort(reverse=True)
        return self._dead + sum(held[cards:]) < self._best.points

    def natural_prices(self, naturals: Mapping[CardKey, int]) -> Iterator[int]:
        """The points of each natural card that is left."""
        for key, count in naturals.items():
            yield from [self._price[key]] * count

    def pool_prices(self, hand: HandRest, pool: int) -> list[int]:
        """The points of the wild cards left, after the most expensive have been laid."""
        used = self._own_start - hand.own
        prices = list(self._wild)
        for key, count in used.items():
            for _ in range(count):
                prices.remove(self._price[key])
        return prices[len(prices) - pool :] if pool else []

    def left(self, hand: HandRest, naturals: Mapping[CardKey, int], pool: int) -> int:
        """The points of these natural cards and of so many wild ones."""
        return sum(self.natural_prices(naturals)) + sum(self.pool_prices(hand, pool))


@dataclass(frozen=True, slots=True)
class _End:
    """A run that may grow: its suit, its ends on the track, and whether these are wild cards."""

    suit: str
    low: int
    high: int
    low_wild: bool
    high_wild: bool
    wilds: int

    @property
    def size(self) -> int:
        """The number of its cards."""
        return self.high - self.low + 1


class _Growth:
    """Whether and how a player's own melds may grow in the turn of the contract.

    What is laid off is not of the contract, where this `is_whole`: takes the whole hand.
    """

    def __init__(self, law: Law, slots: Sequence[Slot], *, is_last: bool, is_whole: bool) -> None:
        self.law = law
        self._laid_off = not is_whole and _lays_off_at_once(law, is_last=is_last)
        kinds = {slot.kind for slot in slots}
        self._kinds = {
            kind
            for kind in (COLOUR, SET, RUN)
            if self._laid_off or (kind in kinds and not is_exact(kind, law, is_last=is_last))
        }
        self.any = bool(self._kinds)

    def left(self, hand: HandRest, prices: _Comparison) -> int:
        """The points left after all possible cards are added."""
        grow = [meld for meld in hand.melds if meld.slot.kind in self._kinds]
        ends = [_end_of(meld) for meld in grow if meld.slot.kind == RUN]
        groups = [meld for kind in (COLOUR, SET) for meld in grow if meld.slot.kind == kind]
        return _Growing(self, hand, prices, groups).fewest(Counter(hand.naturals), hand.pool, ends)

    def may_repeat_suit(self) -> bool:
        """Whether a set may have a suit twice once it has grown."""
        on_lay_off = "_on_lay_off" if self._laid_off else ""
        return bool(self.law[f"set_repeats_suit{on_lay_off}"])

    def may_have(self, kind: str, size: int, wilds: int) -> bool:
        """Whether a meld may grow to this size, with so many wild cards."""
        most = self.law[f"{kind}_most"]
        if isinstance(most, int) and size > most:
            return False
        is_capped = not self.law.wilds_fit(kind, size, wilds)
        return not is_capped or (self._laid_off and not self.law["caps_on_lay_off"])


def may_be_longer(slots: Sequence[Slot], law: Law) -> bool:
    """Whether a last contract may take more cards than it names."""
    return any(not is_exact(slot.kind, law, is_last=True) for slot in slots)


def _lays_off_at_once(law: Law, *, is_last: bool) -> bool:
    """Only if the rules allow it explicitly."""
    turn = law.melding.get("lay_off_in_last") if is_last else None
    turn = turn or law.melding.get("lay_off")
    return turn == "same_turn" and law.melding.get("lay_off_on") in {"any", "own"}


def _end_of(meld: Chosen) -> _End:
    low, high = meld.naturals[0] is None, meld.naturals[-1] is None
    last, wilds = meld.start + len(meld.keys) - 1, meld.naturals.count(None)
    return _End(meld.suit, meld.start, last, low, high, wilds)


class _Growing:
    """One way to lay the contract, and the cards that can be added to its melds.

    `groups` are its sets, and cards of one colour.
    """

    def __init__(
        self, growth: _Growth, hand: HandRest, prices: _Comparison, groups: Sequence[Chosen]
    ) -> None:
        self._growth, self._law = growth, growth.law
        self._hand, self._prices, self._groups = hand, prices, groups
        self._line, starts = track(self._law, 1)
        self._wraps = len(self._line) > starts
        self._size = starts
        self._most = self._law["run_most"]

    def fewest(self, naturals: Counter[CardKey], pool: int, ends: list[_End]) -> int:
        """The fewest points, growing with natural cards first, then across wild cards."""
        self._law.work.step()
        ends = self._grown(naturals, ends)
        totals = [self._rest(naturals, pool, ends)]
        for number, end in enumerate(ends):
            for side in ("low", "high") if pool and totals[0] else ():
                bridged = self._bridged(end, side, naturals)
                if bridged:
                    others = [*ends[:number], bridged, *ends[number + 1 :]]
                    totals.append(self.fewest(Counter(naturals), pool - 1, others))
        return min(totals)

    def _grown(self, naturals: Counter[CardKey], ends: list[_End]) -> list[_End]:
        """The runs with every natural card that continues an end; removes these."""
        return [self._grown_end(naturals, end) for end in ends]

    def _grown_end(self, naturals: Counter[CardKey], end: _End) -> _End:
        for side in ("low", "high"):
            while (key := self._next(end, side, 1)) and self._has(naturals, key):
                self._use(naturals, key)
                end = _longer(end, side, wild=False)
        return end

    def _next(self, end: _End, side: str, step: int) -> CardKey | None:
        """The card for the place so many steps beyond this end."""
        if self._most != "none" and end.size + step > self._most:
            return None
        spot = end.high + step if side == "high" else end.low - step
        if self._wraps:
            return self._line[spot % self._size], end.suit
        return (self._line[spot], end.suit) if 0 <= spot < len(self._line) else None

    def _has(self, naturals: Counter[CardKey], key: CardKey) -> bool:
        return self._match(naturals, key) is not None

    def _match(self, naturals: Counter[CardKey], key: CardKey) -> CardKey | None:
        if key[1]:
            return key if naturals[key] else None
        return next((k for k, count in naturals.items() if k[0] == key[0] and count), None)

    def _use(self, naturals: Counter[CardKey], key: CardKey) -> None:
        key_held = self._match(naturals, key)
        if key_held:
            naturals[key_held] -= 1

    def _bridged(self, end: _End, side: str, naturals: Counter[CardKey]) -> _End | None:
        """The run with a wild card at this end, if a natural card then continues it."""
        beyond = self._next(end, side, 2)
        if beyond is None or not self._has(naturals, beyond) or not self._takes_wild(end, side):
            return None
        return _longer(end, side, wild=True)

    def _rest(self, naturals: Mapping[CardKey, int], pool: int, ends: Sequence[_End]) -> int:
        """The points left after groups have taken their cards, and all melds their wild cards."""
        rest = Counter(naturals)
        for meld in self._groups:
            pool -= self._wilds_in_group(meld, self._grown_group(meld, rest), pool)
        for end in ends:
            pool -= self._wilds_at_ends(end, pool)
        return self._prices.left(self._hand, rest, pool)

    def _grown_group(self, meld: Chosen, naturals: Counter[CardKey]) -> Sequence[CardKey | None]:
        """Its cards with every other natural card that joins it; removes these."""
        cards = list(meld.naturals)
        for key in [*naturals.elements()]:
            if self._joins(meld, key, cards):
                naturals[key] -= 1
                cards.append(key)
        return cards

    def _joins(self, meld: Chosen, key: CardKey, cards: Sequence[CardKey | None]) -> bool:
        """Whether these cards of the group take this one too."""
        rank, suit = key
        if meld.slot.kind == COLOUR:
            return suit == meld.suit
        if rank != meld.rank or (key in cards and not self._growth.may_repeat_suit()):
            return False
        suits, wilds = {one for one in (*cards, key) if one}, cards.count(None)
        fits = self._law.suits_fit(len(suits), wilds)
        return fits and self._growth.may_have(SET, len(cards) + 1, wilds)

    def _wilds_in_group(self, meld: Chosen, cards: Sequence[CardKey | None], most: int) -> int:
        """The number of wild cards, of so many, that can be added."""
        kind, size, wilds = meld.slot.kind, len(cards), cards.count(None)
        return next(
            (n for n in range(most) if not self._takes(kind, size + n + 1, wilds + n + 1)), most
        )

    def _takes(self, kind: str, size: int, wilds: int) -> bool:
        """Whether a group may have so many wild cards, which in a set are kept apart."""
        is_apart = kind != SET or 2 * wilds <= size + 1 or self._law["wilds_touch_in_set"]
        return bool(is_apart) and self._growth.may_have(kind, size, wilds)

    def _wilds_at_ends(self, end: _End, most: int) -> int:
        """The number of wild cards, of so many, that can be added to a run."""
        before = end.wilds
        for side in ("low", "high"):
            while end.wilds - before < most and self._takes_wild(end, side):
                end = _longer(end, side, wild=True)
        return end.wilds - before

    def _takes_wild(self, end: _End, side: str) -> bool:
        wild = end.low_wild if side == "low" else end.high_wild
        if self._next(end, side, 1) is None or (wild and not self._law["wilds_touch_in_run"]):
            return False
        return self._growth.may_have(RUN, end.size + 1, end.wilds + 1)


def _longer(end: _End, side: str, *, wild: bool) -> _End:
    wilds = end.wilds + wild
    if side == "low":
        return _End(end.suit, end.low - 1, end.high, wild, end.high_wild, wilds)
    return _End(end.suit, end.low, end.high + 1, end.low_wild, wild, wilds)
