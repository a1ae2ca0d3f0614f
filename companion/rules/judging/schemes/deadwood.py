"""What is outside the melds of a hand counts, up to a limit; who drops pays a fixed price."""

from collections.abc import Mapping
from typing import ClassVar

from companion.rules.model.play import RoundPlay
from companion.rules.model.scheme import RoundEndRules, Scheme


class CappedHands(Scheme):
    """Each player scores the cards outside their melds, or the price of a drop (RULES 19)."""

    key: ClassVar[str] = "capped_hands"
    nobody_out: ClassVar[str] = "all_score_hands"
    counts_deadwood: ClassVar[bool] = True

    def points(
        self, worths: Mapping[int, int], play: RoundPlay, rules: RoundEndRules
    ) -> dict[int, int]:
        """The worth of a hand up to the limit; the winner has none."""
        return {seat: _cost(worth, play, rules, seat) for seat, worth in worths.items()}

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:  # noqa: ARG002
        """What counts."""
        return ("capped_hands",)


class LosersPay(CappedHands):
    """The winner of a round scores what all others lose in it (RULES 19)."""

    key: ClassVar[str] = "losers_pay"
    nobody_out: ClassVar[str] = "nobody_scores"
    is_zero_sum: ClassVar[bool] = True

    def points(
        self, worths: Mapping[int, int], play: RoundPlay, rules: RoundEndRules
    ) -> dict[int, int]:
        """The points of a round add up to 0; nobody scores if nobody won it."""
        winner = play.went_out
        if winner is None or winner not in worths:
            return dict.fromkeys(worths, 0)
        costs = super().points(worths, play, rules) | {winner: 0}
        return {seat: -cost for seat, cost in costs.items()} | {winner: sum(costs.values())}

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
        """What the others lose, and who gets it."""
        return (*super().on_the_card(rules), "losers_pay")


def _cost(worth: int, play: RoundPlay, rules: RoundEndRules, seat: int) -> int:
    if seat in play.drops and rules.drops:
        return rules.drops.points(play.drops[seat])
    return worth if rules.most_points is None else min(worth, rules.most_points)
