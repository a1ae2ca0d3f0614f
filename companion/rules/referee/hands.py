"""Whether a hand can lay down a contract: a search over its cards.

Runs come first, then sets; cards of one colour are whatever is left of a suit.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from companion.rules.referee.contracts import Slot, runs_rule
from companion.rules.referee.deck import ACE, Card
from companion.rules.referee.law import Law
from companion.rules.referee.melds import COLOUR, RUN, SET, Place, Placed, track, wilds_apart

CardKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Window:
    """A possible place of a run: its suit (empty for any), its start and its cards."""

    suit: str
    start: int
    keys: tuple[CardKey, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A meld of the search: the natural cards by key, None for a wild card."""

    slot: Slot
    suit: str
    start: int
    keys: tuple[CardKey, ...]
    naturals: tuple[CardKey | None, ...]

    @property
    def rank(self) -> str:
        """The rank of a set."""
        rank, _ = self.keys[0]
        return rank


@dataclass
class HandRest:
    """The rest of a hand during the search.

    `own` are cards of a wild rank by rank and suit, among the `pool` of all wild cards.
    """

    naturals: Counter[CardKey]
    own: Counter[CardKey]
    pool: int
    melds: list[Chosen] = field(default_factory=list)

    @classmethod
    def of(cls, cards: Sequence[Card]) -> "HandRest":
        """The whole hand, the dearest cards first; cards that go into no meld are left out."""
        wild = [card for card in cards if card.wild]
        melded = (c for c in cards if not c.wild and c.is_melded(going_out=False))
        natural = sorted(melded, key=lambda card: (-card.points, card.rank, card.suit))
        naturals = Counter((card.rank, card.suit) for card in natural)
        return cls(naturals, Counter((c.rank, c.suit) for c in wild if c.suit), len(wild))

    @property
    def state(self) -> tuple[object, ...]:
        """The key of a search state: equal states have equal results."""
        naturals, own = tuple(self.naturals.values()), tuple(self.own.values())
        runs = tuple(
            sorted((m.suit, m.start, len(m.keys)) for m in self.melds if m.slot.kind == RUN)
        )
        ranks = tuple(sorted(m.rank for m in self.melds if m.slot.kind == SET))
        last = self.melds[-1] if self.melds else None
        after = last and (last.suit, last.start, last.slot, last.keys[0])
        return naturals, own, self.pool, runs, ranks, after


