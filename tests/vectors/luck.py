"""Chance that stays the same when there is more to choose from: each choice is drawn for itself."""

from collections.abc import Iterable
from random import Random


def draw(names: Iterable[str], seed: object) -> str:
    """One of these names; one name more changes only the draws that it wins itself."""
    return max(names, key=lambda name: chance(seed, name))


def chance(seed: object, name: str) -> float:
    """From 0 to 1, by the seed and this name alone."""
    return Random(f"{seed} {name}").random()
