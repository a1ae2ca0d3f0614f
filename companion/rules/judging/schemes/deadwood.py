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

    def hand_score(self, worth: int, play: RoundPlay, rules: RoundEndRules, seat: int) -> int:
        """The worth of a hand up to the limit, or the price of the drop."""
        if seat in play.drops and rules.drops:
            return rules.drops.points(play.drops[seat])
        return worth if rules.most_points is None else min(worth, rules.most_points)

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:  # noqa: ARG002
        """What counts."""
        return ("capped_hands",)


class LosersPay(CappedHands):
    """The winner of a round scores what all others lose in it (RULES 19)."""

    key: ClassVar[str] = "losers_pay"
    nobody_out: ClassVar[str] = "nobody_scores"
    is_zero_sum: ClassVar[bool] = True

    def points(
        self,
        scores: Mapping[int, int],
        play: RoundPlay,
        rules: RoundEndRules,  # noqa: ARG002
    ) -> dict[int, int]:
        """The points of a round add up to 0; nobody scores if nobody won it."""
        winner = play.went_out
        if winner is None or winner not in scores:
            return dict.fromkeys(scores, 0)
        lost = {**scores, winner: 0}
        return lost | {winner: -sum(lost.values())}

    def hand_score(self, worth: int, play: RoundPlay, rules: RoundEndRules, seat: int) -> int:
        """The loss of a hand; nothing if nobody won the round."""
        return 0 if play.went_out is None else -super().hand_score(worth, play, rules, seat)

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
        """What the others lose, and who gets it."""
        return (*super().on_the_card(rules), "losers_pay")
