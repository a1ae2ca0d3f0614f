"""The progress of a total towards the limit that ends the game."""

from dataclasses import dataclass

from companion.rules.model.ruleset import Ruleset

_WHOLE = 100


@dataclass(frozen=True, slots=True)
class Progress:
    """A bar of 100 units: `written` of the total, then `soon` of unwritten points.

    `to_go` is the points missing, at least 0.
    """

    to_go: int
    written: int
    soon: int


def progress(ruleset: Ruleset, total: int, soon: int = 0) -> Progress | None:
    """The bar of a player with this total; None in games without a limit."""
    limit = ruleset.end.limit
    if limit is None:
        return None
    written = _share(total, limit)
    return Progress(max(limit - total, 0), written, max(_share(total + soon, limit) - written, 0))


def _share(points: int, limit: int) -> int:
    return min(max(points, 0), limit) * _WHOLE // limit