class Search:
    """Every way to lay down a contract; `sparing` ones use a wild card only if necessary."""

    def __init__(
        self,
        hand: HandRest,
        slots: Sequence[Slot],
        law: Law,
        *,
        sparing: bool,
        for_points: bool = False,
    ) -> None:
        self._hand, self._law, self._sparing, self._for_points = hand, law, sparing, for_points
        self._slots = sorted(slots, key=_order)
        self._limits = Limits(law, hand, self._slots)
        self._windows = {size: _windows(size, hand, law) for size in self._run_sizes()}
        self._need = self._needs()
        self._failed: set[object] = set()

    def _run_sizes(self) -> set[int]:
        return {slot.size for slot in self._slots if slot.kind == RUN}

    def _needs(self) -> list[int]:
        """The minimum of wild cards for the slots from each on, given the whole hand."""
        needs = [0]
        for slot in reversed(self._slots):
            needs.append(needs[-1] + self._least_wilds(slot))
        return needs[::-1]

    def _least_wilds(self, slot: Slot) -> int:
        hand = self._hand
        if slot.kind == RUN:
            naturals = (
                sum(1 for key in w.keys if _count(hand, key)) for w in self._windows[slot.size]
            )
            return slot.size - max(naturals, default=0)
        groups: Counter[str] = Counter()
        for (rank, suit), count in hand.naturals.items():
            groups[suit if slot.kind == COLOUR else rank] += count
        most = max(groups.values(), default=0)
        return max(0, slot.size - most)

    def first(self) -> list[Chosen] | None:
        """One way; None if there is none."""
        return self._first(0) if self._hand.pool >= self._need[0] else None

    def _first(self, number: int) -> list[Chosen] | None:
        self._law.work.step()
        if number == len(self._slots):
            return list(self._hand.melds)
        state = (number, self._hand.state)
        if state in self._failed:
            return None
        for chosen in self._choices(number):
            take(self._hand, chosen)
            melds = self._first(number + 1)
            give_back(self._hand, chosen)
            if melds is not None:
                return melds
        self._failed.add(state)
        return None

    def every(self, is_worth: Callable[[int], bool], number: int = 0) -> Iterator[list[Chosen]]:
        """All ways; unpromising branches of the search are pruned."""
        self._law.work.step()
        if number == len(self._slots):
            yield list(self._hand.melds)
            return
        for chosen in self._choices(number):
            take(self._hand, chosen)
            if is_worth(sum(slot.size for slot in self._slots[number + 1 :])):
                yield from self.every(is_worth, number + 1)
            give_back(self._hand, chosen)

    def _choices(self, number: int) -> Iterator[Chosen]:
        """The ways to fill this slot that leave enough wild cards for those after it."""
        slot, most = self._slots[number], self._hand.pool - self._need[number + 1]
        before = self._hand.melds[-1] if self._hand.melds else None
        after = before if before is not None and before.slot == slot else None
        if slot.kind == RUN:
            yield from self._runs(slot, most, after)
        elif slot.kind == COLOUR:
            yield from self._groups(slot, most, after, 1)
        else:
            yield from self._groups(slot, most, after, 0)

    def _runs(self, slot: Slot, most: int, after: Chosen | None) -> Iterator[Chosen]:
        for window in self._windows[slot.size]:
            self._law.work.step()
            if after and (window.suit, window.start) < (after.suit, after.start):
                continue
            if self._limits.may_lie(window, self._hand.melds):
                for naturals in self._patterns(window.keys, most, ()):
                    yield Chosen(slot, window.suit, window.start, window.keys, naturals)

    def _patterns(
        self, keys: tuple[CardKey, ...], most: int, so_far: tuple[CardKey | None, ...]
    ) -> Iterator[tuple[CardKey | None, ...]]:
        """For each place of a run its natural card, or None for a wild card."""
        self._law.work.step()
        if most < 0:
            return
        number = len(so_far)
        if number == len(keys):
            if self._limits.allow(RUN, len(keys), sum(1 for key in so_far if key is None)):
                yield so_far
            return
        naturals = self._naturals(keys[number], so_far)
        for key in naturals:
            cost = 1 if key in self._hand.own else 0
            yield from self._patterns(keys, most - cost, (*so_far, key))
        touches = number > 0 and so_far[-1] is None and not self._limits.touch_in_run
        if touches or (naturals and not self._spares(naturals[0])):
            return
        yield from self._patterns(keys, most - 1, (*so_far, None))

    def _naturals(self, key: CardKey, so_far: Sequence[CardKey | None]) -> list[CardKey]:
        """The natural cards for this place that the previous places leave.

        Any of several suits will do, unless a set may not repeat one, or cards share a colour.
        """
        hand = self._hand
        naturals: list[CardKey] = []
        for counts in (
            (hand.naturals, hand.own) if self._limits.natural_in_run else (hand.naturals,)
        ):
            here = [key] if key[1] else [other for other in counts if other[0] == key[0]]
            naturals += [other for other in here if counts[other] > so_far.count(other)]
        return naturals if self._limits.suits_matter else naturals[:1]

    def _spares(self, key: CardKey) -> bool:
        """Whether a wild card may replace this natural card."""
        return not self._sparing and (self._for_points or self._is_wanted(key))

    def _is_wanted(self, key: CardKey) -> bool:
        """Whether another meld could need this card to replace a wild card."""
        if self._limits.sets_want:
            return True
        later = self._slots[len(self._hand.melds) + 1 :]
        return self._limits.runs_want and any(slot.kind == RUN for slot in later) and key[0] != ""

    def _groups(self, slot: Slot, most: int, after: Chosen | None, part: int) -> Iterator[Chosen]:
        """Sets, and cards of one colour: by rank or by suit."""
        for name in self._names(slot, part):
            self._law.work.step()
            if after and name < after.keys[0][part]:
                continue
            if slot.kind == SET and not self._limits.may_repeat(name, self._hand.melds):
                continue
            cards, cost = self._group(name, part)
            any_card, suit = ((name, ""), "") if part == 0 else (("", name), name)
            for count in self._counts(slot, len(cards)):
                wilds = slot.size - count
                if wilds + cost * count > most or not self._limits.allow_set(slot, wilds):
                    continue
                for picked in self._picks(slot, cards, count):
                    naturals = (*picked, *[None] * wilds)
                    yield Chosen(
                        slot, suit, 0, tuple(key or any_card for key in naturals), naturals
                    )

    def _picks(
        self, slot: Slot, cards: Sequence[CardKey], count: int
    ) -> Iterator[tuple[CardKey, ...]]:
        """The choices of so many cards of a group: the first, unless it matters which are left."""
        is_free = slot.kind == SET and self._limits.has_colours
        line = (ACE, *self._law.deck.order)
        first = sorted(cards[:count], key=lambda card: line.index(card[0]))
        seen: set[tuple[CardKey, ...]] = set()
        for picked in combinations(cards, count) if is_free else [tuple(first)]:
            self._law.work.step()
            suits = len({*picked})
            fits = slot.kind != SET or self._law.suits_fit(suits, slot.size - count)
            if fits and picked not in seen:
                seen.add(picked)
                yield picked

    def _counts(self, slot: Slot, available: int) -> range:
        most = min(available, slot.size)
        return range(most, most - 1 if self._sparing else -1, -1)

    def _names(self, slot: Slot, part: int) -> list[str]:
        if slot.rank:
            return [slot.rank]
        held = {key[part] for key, count in self._hand.naturals.items() if count}
        wild = {key[part] for key, count in self._hand.own.items() if count} if part == 0 else set()
        return sorted(held | (wild if self._limits.natural_in_set else set())) or [""]

    def _group(self, name: str, part: int) -> tuple[list[CardKey], int]:
        """The natural cards of a rank or suit, and what each takes from the wild pool: 0, or 1."""
        hand, twice = self._hand, self._limits.repeats or part == 1
        cards = _listed(hand.naturals, name, part, twice=twice)
        if not cards and part == 0 and self._limits.natural_in_set:
            return self._of_few_suits(_listed(hand.own, name, part, twice=twice)), 1
        return self._of_few_suits(cards) if part == 0 else cards, 0

    def _of_few_suits(self, cards: list[CardKey]) -> list[CardKey]:
        """Those of as many suits as a set may have, a card of each suit first."""
        most = self._law["set_suits"]
        if most == "none" or self._limits.has_colours:
            return cards
        suits = [card for card, _ in Counter(cards).most_common(most)]
        more = Counter(card for card in cards if card in suits) - Counter(suits)
        return [*suits, *more.elements()]


