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
        self,
        scores: Mapping[int, int],
        play: RoundPlay,
        rules: RoundEndRules,  # noqa: ARG002
    ) -> dict[int, int]:
        """The sum for the player who went out; nothing if nobody did."""
        return {s: sum(scores.values()) if s == play.went_out else 0 for s in scores}

    def hand_score(
        self,
        worth: int,
        play: RoundPlay,
        rules: RoundEndRules,
        seat: int,  # noqa: ARG002
    ) -> int:
        """The points for the player who went out; nothing if nobody did."""
        factor = _DOUBLE if play.went_rummy and rules.rummy_doubles else 1
        return 0 if play.went_out is None else factor * worth

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
        """Who collects, and when it doubles."""
        return ("winner_collects", *(("rummy_doubles",) if rules.rummy_doubles else ()))
