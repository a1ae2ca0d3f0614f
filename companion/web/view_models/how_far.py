"""How far somebody has come through the contracts, as every standing says it."""

from typing import Literal

from companion.rules.model.state import Standing

FarCode = Literal["", "made", "on", "on_with", "finished", "finished_with"]


def far_code(last: int, standing: Standing) -> FarCode:
    """What is said of them; `last` is the number of the last contract, 0 without contracts.

    Where rounds tell the contract it is how many they made; who joined late is further on than by
    the contracts they made themselves, and these are told too.
    """
    if not last:
        return ""
    if standing.on is None:
        return "made"
    is_all = standing.contracts == standing.on - 1
    if standing.on > last:
        return "finished" if is_all else "finished_with"
    return "on" if is_all else "on_with"


def far_number(last: int, standing: Standing) -> int:
    """The number of the contract that is told."""
    return min(standing.on or 0, last)