def _order(slot: Slot) -> tuple[int, int, str]:
    """Runs first, then sets, the largest of each first."""
    return (RUN, SET, COLOUR).index(slot.kind), -slot.size, slot.rank


def _listed(counts: Counter[CardKey], name: str, part: int, *, twice: bool) -> list[CardKey]:
    """The cards of one group, the dearest first; each once, frequent ones first, unless `twice`."""
    keys = [key for key, count in counts.items() if key[part] == name and count]
    if not twice:
        return sorted(keys, key=lambda key: -counts[key])
    return [key for key in keys for _ in range(counts[key])]


class Limits:
    """The melding rules for the search; silent keys are read only if the hand depends on them."""

    def __init__(self, law: Law, hand: HandRest, slots: Sequence[Slot]) -> None:
        kinds, several = Counter(slot.kind for slot in slots), hand.pool > 1
        smallest = min((slot.size for slot in slots), default=0)
        self._law = law
        self.touch_in_run = not several or not kinds[RUN] or law["wilds_touch_in_run"]
        self.touch_in_set = not several or not kinds[SET] or law["wilds_touch_in_set"]
        own = bool(hand.own)
        self.natural_in_run = own and kinds[RUN] > 0 and law["natural_wild_in_run"]
        self.natural_in_set = own and kinds[SET] > 0 and law["natural_wild_in_set"]
        self.has_colours = kinds[COLOUR] > 0
        self.repeats = not kinds[SET] or law["set_repeats_suit"]
        self.suits_matter = self.has_colours or not self.repeats
        self._all_wild = hand.pool >= smallest and law["all_wild"]
        self._same_rank = kinds[SET] <= 1 or law["sets_same_rank"]
        self._least = law["least_naturals"]
        capped = (
            law["most_wilds"] != "none" or law["wilds_at_most"] == "naturals" or self._least > 1
        )
        sets = [slot.size for slot in slots if slot.kind != RUN]
        bare = hand.pool >= min(sets, default=0) and not self._all_wild
        self.sets_want = bool(sets) and (not self.touch_in_set or capped or bare)
        self.runs_want = not self.touch_in_run or capped or not self._all_wild

    def allow(self, kind: str, size: int, wilds: int) -> bool:
        """Whether a meld of this kind and size may have so many wild cards."""
        naturals = size - wilds
        if naturals < self._least or not self._law.wilds_fit(kind, size, wilds):
            return False
        return bool(naturals > 0 or self._all_wild)

    def allow_set(self, slot: Slot, wilds: int) -> bool:
        """The same for a set, whose wild cards are kept apart if possible."""
        apart = slot.kind != SET or 2 * wilds <= slot.size + 1
        return (apart or self.touch_in_set) and self.allow(SET, slot.size, wilds)

    def may_lie(self, window: Window, melds: Sequence[Chosen]) -> bool:
        """Whether a run is legal beside the runs chosen so far."""
        here = (window.start, len(window.keys))
        beside = (m for m in melds if m.slot.kind == RUN and m.suit == window.suit and m.suit)
        return not any(runs_rule((m.start, len(m.keys)), here, self._law) for m in beside)

    def may_repeat(self, rank: str, melds: Sequence[Chosen]) -> bool:
        """Whether a set of this rank may be chosen beside the others."""
        return (
            self._same_rank or not rank or all(m.slot.kind != SET or m.rank != rank for m in melds)
        )


