"""One meld: all legal arrangements of its cards, or the rule it breaks."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise, zip_longest

from companion.rules.referee.deck import ACE, Card, Deck
from companion.rules.referee.law import Law

SET, RUN, COLOUR, ANY = "set", "run", "colour", "any"
NO_MELD = "no_meld"  # the rule that a card such as a skip, or a red three, belongs in none
GOING_OUT = "melded_going_out"
# The order of checks: of several arrangements, the one that fails last determines the fault.
SIZES, CARDS, SUITS, PLACES, TOUCHING, CAPS, PAIRS = range(7)
# The limit of arrangements of a run, or of all melds together: others differ only in suits.
MOST_WAYS = 2000


@dataclass(frozen=True, slots=True)
class Held:
    """A card of a meld; `stands` is the rank and suit that a wild card represents, if given."""

    card: Card
    stands: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards laid together; if `in_order` they lie as listed.

    `slot` is the size in a contract, 0 outside one; `rank` that of a meld of one given rank. On the
    table, if `has_grown`, cards may have been laid off on it.
    """

    kind: str
    cards: tuple[Held, ...]
    in_order: bool = False
    slot: int = 0
    rank: str = ""
    has_grown: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A card with the rank and suit it stands for; empty where any would do."""

    card: Card
    rank: str
    suit: str
    natural: bool

    @property
    def is_for_going_out(self) -> bool:
        """Whether only the player who goes out may meld this card."""
        return self.natural and self.card.melded == "going_out"

    @property
    def code(self) -> str:
        """The notation of answers: `5H`, or `*=5H` for a wild card, `*=5?` in any suit."""
        rank, suit = self.rank or "?", self.suit or "?"
        same = self.card.rank == rank and suit in {self.card.suit, "?"}
        return self.card.code if self.natural or same else f"{self.card.code}={rank}{suit}"


@dataclass(frozen=True, slots=True)
class Placed:
    """A meld with a place for every card; `start` is where a run begins on its track."""

    kind: str
    places: tuple[Place, ...]
    start: int = 0

    @property
    def suit(self) -> str:
        """The suit of its natural cards."""
        return next((place.card.suit for place in self.places if place.natural), "")

    @property
    def rank(self) -> str:
        """The rank of its natural cards."""
        return next((place.card.rank for place in self.places if place.natural), "")

    @property
    def codes(self) -> list[str]:
        """Its cards in the notation of answers."""
        return [place.code for place in self.places]

    @property
    def is_pure(self) -> bool:
        """Whether it has no wild card."""
        return all(place.natural for place in self.places)

    def worth(self, deck: Deck) -> int:
        """Its points in an opening."""
        ranks = [(place.rank, place.natural) for place in self.places]
        own = deck.own_worth(place.card.points for place in self.places if not place.natural)
        return worth(self.kind, ranks, deck) + own


def worth(kind: str, ranks: Sequence[tuple[str, bool]], deck: Deck) -> int:
    """The points of a meld in an opening, by the ranks that its cards stand for.

    Each is given with whether the card is natural. Where any rank would do, the dearest counts.
    Wild cards that count for themselves are left out.
    """
    return sum(
        deck.worth(rank, natural=natural, low=kind == RUN and number == 0)
        for number, (rank, natural) in enumerate(ranks)
    )


@dataclass(frozen=True, slots=True)
class Fault:
    """The rule that a meld violates, and the cards at fault; `stage` is the step that found it."""

    stage: int
    rule: str
    cards: tuple[str, ...]


Ways = tuple[list[Placed], Fault | None]


def ways(meld: Meld, law: Law) -> Ways:
    """All legal arrangements of its cards; or none, and the fault of the best one."""
    if meld.kind == ANY:
        return _best([(each, *ways(each, law)) for each in _of_each_kind(meld, law)], law)
    wrong = _size_fault(meld, law)
    if wrong:
        return [], wrong
    arrangements = lying(meld, law)
    return ([], arrangements) if isinstance(arrangements, Fault) else _allowed(arrangements, law)


def legal_ways(meld: Meld, law: Law) -> Iterator[Placed]:
    """The arrangements of `ways` one after another, without a search for the fault."""
    for each in _of_each_kind(meld, law):
        if _size_fault(each, law) is None:
            for placed in _as_they_come(each, law):
                if wild_fault(placed, law) is None:
                    yield placed


def is_only_touching(meld: Meld, law: Law) -> bool:
    """Whether its best arrangement is illegal because wild cards lie side by side."""
    every = (
        wild_fault(placed, law)
        for each in _of_each_kind(meld, law)
        for placed in _as_they_come(each, law)
    )
    return max((fault.stage for fault in every if fault), default=SIZES) == TOUCHING


def on_table(meld: Meld, law: Law) -> list[Placed] | Fault:
    """All arrangements of a meld on the table, of every kind that it can be.

    Of several kinds only those count in which it was legal, if there are any.
    """
    each_kind = _of_each_kind_on_table(replace(meld, has_grown=True), law)
    tries = [(each, *_lying_ways(each, law)) for each in each_kind]
    arrangements, fault = _best(tries, law)
    fitting = ((each, placed) for each, every, _ in tries for placed in every)
    legal = [placed for each, placed in fitting if _may_lie(each, placed, law)]
    return fault or legal or arrangements


def _of_each_kind_on_table(meld: Meld, law: Law) -> list[Meld]:
    looks = _as_it_looks(meld)
    also = _colours_too(meld, law) if looks.kind != meld.kind else ()
    return [*_of_each_kind(looks, law), *(replace(meld, kind=kind) for kind in also)]


def _as_it_looks(meld: Meld) -> Meld:
    """A set of their rank if several cards show the same one, even if they may be wild."""
    shown = [held.stands[0] if held.stands else held.card.rank for held in meld.cards]
    ranks = [rank for rank in shown if rank]
    is_set = meld.kind in {SET, ANY} and len(ranks) > 1 and len({*ranks}) == 1
    return replace(meld, kind=SET, rank=ranks[0]) if is_set else meld


def _lying_ways(meld: Meld, law: Law) -> Ways:
    arrangements = lying(meld, law)
    return ([], arrangements) if isinstance(arrangements, Fault) else (arrangements, None)


def _may_lie(meld: Meld, placed: Placed, law: Law) -> bool:
    return _size_fault(meld, law) is None and grown_fault(placed, law) is None


def _of_each_kind(meld: Meld, law: Law) -> list[Meld]:
    """The meld, as each kind that it can be."""
    kinds = (SET, RUN, *_colours_too(meld, law)) if meld.kind == ANY else (meld.kind,)
    return [replace(meld, kind=kind) for kind in kinds]


def _colours_too(meld: Meld, law: Law) -> tuple[str, ...]:
    """Cards of one colour, where a contract asks for that many."""
    least = law["colour_least"]
    return (COLOUR,) if least is not None and len(meld.cards) >= least else ()


def _as_they_come(meld: Meld, law: Law) -> Iterator[Placed]:
    """All arrangements as they are found; none for a meld at fault."""
    if meld.kind == RUN:
        if (_in_no_meld(meld) or _suits_fault(meld, law)) is None:
            yield from islice(_lying_runs(meld, law), MOST_WAYS)
        return
    arrangements = lying(meld, law)
    yield from () if isinstance(arrangements, Fault) else arrangements


def lying(meld: Meld, law: Law) -> list[Placed] | Fault:
    """All arrangements of its cards, regardless of wild cards and sizes."""
    return _in_no_meld(meld) or _LYING[meld.kind](meld, law)


def _in_no_meld(meld: Meld) -> Fault | None:
    """The cards that are never melded."""
    never = tuple(card.code for card in _fixed(meld) if not card.is_melded(going_out=True))
    return Fault(CARDS, NO_MELD, never) if never else None


def going_out_cards(melds: Iterable[Placed]) -> list[str]:
    """The cards in these melds that only the player who goes out may meld."""
    return [place.card.code for meld in melds for place in meld.places if place.is_for_going_out]


def condition(melds: Iterable[Placed]) -> str | None:
    """The rule by which these melds are legal only under a condition; None without one."""
    return GOING_OUT if going_out_cards(melds) else None


def _best(tries: list[tuple[Meld, list[Placed], Fault | None]], law: Law) -> Ways:
    """All ways of all kinds; or the fault of the kind with the fewest cards at fault."""
    legal = [placed for _, placed_ones, _ in tries for placed in placed_ones]
    if legal:
        return legal, None
    faults = [(meld, fault) for meld, _, fault in tries if fault]
    return [], max(faults, key=lambda pair: _nearness(pair[0], pair[1], law))[1]


def _nearness(meld: Meld, fault: Fault, law: Law) -> tuple[int, int, int]:
    """The order of faults: an arrangement with misplaced wild cards is nearest to a meld."""
    arranged = fault.stage if fault.stage >= TOUCHING else SIZES
    return arranged, -_cards_at_fault(meld, fault, law), fault.stage


def _cards_at_fault(meld: Meld, fault: Fault, law: Law) -> int:
    """Their number: for a size the excess or lack of one, if the meld is right otherwise."""
    fixed = _fixed(meld)
    ranks = {card.rank for card in fixed}
    is_of_a_kind = meld.kind == SET and len(ranks) == 1
    if fault.stage == SIZES and (is_of_a_kind or any(True for _ in _as_they_come(meld, law))):
        return 1
    if fault.rule in {"set_repeats_suit", "set_suits"}:
        return 1
    if meld.kind == SET and len(ranks) == len(fixed) > 1:
        return len(meld.cards)  # no two of one rank
    if fault.rule == "run_one_suit" and not _fits_without(meld, fault.cards, law):
        return len(fault.cards) + 1  # those of one suit are not in sequence either
    return len(fault.cards)


def _allowed(arrangements: list[Placed], law: Law) -> Ways:
    faults = [(placed, wild_fault(placed, law)) for placed in arrangements]
    legal = [placed for placed, fault in faults if fault is None]
    if legal:
        return legal, None
    return [], max((fault for _, fault in faults if fault), key=lambda fault: fault.stage)


def _size_fault(meld: Meld, law: Law) -> Fault | None:
    """The fault of a size outside a contract, which has sizes of its own."""
    size, codes = len(meld.cards), tuple(held.card.code for held in meld.cards)
    if meld.kind == RUN and not law["runs"]:
        return Fault(SIZES, "runs", codes)
    if meld.slot or meld.kind not in {SET, RUN}:
        return None
    least, most = law[f"{meld.kind}_least"], law[f"{meld.kind}_most"]
    if least != "none" and size < least:
        return Fault(SIZES, f"{meld.kind}_least", codes)
    if most != "none" and size > most:
        return Fault(SIZES, f"{meld.kind}_most", codes)
    return None


# Sets


def _sets(meld: Meld, law: Law) -> list[Placed] | Fault:
    fixed = _fixed(meld)
    stated = [held.stands[0] for held in meld.cards if held.stands]
    ranks = {card.rank for card in fixed} | {*stated} | ({meld.rank} if meld.rank else set())
    if len(ranks) > 1:
        return Fault(CARDS, "set_one_rank", _strangers(fixed))
    results = [_set_of(meld, rank, law) for rank in ranks or _set_ranks(meld)]
    legal = [placed for placed in results if isinstance(placed, Placed)]
    return legal or next(fault for fault in results if isinstance(fault, Fault))


def _strangers(cards: Sequence[Card]) -> tuple[str, ...]:
    """The cards of other ranks than the most frequent one."""
    if not cards:
        return ()
    counts = Counter(card.rank for card in cards)
    usual = max(counts, key=lambda rank: counts[rank])
    return tuple(card.code for card in cards if card.rank != usual)


def _set_ranks(meld: Meld) -> list[str]:
    """The possible ranks of a set of wild cards only; empty for any."""
    ranks = dict.fromkeys(held.card.rank for held in meld.cards if held.card.suit)
    return [*ranks, ""]


def _set_of(meld: Meld, rank: str, law: Law) -> Placed | Fault:
    places = tuple(_in_set(held, rank, law) for held in meld.cards)
    suits = Counter(place.card.code for place in places if place.natural)
    twice = next((code for code, count in suits.items() if count > 1), None)
    if twice and not _repeats_suit(meld, law):
        return Fault(SUITS, "set_repeats_suit", (twice, twice))
    if not law.suits_fit(len(suits), len(places) - suits.total()):
        return Fault(SUITS, "set_suits", tuple(suits.elements()))
    return Placed(SET, places if meld.in_order else wilds_apart(places))


def wilds_apart(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Another order of a set if wild cards touch: side by side only where they are too many."""
    if not _touching_wilds(places):
        return places
    wilds = [place for place in places if not place.natural]
    naturals = [place for place in places if place.natural]
    return tuple(filter(None, chain.from_iterable(zip_longest(wilds, naturals))))


