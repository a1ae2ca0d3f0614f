"""The cheapest arrangement of a hand: sets and runs, and as few points as possible beside them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from companion.rules.referee.contracts import Slot
from companion.rules.referee.deck import Card
from companion.rules.referee.hands import Chosen, HandRest, Limits
from companion.rules.referee.law import Law
from companion.rules.referee.melds import RUN, SET, track, worth

_FEWEST = 2  # cards of a meld in a game without a minimum
Cost = tuple[int, int, int]  # points short of the worth needed, points left, and cards left
_IMPOSSIBLE = (10**6, 10**6, 10**6)


@dataclass(frozen=True, slots=True)
class Aim:
    """Requirements of an arrangement: its fewest runs, and how many of these are pure.

    Also the fewest `pure_sets`, and the `most_left`, cards in no meld, if there is a limit. With
    `discards` one card of the hand is discarded first; with `only_pure` no melds but pure runs are
    made. `worth` is the least points of all melds together, which an arrangement misses by as
    little as it can.
    """

    runs: int = 0
    pure: int = 0
    pure_sets: int = 0
    discards: bool = False
    most_left: int | None = None
    only_pure: bool = False
    worth: int = 0


@dataclass(frozen=True, slots=True)
class Arranged:
    """The melds, with the points and the number of the cards left over.

    `short` is the points by which the melds miss the worth needed.
    """

    melds: tuple[Chosen, ...]
    points: int
    cards: int
    short: int


def cheapest(cards: Sequence[Card], law: Law, aim: Aim) -> Arranged | None:
    """The arrangement with the fewest points left, then the fewest cards; None if none will do."""
    search = _Arranging(cards, law, aim)
    short, points, left = cost = search.best(search.start)
    return None if cost >= _IMPOSSIBLE else Arranged(tuple(search.melds()), points, left, short)


def points_with_each(
    cards: Sequence[Card], drawn: Sequence[Card], law: Law, aim: Aim
) -> Iterator[tuple[Card, int]]:
    """The fewest points left with one more card, for each that could be drawn and will do."""
    search = _Arranging(cards, law, aim, drawn)
    for card in drawn:
        if card.wild:
            extended = _Arranging((*cards, card), law, aim)
            short, points, _ = extended.best(extended.start)
        else:
            short, points, _ = search.best_with(card)
        if not short:
            yield card, points


class _State(NamedTuple):
    """The rest of a hand: the cards from `at` on are not decided yet, nor are `pool` wild ones.

    `counts` is by kind of card; `runs`, `pure`, `pure_sets` and `worth` are those still needed,
    `most_left` the cards that may still be left over.
    """

    at: int
    counts: tuple[int, ...]
    pool: int
    runs: int
    pure: int
    pure_sets: int
    discards: bool
    most_left: int | None
    worth: int


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
        """Whether it has no wild card."""
        return None not in self.places


@dataclass(frozen=True, slots=True)
class _Step:
    """One decision: a meld or a card left over, its price, and the rest of the hand."""

    after: _State
    points: int = 0
    cards: int = 0
    meld: _Meld | None = None

    def on_top_of(self, rest: Cost) -> Cost:
        """The cost of the rest of the hand, and of this decision."""
        short, points, cards = rest
        return short, points + self.points, cards + self.cards


@dataclass(frozen=True, slots=True)
class _Track:
    """Where a run is tried: its suit and start, and the `spot` of the kind of card it is for."""

    suit: str
    start: int
    spot: int
    kind: int


class _Arranging:
    """A search card by card, the dearest first, that remembers the best rest of each hand."""

    def __init__(
        self, cards: Sequence[Card], law: Law, aim: Aim, drawn: Sequence[Card] = ()
    ) -> None:
        hand = HandRest.of(cards)
        kinds = dict.fromkeys(card for card in (*cards, *drawn) if card.suit or not card.wild)
        self._kinds = sorted(kinds, key=lambda card: (card.wild, -card.points, card.code))
        self._wild = sorted((card.points for card in cards if card.wild), reverse=True)
        counts = tuple(cards.count(kind) for kind in self._kinds)
        self._law, self._size, self._aim = law, len(cards) + bool(drawn), aim
        needed = (aim.runs, aim.pure, aim.pure_sets, aim.discards, aim.most_left, aim.worth)
        self.start = self._on(_State(0, counts, hand.pool, *needed))
        self._counts_kinds = any((aim.runs, aim.pure, aim.pure_sets))
        self._goes_out = aim.most_left == 0
        self._sizes = {kind: self._sizes_of(kind) for kind in (RUN, SET)}
        self._limits = Limits(law, hand, [Slot(kind, self._sizes[kind][0]) for kind in (RUN, SET)])
        self._first_wild = sum(1 for kind in self._kinds if not kind.wild)
        self._melds_found: dict[tuple[object, ...], list[_Meld]] = {}
        self._neighbours: dict[int, Sequence[int]] = {}
        self._best: dict[_State, Cost] = {}
        self._step: dict[_State, _Step | None] = {}

    def _sizes_of(self, kind: str) -> tuple[int, int]:
        """The fewest and the most cards of such a meld."""
        if kind == RUN and not self._law["runs"]:
            return self._size + 1, self._size
        least, most = self._law[f"{kind}_least"], self._law[f"{kind}_most"]
        return (
            _FEWEST if least == "none" else least,
            self._size if most == "none" else min(most, self._size),
        )

    def best(self, state: _State) -> Cost:
        """The fewest points that this rest can leave, and the fewest cards with these points.

        Before these, the fewest that are short of the worth needed.
        """
        known = self._best.get(state)
        if known is not None:
            return known
        best, chosen = self._left_at_the_end(state), None
        for step in self._steps(state):
            self._law.work.step()
            left = step.on_top_of(self.best(step.after))
            if left < best:
                best, chosen = left, step
            if best == (0, 0, 0):
                break
        self._best[state], self._step[state] = best, chosen
        return best

    def best_with(self, card: Card) -> Cost:
        """The same with one more card, which is no wild one."""
        kind, start = self._kinds.index(card), self.start
        more = start._replace(at=min(kind, start.at), counts=_less(start.counts, kind, -1))
        steps = [_Step(self._without(more, meld)) for meld in self._melds_with(more, kind)]
        steps += self._steps_past(start, card)
        return min((s.on_top_of(self.best(s.after)) for s in steps), default=_IMPOSSIBLE)

    def melds(self) -> Iterator[Chosen]:
        """The melds of the best arrangement."""
        step = self._step[self.start]
        while step:
            if step.meld:
                yield self._chosen(step.meld)
            step = self._step[step.after]

    def _chosen(self, meld: _Meld) -> Chosen:
        kinds = [None if n is None else self._kinds[n] for n in meld.places]
        naturals = tuple((kind.rank, kind.suit) if kind else None for kind in kinds)
        keys = tuple((rank, meld.suit) for rank in meld.ranks)
        return Chosen(Slot(meld.kind, len(keys)), meld.suit, meld.start, keys, naturals)

    def _left_at_the_end(self, state: _State) -> Cost:
        """The wild cards that are left once all others are decided."""
        if state.at < len(self._kinds) or any((state.runs, state.pure, state.pure_sets)):
            return _IMPOSSIBLE
        prices = list(self._wild)
        for kind, before, after in zip(self._kinds, self.start.counts, state.counts, strict=True):
            for _ in range(before - after if kind.wild else 0):
                prices.remove(kind.points)
        melded, left = prices[: len(prices) - state.pool], prices[len(prices) - state.pool :]
        short = max(0, state.worth - self._law.deck.own_worth(melded))
        if state.discards and not left:
            return _IMPOSSIBLE
        left = left[1:] if state.discards else left
        if state.most_left is not None and len(left) > state.most_left:
            return _IMPOSSIBLE
        return short, sum(left), len(left)

    def _steps(self, state: _State) -> Iterator[_Step]:
        for meld in self._melds_with(state, state.at):
            yield _Step(self._without(state, meld), meld=meld)
        if state.at == len(self._kinds):
            return
        kind = self._kinds[state.at]
        if kind.wild:  # it may still lie in the place of another card
            yield _Step(self._on(state._replace(at=state.at + 1)))
            return
        fewer = state._replace(counts=_less(state.counts, state.at, 1))
        yield from self._steps_past(self._on(fewer), kind)

    def _steps_past(self, state: _State, kind: Card) -> Iterator[_Step]:
        """A card that goes into no meld is the discard, or left over."""
        if state.discards:
            yield _Step(state._replace(discards=False))
        if state.most_left is None:
            yield _Step(state, kind.points, 1)
        elif state.most_left:
            yield _Step(state._replace(most_left=state.most_left - 1), kind.points, 1)

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
        pure = max(0, state.pure - (meld.is_pure and meld.kind == RUN))
        pure_sets = max(0, state.pure_sets - (meld.is_pure and meld.kind == SET))
        needed = max(0, state.worth - self._worth(meld)) if state.worth else 0
        after = state._replace(counts=counts, pool=state.pool - wild, runs=runs, worth=needed)
        return self._on(after._replace(pure=pure, pure_sets=pure_sets))

    def _worth(self, meld: _Meld) -> int:
        natural = (place is not None for place in meld.places)
        return worth(meld.kind, [*zip(meld.ranks, natural, strict=True)], self._law.deck)

    def _melds_with(self, state: _State, kind: int) -> Iterable[_Meld]:
        """The melds with this kind of card; of those that take the same cards only the best.

        Other suits and ranks do not matter, so the melds are found once for many states.
        """
        near = tuple(state.counts[n] for n in self._near(kind))
        key = (kind, max(state.at, self._first_wild), near, state.pool)
        if key not in self._melds_found:
            melds: dict[tuple[object, ...], _Meld] = {}
            for meld in filter(self._is_allowed, self._every_meld(state, kind)):
                taken = tuple(sorted(-1 if n is None else n for n in meld.places))
                counts_as = (meld.kind, meld.is_pure) if self._counts_kinds else ()
                known = melds.setdefault((taken, *counts_as), meld)
                if self._aim.worth and self._worth(known) < self._worth(meld):
                    melds[taken, *counts_as] = meld
            self._melds_found[key] = list(melds.values())
        return self._melds_found[key]

    def _near(self, kind: int) -> Sequence[int]:
        """The kinds of card that may lie in one meld with this one as themselves."""
        if kind == len(self._kinds):
            return ()
        if kind not in self._neighbours:
            card, any_suit = self._kinds[kind], not self._law["run_one_suit"]
            kinds = enumerate(self._kinds)
            self._neighbours[kind] = [
                n for n, k in kinds if any_suit or k.rank == card.rank or k.suit == card.suit
            ]
        return self._neighbours[kind]

    def _every_meld(self, state: _State, kind: int) -> Iterator[_Meld]:
        if kind == len(self._kinds):
            yield from () if self._aim.only_pure else self._bare(state.pool)
        elif self._kinds[kind].suit:
            yield from self._runs(state, kind)
            if not self._aim.only_pure:
                yield from self._sets(state, kind)

    def _is_allowed(self, meld: _Meld) -> bool:
        """Whether its cards may be melded now, and with its wild cards."""
        cards = [self._kinds[n] for n in meld.places if n is not None]
        if not all(card.is_melded(going_out=self._goes_out) for card in cards):
            return False
        return meld.is_pure or all(card.melded == "any_time" for card in cards)

    def _bare(self, pool: int) -> Iterator[_Meld]:
        """Melds of wild cards alone."""
        for kind in (RUN, SET):
            least, most = self._sizes[kind]
            line, suit = (self._line, self._law.deck.suits[0]) if kind == RUN else ((), "")
            for size in range(least, min(most, pool, len(line) or pool) + 1):
                fits = kind == RUN or self._law.suits_fit(0, size)
                if fits and self._may_be_wild(kind, size, size):
                    ranks = line[:size] or ("",) * size
                    yield _Meld(kind, (None,) * size, suit, 0, ranks)

    def _may_be_wild(self, kind: str, size: int, wilds: int) -> bool:
        if kind == SET:
            return self._limits.allow_set(Slot(SET, size), wilds)
        touching = wilds > 1 and wilds == size and not self._limits.touch_in_run
        return not touching and self._limits.allow(RUN, size, wilds)

    # Sets.

    def _sets(self, state: _State, number: int) -> Iterator[_Meld]:
        kind, (least, most) = self._kinds[number], self._sizes[SET]
        if kind.wild and not self._limits.natural_in_set:
            return
        for places in self._groups(state, number):
            pool = min(state.pool - kind.wild * len(places), self._other_wilds(kind))
            for wilds in range(max(0, least - len(places)), min(pool, most - len(places)) + 1):
                self._law.work.step()
                size = len(places) + wilds
                fits = self._law.suits_fit(len(set(places)), wilds)
                if fits and self._may_be_wild(SET, size, wilds):
                    yield _Meld(SET, (*places, *[None] * wilds), "", 0, (kind.rank,) * size)

    def _other_wilds(self, kind: Card) -> int:
        """The wild cards that are not natural in a set of this rank, where no suit is repeated."""
        numbers = [] if self._limits.repeats else range(len(self._kinds))
        own = (n for n in numbers if self._kinds[n].wild and self._kinds[n].rank == kind.rank)
        return len(self._wild) - sum(self.start.counts[n] for n in own)

    def _groups(self, state: _State, kind: int) -> Iterator[tuple[int, ...]]:
        """Every choice of cards of its rank with this kind of card."""
        most, rank = self._size if self._limits.repeats else 1, self._kinds[kind].rank
        numbers = [n for n in range(state.at, len(self._kinds)) if self._kinds[n].rank == rank]
        ranges = [range(int(n == kind), min(state.counts[n], most) + 1) for n in numbers]
        for counts in product(*ranges):
            self._law.work.step()
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

    def _runs(self, state: _State, number: int) -> Iterator[_Meld]:
        kind, most = self._kinds[number], self._sizes[RUN][1]
        if kind.wild and not self._limits.natural_in_run:
            return
        suit = kind.suit if self._law["run_one_suit"] else ""
        for spot, rank in enumerate(self._line):
            for start in range(max(0, spot - most + 1), spot + 1 if rank == kind.rank else 0):
                if start < self._firsts:
                    yield from self._grown(state, (), _Track(suit, start, spot, number))

    def _grown(self, state: _State, places: tuple[int | None, ...], on: _Track) -> Iterator[_Meld]:
        """Runs from this start on that have the kind of card on its spot."""
        self._law.work.step()
        size, (least, most) = len(places), self._sizes[RUN]
        end = on.start + size
        if size >= least and end > on.spot and self._may_be_wild(RUN, size, places.count(None)):
            yield _Meld(RUN, places, on.suit, on.start, self._line[on.start : end])
        if size == most or end == len(self._line):
            return
        pool = state.pool - sum(1 for n in places if n is None or self._kinds[n].wild)
        for number in self._naturals(state, places, on):
            if pool or not self._kinds[number].wild:
                yield from self._grown(state, (*places, number), on)
        touches = bool(places) and places[-1] is None and not self._limits.touch_in_run
        if pool and end != on.spot and not touches and not self._aim.only_pure:
            yield from self._grown(state, (*places, None), on)

    def _naturals(self, state: _State, places: tuple[int | None, ...], on: _Track) -> Sequence[int]:
        """The kinds of card that can lie next as themselves; the one on its spot is kept for it."""
        end = on.start + len(places)
        if end == on.spot:
            return [on.kind]
        used = (*places, on.kind) if end < on.spot else places
        here = self._by_key.get((self._line[end], on.suit), ())
        return [n for n in here if n >= state.at and state.counts[n] > used.count(n)]

    @cached_property
    def _by_key(self) -> dict[tuple[str, str], list[int]]:
        """Kinds of card by rank and suit, also by rank alone."""
        numbers: dict[tuple[str, str], list[int]] = {}
        for number, kind in enumerate(self._kinds):
            if kind.suit and (not kind.wild or self._limits.natural_in_run):
                for suit in (kind.suit, ""):
                    numbers.setdefault((kind.rank, suit), []).append(number)
        return numbers


def _less(counts: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] - by, *counts[at + 1 :])
