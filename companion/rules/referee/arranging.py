"""The cheapest arrangement of a hand: sets and runs, and as few points as possible beside them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from companion.rules.referee.contracts import Slot
from companion.rules.referee.deck import Card
from companion.rules.referee.hands import Chosen, Hand, Limits
from companion.rules.referee.law import Law
from companion.rules.referee.melds import RUN, SET, track

_FEWEST = 2  # cards of a meld in a game without a minimum
_IMPOSSIBLE = (10**6, 10**6)


@dataclass(frozen=True, slots=True)
class Aim:
    """Requirements of an arrangement: its fewest runs, and how many of these are pure.

    With `discards` one card of the hand is discarded first; with `whole` all others are in melds;
    with `only_pure` no melds but pure runs are made.
    """

    runs: int = 0
    pure: int = 0
    discards: bool = False
    whole: bool = False
    only_pure: bool = False


@dataclass(frozen=True, slots=True)
class Arranged:
    """The melds, with the points and the number of the cards left over."""

    melds: tuple[Chosen, ...]
    points: int
    cards: int


def cheapest(cards: Sequence[Card], law: Law, aim: Aim) -> Arranged | None:
    """The arrangement with the fewest points left, then the fewest cards; None if none will do."""
    search = _Arranging(cards, law, aim)
    start = search.start
    points, left = search.best(start)
    if (points, left) >= _IMPOSSIBLE:
        return None
    return Arranged(tuple(search.melds(start)), points, left)


class _State(NamedTuple):
    """The rest of a hand: the cards from `at` on are not decided yet, nor are `pool` wild ones.

    `counts` is by kind of card; `runs` and `pure` are those still needed.
    """

    at: int
    counts: tuple[int, ...]
    pool: int
    runs: int
    pure: int
    discards: bool


@dataclass(frozen=True, slots=True)
class _Meld:
    """A meld by its places: the number of the kind of card, None for a wild card."""

    kind: str
    places: tuple[int | None, ...]
    suit: str = ""
    start: int = 0
    ranks: tuple[str, ...] = ()

    @property
    def is_pure(self) -> bool:
        """Whether it is a run without a wild card."""
        return self.kind == RUN and None not in self.places


@dataclass(frozen=True, slots=True)
class _Step:
    """One decision: a meld or a card left over, its price, and the rest of the hand."""

    after: _State
    points: int = 0
    cards: int = 0
    meld: _Meld | None = None


class _Arranging:
    """A search card by card, the dearest first, that remembers the best rest of each hand."""

    def __init__(self, cards: Sequence[Card], law: Law, aim: Aim) -> None:
        hand = Hand.of(cards)
        kinds = dict.fromkeys(card for card in cards if card.suit or not card.wild)
        self._kinds = sorted(kinds, key=lambda card: (card.wild, -card.points, card.code))
        self._wild = sorted((card.points for card in cards if card.wild), reverse=True)
        counts = tuple(cards.count(kind) for kind in self._kinds)
        self.start = _State(0, counts, hand.pool, aim.runs, aim.pure, aim.discards)
        self._law, self._size, self._aim = law, len(cards), aim
        self._counts_runs = aim.runs > 0 or aim.pure > 0
        least = [Slot(kind, self._sizes(kind)[0]) for kind in (RUN, SET)]
        self._limits = Limits(law, hand, least)
        self._best: dict[_State, tuple[int, int]] = {}
        self._step: dict[_State, _Step | None] = {}

    def _sizes(self, kind: str) -> tuple[int, int]:
        """The fewest and the most cards of such a meld."""
        least, most = self._law[f"{kind}_least"], self._law[f"{kind}_most"]
        return (
            _FEWEST if least == "none" else least,
            self._size if most == "none" else min(most, self._size),
        )

    def best(self, state: _State) -> tuple[int, int]:
        """The fewest points that this rest can leave, and the fewest cards with these points."""
        known = self._best.get(state)
        if known is not None:
            return known
        best, chosen = self._left_at_the_end(state), None
        for step in self._steps(state):
            points, cards = self.best(step.after)
            found = (points + step.points, cards + step.cards)
            if found < best:
                best, chosen = found, step
            if best == (0, 0):
                break
        self._best[state], self._step[state] = best, chosen
        return best

    def melds(self, state: _State) -> Iterator[Chosen]:
        """The melds of the best arrangement."""
        step = self._step[state]
        while step:
            if step.meld:
                yield self._chosen(step.meld)
            step = self._step[step.after]

    def _chosen(self, meld: _Meld) -> Chosen:
        kinds = [None if n is None else self._kinds[n] for n in meld.places]
        naturals = tuple((kind.rank, kind.suit) if kind else None for kind in kinds)
        keys = tuple((rank, meld.suit) for rank in meld.ranks)
        return Chosen(Slot(meld.kind, len(keys)), meld.suit, meld.start, keys, naturals)

    def _left_at_the_end(self, state: _State) -> tuple[int, int]:
        """The wild cards that are left once all others are decided."""
        if state.at < len(self._kinds) or state.runs or state.pure:
            return _IMPOSSIBLE
        prices = list(self._wild)
        for kind, before, now in zip(self._kinds, self.start.counts, state.counts, strict=True):
            for _ in range(before - now if kind.wild else 0):
                prices.remove(kind.points)
        left = prices[len(prices) - state.pool :]
        if (state.discards and not left) or (self._aim.whole and len(left) > state.discards):
            return _IMPOSSIBLE
        left = left[1:] if state.discards else left
        return sum(left), len(left)

    def _steps(self, state: _State) -> Iterator[_Step]:
        for meld in self._melds_from(state):
            yield _Step(self._without(state, meld), meld=meld)
        if state.at == len(self._kinds):
            return
        kind = self._kinds[state.at]
        if kind.wild:  # it may still lie in the place of another card
            yield _Step(self._on(state._replace(at=state.at + 1)))
            return
        fewer = self._on(state._replace(counts=_less(state.counts, state.at, 1)))
        if state.discards:
            yield _Step(fewer._replace(discards=False))
        if not self._aim.whole:
            yield _Step(fewer, kind.points, 1)

    def _on(self, state: _State) -> _State:
        """The same, at the next card that is to be decided."""
        at = state.at
        while at < len(self._kinds) and not state.counts[at]:
            at += 1
        return state._replace(at=at)

    def _without(self, state: _State, meld: _Meld) -> _State:
        counts = state.counts
        for number in meld.places:
            counts = counts if number is None else _less(counts, number, 1)
        wild = sum(1 for number in meld.places if number is None or self._kinds[number].wild)
        runs = max(0, state.runs - (meld.kind == RUN))
        pure = max(0, state.pure - meld.is_pure)
        after = state._replace(counts=counts, pool=state.pool - wild, runs=runs, pure=pure)
        return self._on(after)

    def _melds_from(self, state: _State) -> Iterator[_Meld]:
        """The melds with the next card; of those that take the same cards only the first."""
        seen: set[tuple[object, ...]] = set()
        for meld in self._every_meld(state):
            taken = tuple(sorted(-1 if n is None else n for n in meld.places))
            counts_as = (meld.kind, meld.is_pure) if self._counts_runs else ()
            if (taken, *counts_as) not in seen:
                seen.add((taken, *counts_as))
                yield meld

    def _every_meld(self, state: _State) -> Iterator[_Meld]:
        if state.at == len(self._kinds):
            yield from () if self._aim.only_pure else self._bare(state.pool)
        elif self._kinds[state.at].suit:
            yield from self._runs(state)
            if not self._aim.only_pure:
                yield from self._sets(state)

    def _bare(self, pool: int) -> Iterator[_Meld]:
        """Melds of wild cards alone."""
        for kind in (RUN, SET):
            least, most = self._sizes(kind)
            line, suit = (self._line, self._law.deck.suits[0]) if kind == RUN else ((), "")
            for size in range(least, min(most, pool, len(line) or pool) + 1):
                if self._may_be_wild(kind, size, size):
                    ranks = line[:size] or ("",) * size
                    yield _Meld(kind, (None,) * size, suit, 0, ranks)

    def _may_be_wild(self, kind: str, size: int, wilds: int) -> bool:
        if kind == SET:
            return self._limits.allow_set(Slot(SET, size), wilds)
        touching = wilds > 1 and wilds == size and not self._limits.touch_in_run
        return not touching and self._limits.allow(size, wilds)

    # Sets.

    def _sets(self, state: _State) -> Iterator[_Meld]:
        kind, (least, most) = self._kinds[state.at], self._sizes(SET)
        if kind.wild and not self._limits.natural_in_set:
            return
        for places in self._groups(state, kind.rank):
            pool = min(state.pool - kind.wild * len(places), self._other_wilds(kind))
            for wilds in range(max(0, least - len(places)), min(pool, most - len(places)) + 1):
                size = len(places) + wilds
                if self._may_be_wild(SET, size, wilds):
                    yield _Meld(SET, (*places, *[None] * wilds), "", 0, (kind.rank,) * size)

    def _other_wilds(self, kind: Card) -> int:
        """The wild cards that are not natural in a set of this rank, where no suit is repeated."""
        numbers = [] if self._limits.repeats else range(len(self._kinds))
        own = (n for n in numbers if self._kinds[n].wild and self._kinds[n].rank == kind.rank)
        return len(self._wild) - sum(self.start.counts[n] for n in own)

    def _groups(self, state: _State, rank: str) -> Iterator[tuple[int, ...]]:
        """Every choice of cards of this rank with the next card."""
        most = self._size if self._limits.repeats else 1
        numbers = [n for n in range(state.at, len(self._kinds)) if self._kinds[n].rank == rank]
        ranges = [range(int(n == state.at), min(state.counts[n], most) + 1) for n in numbers]
        for counts in product(*ranges):
            yield tuple(n for n, count in zip(numbers, counts, strict=True) for _ in range(count))

    # Runs.

    @cached_property
    def _line(self) -> tuple[str, ...]:
        return track(self._law, self._size)[0]

    @cached_property
    def _firsts(self) -> int:
        """The number of places where a run may begin; fewer than ranks where these repeat."""
        once = len(self._law.deck.order) + 1
        return once if len(self._line) > once + 1 else len(self._line)

    def _runs(self, state: _State) -> Iterator[_Meld]:
        kind, most = self._kinds[state.at], self._sizes(RUN)[1]
        if kind.wild and not self._limits.natural_in_run:
            return
        suit = kind.suit if self._law["run_one_suit"] else ""
        for spot, rank in enumerate(self._line):
            for start in range(max(0, spot - most + 1), spot + 1 if rank == kind.rank else 0):
                if start < self._firsts:
                    yield from self._grown(state, (), start, suit, spot)

    def _grown(
        self, state: _State, places: tuple[int | None, ...], start: int, suit: str, spot: int
    ) -> Iterator[_Meld]:
        """Runs from this start on that have the next card on its spot."""
        size, (least, most) = len(places), self._sizes(RUN)
        end = start + size
        wilds = places.count(None)
        if size >= least and end > spot and self._may_be_wild(RUN, size, wilds):
            yield _Meld(RUN, places, suit, start, self._line[start:end])
        if size == most or end == len(self._line):
            return
        here = [state.at] if end == spot else self._naturals(state, places, end, suit, spot)
        pool = state.pool - sum(1 for n in places if n is None or self._kinds[n].wild)
        for number in here:
            if pool or not self._kinds[number].wild:
                yield from self._grown(state, (*places, number), start, suit, spot)
        touches = bool(places) and places[-1] is None and not self._limits.touch_in_run
        if pool and end != spot and not touches and not self._aim.only_pure:
            yield from self._grown(state, (*places, None), start, suit, spot)

    def _naturals(
        self, state: _State, places: tuple[int | None, ...], end: int, suit: str, spot: int
    ) -> list[int]:
        """The kinds of card that can lie there as themselves; the next one is kept for its spot."""
        kept = int(end < spot)
        return [
            number
            for number in self._by_key.get((self._line[end], suit), ())
            if number >= state.at
            and state.counts[number] > places.count(number) + (kept if number == state.at else 0)
        ]

    @cached_property
    def _by_key(self) -> dict[tuple[str, str], list[int]]:
        """Kinds of card by rank and suit, also by rank alone."""
        found: dict[tuple[str, str], list[int]] = {}
        for number, kind in enumerate(self._kinds):
            if kind.suit and (not kind.wild or self._limits.natural_in_run):
                for suit in (kind.suit, ""):
                    found.setdefault((kind.rank, suit), []).append(number)
        return found


def _less(counts: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] - by, *counts[at + 1 :])
