"""Random choices that are stable when options are added: each option is drawn independently."""

from collections.abc import Iterable
from random import Random


def draw(names: Iterable[str], seed: object) -> str:
    """One of these names; an additional name changes only the draws that it wins."""
    return max(names, key=lambda name: chance(seed, name))


def chance(seed: object, name: str) -> float:
    """From 0 to 1, determined by the seed and this name."""
    return Random(f"{seed} {name}").random()
