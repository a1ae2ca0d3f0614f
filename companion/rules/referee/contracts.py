"""A contract: the assignment of melds to its parts, and the rules between them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, permutations, product

from companion.rules.referee.law import Law
from companion.rules.referee.melds import (
    ANY,
    CARDS,
    COLOUR,
    MOST_WAYS,
    PAIRS,
    RUN,
    SET,
    SIZES,
    Fault,
    Meld,
    Placed,
    legal_ways,
    lying,
    track,
    ways,
)

# The rules that say what a meld of a kind is.
_DEFINING = {"set_one_rank", "run_one_suit", COLOUR}


@dataclass(frozen=True, slots=True)
class Slot:
    """One meld of a contract: a set, a run, cards of one colour, or cards of a given `rank`."""

    kind: str
    size: int
    rank: str = ""


@dataclass(frozen=True, slots=True)
class Together:
    """Every legal way to lay these melds as a contract; or none, the fault and its meld."""

    ways: list[tuple[Placed, ...]]
    fault: Fault | None = None
    number: int = 0


def together(melds: Sequence[Meld], slots: Sequence[Slot], law: Law, *, is_last: bool) -> Together:
    """The melds as this contract; each may be any part of its kind."""
    if len(melds) != len(slots):
        return Together([], Fault(SIZES, "contract", ()))
    faulty: list[Together] = []
    for order in _orders(melds, slots):
        result = _as(melds, order, law, is_last=is_last)
        if result.ways:
            return result
        faulty.append(result)
    return max(faulty, key=lambda result: result.fault.stage if result.fault else 0)


def first_together(
    melds: Sequence[Meld], slots: Sequence[Slot], law: Law, *, is_last: bool
) -> tuple[Placed, ...] | None:
    """The first way of `together`, without a search for the fault."""
    if len(melds) != len(slots):
        return None
    for order in _orders(melds, slots):
        pairs = list(zip(melds, order, strict=True))
        if any(_slot_fault(meld, slot, law, is_last=is_last) for meld, slot in pairs):
            continue
        if any(next(legal_ways(_in_slot(*pair), law), None) is None for pair in pairs):
            continue
        legal = [list(legal_ways(_in_slot(*pair), law)) for pair in pairs]
        for combined in islice(product(*legal), MOST_WAYS):
            law.work.step()
            if pairs_fault(combined, law) is None:
                return combined
    return None


def _orders(melds: Sequence[Meld], slots: Sequence[Slot]) -> Iterator[tuple[Slot, ...]]:
    """The part for each meld; in the listed order if the kinds do not match."""
    orders = dict.fromkeys(permutations(slots))
    fitting = [order for order in orders if _kinds_fit(melds, order)]
    yield from fitting or [tuple(slots)]


def _kinds_fit(melds: Sequence[Meld], slots: Sequence[Slot]) -> bool:
    return all(meld.kind in {slot.kind, ANY} for meld, slot in zip(melds, slots, strict=True))


def _as(melds: Sequence[Meld], slots: Sequence[Slot], law: Law, *, is_last: bool) -> Together:
    law.work.step()
    pairs = list(zip(melds, slots, strict=True))
    for number, (meld, slot) in enumerate(pairs):
        wrong = _slot_fault(meld, slot, law, is_last=is_last)
        if wrong:
            return Together([], _kind_fault(_in_slot(meld, slot), law) or wrong, number)
    results = [ways(_in_slot(meld, slot), law) for meld, slot in pairs]
    faults = [(number, fault) for number, (_, fault) in enumerate(results) if fault]
    if faults:
        number, fault = min(faults, key=lambda numbered: numbered[1].stage)
        return Together([], fault, number)
    return _combined([legal for legal, _ in results], law)


def _in_slot(meld: Meld, slot: Slot) -> Meld:
    return replace(meld, kind=slot.kind, slot=slot.size, rank=slot.rank)


def _slot_fault(meld: Meld, slot: Slot, law: Law, *, is_last: bool) -> Fault | None:
    codes = tuple(held.card.code for held in meld.cards)
    if meld.kind not in {slot.kind, ANY}:
        return Fault(SIZES, "contract", codes)
    if len(meld.cards) < slot.size:
        return Fault(SIZES, "contract", codes)
    if len(meld.cards) == slot.size:
        return None
    rule = is_exact(slot.kind, law, is_last=is_last)
    return Fault(SIZES, rule, codes) if rule else None


def _kind_fault(meld: Meld, law: Law) -> Fault | None:
    """Why a meld of too many cards is not of its kind, even without the surplus."""
    surplus = len(meld.cards) - meld.slot
    found = lying(meld, law) if surplus > 0 else None
    if isinstance(found, Fault) and found.rule in _DEFINING and len(found.cards) > surplus:
        return replace(found, stage=SIZES)  # no reason to prefer this order of the melds
    return None


def is_exact(kind: str, law: Law, *, is_last: bool) -> str:
    """The rule that fixes the size of such a meld to that of the contract; empty if none."""
    if is_last and law.melding.get("last_contract_exact"):
        return "last_contract_exact"
    rule = "run_exact" if kind == RUN else "set_exact"
    return rule if law[rule] else ""


def _combined(legal: list[list[Placed]], law: Law) -> Together:
    good: list[tuple[Placed, ...]] = []
    wrong: Fault | None = None
    for combined in islice(product(*legal), MOST_WAYS):
        law.work.step()
        fault = pairs_fault(combined, law)
        wrong = wrong or fault
        if fault is None:
            good.append(combined)
    return Together(good) if good else Together([], wrong or Fault(CARDS, "contract", ()))


def pairs_fault(combined: Sequence[Placed], law: Law) -> Fault | None:
    """The rule that two melds of one contract violate together."""
    for meld, other in combinations(combined, 2):
        kinds = {meld.kind, other.kind}
        fault = None
        if kinds == {RUN} and meld.suit and meld.suit == other.suit:
            fault = _two_runs(meld, other, law)
        if kinds == {SET} and meld.rank and meld.rank == other.rank and not law["sets_same_rank"]:
            fault = Fault(PAIRS, "sets_same_rank", _cards(meld, other))
        if fault:
            return fault
    return None


def _two_runs(run: Placed, other: Placed, law: Law) -> Fault | None:
    rule = runs_rule((run.start, len(run.places)), (other.start, len(other.places)), law)
    return Fault(PAIRS, rule, _cards(run, other)) if rule else None


def runs_rule(run: tuple[int, int], other: tuple[int, int], law: Law) -> str:
    """The rule that two runs of one suit violate; each has its start on the track and its size."""
    value = law["same_suit_runs"]
    if value == "free" or not law["run_one_suit"]:
        return ""
    gap = _gap(run, other, law)
    if value == "different":
        return "same_suit_runs"
    if gap is None:
        return "" if law["same_suit_runs_overlap"] else "same_suit_runs_overlap"
    return "" if gap >= law["gap_at_least"] else "same_suit_runs"


def _gap(run: tuple[int, int], other: tuple[int, int], law: Law) -> int | None:
    """The number of ranks between two runs, round the corner if allowed; None if they overlap."""
    line, starts = track(law, 1)
    size = starts if len(line) > starts else 0
    (first, length), (second, more) = sorted((run, other))
    after = second - first - length
    if after < 0:
        return None
    before = size + first - second - more if size else after
    return min(after, before) if before >= 0 else None


def _cards(meld: Placed, other: Placed) -> tuple[str, ...]:
    return tuple(place.card.code for placed in (meld, other) for place in placed.places)
