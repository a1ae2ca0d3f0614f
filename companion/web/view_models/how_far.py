"""The progress of a player through the contracts, as shown in standings."""

from typing import Literal

from companion.rules.model.state import Standing

FarCode = Literal["", "made", "on", "on_with", "finished", "finished_with"]


def far_code(last: int, standing: Standing) -> FarCode:
    """The code of the progress; `last` is the number of the last contract, 0 without contracts.

    If the contract depends on the round, it is the number of contracts made. Late joiners are
    further on than the contracts they made, which are shown too.
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
    """The number of the contract shown."""
    return min(standing.on or 0, last)
