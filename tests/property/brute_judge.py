"""A brute-force referee: slow, and written independently of the other one."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise, permutations
from typing import Any

Data = Mapping[str, Any]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def rank(card: str) -> str:
    return card[:-1]


def is_wild(card: str, rules: Data) -> bool:
    return card == "*" or rank(card) in rules["wild"]


def set_is_legal(cards: Sequence[str], size: int, rules: Data) -> bool:
    """Tries every order of the cards, and every rank of the set."""
    if len(cards) != size:
        return False
    for of in {rank(card) for card in cards if card != "*"} | {"?"}:
        natural = [_is_natural_in_set(card, of, rules) for card in cards]
        pairs = zip(cards, natural, strict=True)
        if any(not own and not is_wild(card, rules) for card, own in pairs):
            continue
        suits = Counter(card for card, own in zip(cards, natural, strict=True) if own)
        if not rules["set_repeats_suit"] and any(count > 1 for count in suits.values()):
            continue
        needed = rules.get("set_suits", "none")
        if needed != "none" and not len(suits) <= needed <= len(suits) + natural.count(False):
            continue
        orders = set(permutations(natural))
        if any(wilds_are_legal(order, "set", rules) for order in orders):
            return True
    return False


def _is_natural_in_set(card: str, of: str, rules: Data) -> bool:
    own = card != "*" and rank(card) == of and card not in rules.get("no_meld", ())
    return own and (not is_wild(card, rules) or rules["natural_wild_in_set"])


def colour_is_legal(cards: Sequence[str], rules: Data) -> bool:
    natural = [not is_wild(card, rules) for card in cards]
    fixed = [card for card, own in zip(cards, natural, strict=True) if own]
    is_melded = not {*fixed} & {*rules.get("no_meld", ())}
    one_suit = len({card[-1] for card in fixed}) <= 1
    return is_melded and one_suit and wilds_are_legal(natural, "colour", rules)


def wilds_are_legal(natural: Sequence[bool], kind: str, rules: Data) -> bool:
    wilds = sum(not own for own in natural)
    touch = any(not a and not b for a, b in pairwise(natural))
    if touch and kind != "colour" and not rules[f"wilds_touch_in_{kind}"]:
        return False
    if rules["most_wilds"] != "none" and wilds > rules["most_wilds"].get("any", 99):
        return False
    if rules["wilds_at_most"] == "naturals" and wilds > len(natural) - wilds:
        return False
    if len(natural) - wilds < rules["least_naturals"]:
        return False
    return wilds < len(natural) or bool(rules["all_wild"])


def lines(rules: Data) -> list[str]:
    return {
        "low": ["A", *RANKS],
        "high": [*RANKS, "A"],
        "high_or_low": ["A", *RANKS, "A"],
        "wraps": ["A", *RANKS] * 3,
    }[rules["ace"]]


def runs(cards: Sequence[str], size: int, rules: Data) -> Iterator[tuple[str, int]]:
    """The suit and start of each legal run that these cards make in any order."""
    line = lines(rules)
    starts = 13 if rules["ace"] == "wraps" else len(line) - size + 1
    if len(cards) != size:
        return
    for start in range(starts):
        for suit in "SH":
            for order in set(permutations(cards)):
                if _lies(order, line[start : start + size], suit, rules):
                    yield suit, start
                    break


def _lies(order: Sequence[str], ranks: Sequence[str], suit: str, rules: Data) -> bool:
    natural = []
    for card, place in zip(order, ranks, strict=True):
        own = card != "*" and rank(card) == place
        own = own and (card[-1] == suit or not rules["run_one_suit"])
        own = own and card not in rules.get("no_meld", ())
        wild = is_wild(card, rules)
        if not own and not wild:
            return False
        natural.append(own and (not wild or rules["natural_wild_in_run"]))
    return wilds_are_legal(natural, "run", rules)


def can_lay(
    hand: Sequence[str], contract: Sequence[str], rules: Data, laid: tuple[Any, ...] = ()
) -> bool:
    """Whether some of these cards are the first meld, and the rest hold the others."""
    return next(_laid(hand, contract, rules, laid), None) is not None


def _laid(
    hand: Sequence[str], contract: Sequence[str], rules: Data, laid: tuple[Any, ...]
) -> Iterator[list[str]]:
    if not contract:
        yield list(hand)
        return
    kind, size = contract[0][0], int(contract[0][1:])
    for chosen in {tuple(sorted(chosen)) for chosen in combinations(hand, size)}:
        rest = list(hand)
        for card in chosen:
            rest.remove(card)
        for meld in _melds(kind, chosen, size, rules):
            if all(_go_together(meld, other, rules) for other in laid):
                yield from _laid(rest, contract[1:], rules, (*laid, meld))


def _melds(kind: str, cards: Sequence[str], size: int, rules: Data) -> Iterator[tuple[Any, ...]]:
    if kind == "S":
        if set_is_legal(cards, size, rules):
            yield ("S",)
        return
    if kind == "C":
        if colour_is_legal(cards, rules):
            yield ("C",)
        return
    for suit, start in runs(cards, size, rules):
        bare = all(is_wild(card, rules) for card in cards)
        yield ("R", "" if bare else suit, start, size)


def _go_together(one: tuple[Any, ...], other: tuple[Any, ...], rules: Data) -> bool:
    if (one[0], other[0]) != ("R", "R") or one[1] != other[1] or not one[1]:
        return True
    if rules["same_suit_runs"] == "free" or not rules["run_one_suit"]:
        return True
    if rules["same_suit_runs"] == "different":
        return False
    (a, n), (b, m) = sorted([one[2:], other[2:]])
    if b < a + n:
        return bool(rules["same_suit_runs_overlap"])
    after, before = b - a - n, 13 - (b + m) + a
    if rules["ace"] == "wraps":
        return (
            before >= 0 and min(after, before) >= rules["gap_at_least"]
            if before >= 0
            else bool(rules["same_suit_runs_overlap"])
        )
    return bool(after >= rules["gap_at_least"])


def fewest_left(
    hand: Sequence[str], contract: Sequence[str], rules: Data, price: Mapping[str, int]
) -> int | None:
    """The least points left after laying down the contract and nothing more."""
    found = [sum(price[card] for card in rest) for rest in _laid(hand, contract, rules, ())]
    return min(found, default=None)