def _repeats_suit(meld: Meld, law: Law) -> bool:
    """Whether a suit may be twice in it, as it was laid or by what was laid off on it."""
    allowed = law["set_repeats_suit"]
    return bool(allowed or (meld.has_grown and law["set_repeats_suit_on_lay_off"]))


def _in_set(held: Held, rank: str, law: Law) -> Place:
    suit = held.stands[1] if held.stands else ""
    own = rank != "" and held.card.rank == rank and not held.stands
    if own and (not held.card.wild or law["natural_wild_in_set"]):
        return Place(held.card, rank, held.card.suit, natural=True)
    return Place(held.card, rank, suit, natural=False)


def _colours(meld: Meld, _: Law) -> list[Placed] | Fault:
    fixed = _fixed(meld)
    suits = Counter(card.suit for card in fixed)
    usual = max(suits, key=lambda suit: suits[suit], default="")
    others = tuple(card.code for card in fixed if card.suit != usual)
    if others:
        return Fault(CARDS, COLOUR, others)
    places = (Place(h.card, h.card.rank, usual, natural=not h.card.wild) for h in meld.cards)
    return [Placed(COLOUR, tuple(places))]


# Runs


def track(law: Law, length: int) -> tuple[tuple[str, ...], int]:
    """The ranks for runs of this length, in order, and the number of possible starts.

    If the ace wraps, the track repeats the ranks as often as needed.
    """
    order = law.deck.order
    ace = law["ace"] if law.deck.has_ace else "none"
    if ace == "wraps" or (ace == "high_or_low" and law["ace_inside"]):
        once = (ACE, *order)
        return once * (1 + -(-length // len(once))), len(once)
    low = (ACE,) if ace in {"low", "high_or_low"} else ()
    high = (ACE,) if ace in {"high", "high_or_low"} else ()
    lowest = law["lowest_in_run"]
    line = (*low, *order, *high)
    line = line[line.index(lowest) :] if lowest in line else line
    return line, max(0, len(line) - length + 1)


def _runs(meld: Meld, law: Law) -> list[Placed] | Fault:
    wrong = _suits_fault(meld, law)
    if wrong:
        return wrong
    arrangements = list(islice(_lying_runs(meld, law), MOST_WAYS))
    return arrangements or _sequence_fault(meld, _fixed(meld), law)


def _suits_fault(meld: Meld, law: Law) -> Fault | None:
    """A card of another suit than most."""
    fixed = _fixed(meld)
    suits = Counter(card.suit for card in fixed)
    if len(suits) > 1 and law["run_one_suit"]:
        usual = max(suits, key=lambda suit: suits[suit])
        odd = tuple(card.code for card in fixed if card.suit != usual)
        return Fault(SUITS, "run_one_suit", odd)
    return None


def _fixed(meld: Meld) -> list[Card]:
    return [held.card for held in meld.cards if not held.card.wild]


def _lying_runs(meld: Meld, law: Law) -> Iterator[Placed]:
    line, starts = track(law, len(meld.cards))
    one_suit = _one_suit(meld, law)
    counts = _counts(meld.cards)
    for start in range(starts):
        law.work.step()
        ranks = line[start : start + len(meld.cards)]
        if all(count <= ranks.count(rank) for rank, count in counts):
            for places in _ways_on(meld, ranks, one_suit, law):
                yield Placed(RUN, places, start)


def _counts(cards: Sequence[Held]) -> list[tuple[str, int]]:
    """Cards by the rank they must lie on, the most frequent first, to fail early."""
    fixed = (held for held in cards if not held.card.wild or held.stands)
    return Counter(
        held.stands[0] if held.stands else held.card.rank for held in fixed
    ).most_common()


def _one_suit(meld: Meld, law: Law) -> str:
    """The suit of the run; empty if it needs none, or shows none."""
    suits = {held.card.suit for held in meld.cards if not held.card.wild}
    others = {held.card.suit for held in meld.cards if held.card.wild} - {"", *suits}
    if len(suits) > 1 or (others and not law["run_one_suit"]):
        return ""
    return next(iter(suits), "")


def _ways_on(meld: Meld, ranks: Sequence[str], suit: str, law: Law) -> Iterator[tuple[Place, ...]]:
    """The arrangements of the cards on exactly these ranks."""
    if not meld.in_order:
        yield from _filled(ranks, list(meld.cards), suit, law)
        return
    for cards in (meld.cards, meld.cards[::-1]):
        places = [on_rank(held, rank, suit, law) for held, rank in zip(cards, ranks, strict=True)]
        sure = tuple(place for place in places if place)
        if len(sure) == len(places):
            yield sure
            return


def on_rank(held: Held, rank: str, suit: str, law: Law) -> Place | None:
    """The card on this rank of a run, if it can be there."""
    card = held.card
    if held.stands:
        fits = held.stands[0] == rank and (not suit or held.stands[1] in {suit, "?", ""})
        return Place(card, rank, suit or held.stands[1], natural=False) if fits else None
    own = card.rank == rank and (not suit or card.suit == suit)
    if not card.wild:
        return Place(card, rank, card.suit, natural=True) if own else None
    natural = own and bool(card.suit) and bool(law["natural_wild_in_run"])
    return Place(card, rank, card.suit if natural else suit, natural=natural)


def _filled(
    ranks: Sequence[str], cards: Sequence[Held], suit: str, law: Law
) -> Iterator[tuple[Place, ...]]:
    """In any order: cards with a place of their own, then wild cards in the other places."""
    fixed = [held for held in cards if not held.card.wild or held.stands]
    free = [held for held in cards if held.card.wild and not held.stands]
    if not all(any(on_rank(held, rank, suit, law) for rank in ranks) for held in fixed):
        return  # otherwise all orders of the others would be tried first
    for spots in _spots(ranks, fixed, suit, law):
        yield _with_wilds(ranks, dict(spots), free, suit, law)


def _spots(
    ranks: Sequence[str],
    fixed: Sequence[Held],
    suit: str,
    law: Law,
    taken: tuple[tuple[int, Held], ...] = (),
) -> Iterator[tuple[tuple[int, Place], ...]]:
    """The places that these cards can take, each with its number in the run.

    Equal cards are tried in one order only.
    """
    if not fixed:
        yield ()
        return
    held, *others = fixed
    alike = (held.card.code, held.stands)
    after = max((n for n, other in taken if (other.card.code, other.stands) == alike), default=-1)
    numbers = {number for number, _ in taken}
    for number, rank in enumerate(ranks):
        law.work.step()
        free = number > after and number not in numbers
        place = on_rank(held, rank, suit, law) if free else None
        if place is not None:
            for rest in _spots(ranks, others, suit, law, (*taken, (number, held))):
                yield ((number, place), *rest)


def _with_wilds(
    ranks: Sequence[str], spots: dict[int, Place], free: Sequence[Held], suit: str, law: Law
) -> tuple[Place, ...]:
    """The run, with a card of a wild rank in its natural place if that is empty."""
    left = list(free)
    for number in (n for n in range(len(ranks)) if n not in spots):
        own = (held for held in left if _is_own(held.card, ranks[number], suit))
        held = next(own, None)
        if held:
            left.remove(held)
            spots[number] = on_rank(held, ranks[number], suit, law) or _wild(held.card, "", "")
    for number in (n for n in range(len(ranks)) if n not in spots):
        spots[number] = _wild(left.pop(0).card, ranks[number], suit)
    return tuple(spots[number] for number in range(len(ranks)))


def _wild(card: Card, rank: str, suit: str) -> Place:
    return Place(card, rank, suit, natural=False)


def _is_own(card: Card, rank: str, suit: str) -> bool:
    return card.rank == rank and bool(card.suit) and (not suit or card.suit == suit)


def _sequence_fault(meld: Meld, fixed: Sequence[Card], law: Law) -> Fault:
    """The reason why these are no run: the ace, the lowest rank, or a gap."""
    for key, reading in (("lowest_in_run", None), ("ace", "wraps")):
        other = Law({**law.melding, key: reading}, law.deck, law.readings, law.work)
        if law[key] not in {reading, "none"} and any(True for _ in _lying_runs(meld, other)):
            return Fault(PLACES, key, _around_ace(fixed) if key == "ace" else _lowest(meld, law))
    return Fault(PLACES, "run_in_sequence", _misfits(meld, fixed, law))


def _around_ace(fixed: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.code for card in fixed if card.rank == ACE)


def _lowest(meld: Meld, law: Law) -> tuple[str, ...]:
    line = (ACE, *law.deck.order)
    below = line[: line.index(law["lowest_in_run"])]
    return tuple(held.card.code for held in meld.cards if held.card.rank in below)


def _misfits(meld: Meld, fixed: Sequence[Card], law: Law) -> tuple[str, ...]:
    """Each card without which the others would be in sequence; else all cards."""
    codes = dict.fromkeys(card.code for card in fixed)
    single = tuple(code for code in codes if _fits_without(meld, [code], law))
    return single or tuple(codes)


def _fits_without(meld: Meld, codes: Sequence[str], law: Law) -> bool:
    """Whether the others would be a run with wild cards, or nothing, in place of these."""
    blank = Held(Card("", "", "", wild=True, copies=1, points=0))
    cards, left = list(meld.cards), list(codes)
    for number, held in enumerate(meld.cards):
        if held.card.code in left:
            left.remove(held.card.code)
            cards[number] = blank
    fewer = [held for held in cards if held is not blank]
    tries = (replace(meld, cards=tuple(each)) for each in (cards, fewer))
    return any(True for attempt in tries for _ in _lying_runs(attempt, law))


# Wild cards


def wild_fault(placed: Placed, law: Law) -> Fault | None:
    """The first violated rule about wild cards, as they lie."""
    law.work.step()
    return _touching(placed, law) or _over_cap(placed, law)


def grown_fault(placed: Placed, law: Law) -> Fault | None:
    """The same for a meld on which cards may have been laid off."""
    if placed.kind == SET:  # it was not arranged for them
        placed = replace(placed, places=wilds_apart(placed.places))
    over = wild_fault(placed, law)
    return None if over and over.stage == CAPS and not law["caps_on_lay_off"] else over


def _touching(placed: Placed, law: Law) -> Fault | None:
    """Two wild cards side by side in a set or a run."""
    key = f"wilds_touch_in_{placed.kind}"
    cards = _touching_wilds(placed.places) if placed.kind in {SET, RUN} else None
    if cards is None or law[key]:
        return None
    return Fault(TOUCHING, key, tuple(place.card.code for place in cards))


def _touching_wilds(places: Sequence[Place]) -> tuple[Place, Place] | None:
    return next(((a, b) for a, b in pairwise(places) if not a.natural and not b.natural), None)


def _over_cap(placed: Placed, law: Law) -> Fault | None:
    size = len(placed.places)
    wilds = tuple(place.card.code for place in placed.places if not place.natural)
    naturals = size - len(wilds)
    broken = {
        "most_wilds": len(wilds) > law.most_wilds(placed.kind, size),
        "wilds_at_most": law["wilds_at_most"] == "naturals" and len(wilds) > naturals,
        "least_naturals": naturals < law["least_naturals"],
        "all_wild": naturals == 0 and not law["all_wild"],
        GOING_OUT: bool(wilds) and any(place.is_for_going_out for place in placed.places),
    }
    rule = next((rule for rule, is_broken in broken.items() if is_broken), None)
    return Fault(CAPS, rule, wilds) if rule else None


_LYING = {SET: _sets, RUN: _runs, COLOUR: _colours}