def _windows(size: int, hand: HandRest, law: Law) -> list[Window]:
    """All places of runs that the natural cards and the wild pool can fill."""
    line, starts = track(law, size)
    suits = law.deck.suits if law["run_one_suit"] else ("",)
    law.work.step(len(suits) * starts)
    windows = [
        Window(suit, start, tuple((rank, suit) for rank in line[start : start + size]))
        for suit in suits
        for start in range(starts)
    ]
    return [w for w in windows if size - sum(1 for key in w.keys if _count(hand, key)) <= hand.pool]


def _count(hand: HandRest, key: CardKey) -> int:
    """The number of natural cards of this rank and suit that are left; of any suit if empty."""
    if key[1]:
        return hand.naturals[key]
    return sum(count for (rank, _), count in hand.naturals.items() if rank == key[0])


def take(hand: HandRest, chosen: Chosen) -> None:
    """Remove the cards of this meld from the hand."""
    for key in chosen.naturals:
        if key is not None and hand.naturals[key]:
            hand.naturals[key] -= 1
        else:
            hand.pool -= 1
            if key is not None:
                hand.own[key] -= 1
    hand.melds.append(chosen)


def give_back(hand: HandRest, chosen: Chosen) -> None:
    """Return them to the hand."""
    hand.melds.pop()
    for key in chosen.naturals:
        if key is None or key in hand.own:
            hand.pool += 1
            if key is not None:
                hand.own[key] += 1
        else:
            hand.naturals[key] += 1


def in_slots(melds: Sequence[Chosen], slots: Sequence[Slot]) -> list[Chosen]:
    """The melds in the order of the contract."""
    left, ordered = list(melds), []
    for slot in slots:
        meld = next(meld for meld in left if meld.slot == slot)
        left.remove(meld)
        ordered.append(meld)
    return ordered


def placed(hand: Sequence[Card], melds: Sequence[Chosen]) -> list[Placed]:
    """The melds with their cards; jokers are used before wild ranks, the highest value first."""
    left = list(hand)
    natural = [[_pick(left, key) for key in meld.naturals] for meld in melds]
    wild = sorted((card for card in left if card.wild), key=lambda card: (-card.points, card.code))
    return [_as_placed(meld, cards, wild) for meld, cards in zip(melds, natural, strict=True)]


def _pick(left: list[Card], key: CardKey | None) -> Card | None:
    card = next((card for card in left if key is not None and (card.rank, card.suit) == key), None)
    if card:
        left.remove(card)
    return card


def _as_placed(meld: Chosen, cards: Sequence[Card | None], wild: list[Card]) -> Placed:
    is_set = meld.slot.kind == SET
    suit = "" if is_set else meld.suit
    places = tuple(
        Place(card, card.rank, card.suit, natural=True)
        if card
        else Place(wild.pop(0), rank, suit, natural=False)
        for (rank, _), card in zip(meld.keys, cards, strict=True)
    )
    return Placed(meld.slot.kind, wilds_apart(places) if is_set else places, meld.start)
