"""The cheapest arrangement by trying every one, on the melds of the brute referee."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from tests.property.brute_judge import is_wild, runs, set_is_legal

Data = Mapping[str, Any]
Left = tuple[int, int]  # points and cards
_NONE = (10**6, 10**6)


def fewest_left(
    hand: Sequence[str],
    rules: Data,
    price: Mapping[str, int],
    needed: tuple[int, int] = (0, 0),
    kinds: Sequence[str] = ("set", "run", "pure"),
) -> Left:
    """The fewest points and cards beside melds of these kinds, with the runs needed."""
    if not hand:
        return (0, 0) if needed == (0, 0) else _NONE
    first, *others = hand
    points, cards = fewest_left(others, rules, price, needed, kinds)
    found = [(points + price[first], cards + 1)]
    for meld, rest in _melds_with(first, others, rules):
        if meld in kinds:
            still = (max(0, needed[0] - (meld != "set")), max(0, needed[1] - (meld == "pure")))
            found.append(fewest_left(rest, rules, price, still, kinds))
    return min(found)


def _melds_with(first: str, others: Sequence[str], rules: Data) -> Iterator[tuple[str, list[str]]]:
    """Each kind of meld with the first card, and the cards beside it."""
    least = min(rules["set_least"], rules["run_least"])
    for size in range(least - 1, len(others) + 1):
        for numbers in combinations(range(len(others)), size):
            cards = [first, *(others[n] for n in numbers)]
            rest = [card for n, card in enumerate(others) if n not in numbers]
            yield from ((kind, rest) for kind in _kinds(cards, rules))


def _kinds(cards: Sequence[str], rules: Data) -> Iterator[str]:
    if len(cards) >= rules["set_least"] and set_is_legal(cards, len(cards), rules):
        yield "set"
    if len(cards) >= rules["run_least"] and next(runs(cards, len(cards), rules), None):
        yield "run"
        bare = {**rules, "wild": [], "all_wild": True, "least_naturals": 0}
        may_be_pure = "*" not in cards and (
            rules["natural_wild_in_run"] or not any(is_wild(card, rules) for card in cards)
        )
        if may_be_pure and next(runs(cards, len(cards), bare), None):
            yield "pure"
