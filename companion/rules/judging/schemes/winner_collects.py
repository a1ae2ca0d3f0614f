"""One player scores the hands of all others."""

from collections.abc import Mapping
from typing import ClassVar

from companion.rules.model.play import RoundPlay
from companion.rules.model.scheme import RoundEndRules, Scheme

_DOUBLE = 2


class WinnerCollects(Scheme):
    """The player who goes out scores all other hands; going rummy may double it (RULES 17)."""

    key: ClassVar[str] = "winner_collects"
    nobody_out: ClassVar[str] = "nobody_scores"

    def points(
        self, worths: Mapping[int, int], play: RoundPlay, rules: RoundEndRules
    ) -> dict[int, int]:
        """The sum for the player who went out; nothing if nobody did."""
        factor = _DOUBLE if play.went_rummy and rules.rummy_doubles else 1
        return {s: factor * sum(worths.values()) if s == play.went_out else 0 for s in worths}

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
        """Who collects, and when it doubles."""
        return ("winner_collects", *(("rummy_doubles",) if rules.rummy_doubles else ()))
