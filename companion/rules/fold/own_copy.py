"""Copies of values that can be changed while the original is not."""

import copy
from typing import TypeVar

T = TypeVar("T")


def own_copy(thing: T) -> T:
    """A copy with lists, sets and mappings of its own; their items are immutable."""
    twin = copy.copy(thing)
    for name, value in vars(thing).items():
        if isinstance(value, list | set | dict):
            setattr(twin, name, value.copy())
    return twin
