"""The player with less deadwood scores the difference."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import ClassVar

from companion.rules.model.knocking import Knocking
from companion.rules.model.play import RoundPlay
from companion.rules.model.scheme import RoundEndRules, Scheme


class KnockDifference(Scheme):
    """The knocker scores the difference in deadwood, and bonuses for gin (RULES 18).

    Without gin, a defender who has less deadwood undercuts the knocker, and scores instead. Cards
    laid off on the knocker's melds are no deadwood of the defender.
    """

    key: ClassVar[str] = "knock_difference"
    nobody_out: ClassVar[str] = "nobody_scores"

    def points(
        self, scores: Mapping[int, int], play: RoundPlay, rules: RoundEndRules
    ) -> dict[int, int]:
        """The difference and the bonus, for one player; nothing if nobody knocked."""
        nothing, knocker = dict.fromkeys(scores, 0), play.went_out
        if rules.knocking is None or knocker is None or knocker not in scores:
            return nothing
        others = {seat: score for seat, score in scores.items() if seat != knocker}
        margin = sum(others.values()) - scores[knocker]
        if play.ending != "knock":
            return nothing | {knocker: margin + _gin_bonus(play, rules.knocking)}
        if margin > 0:
            return nothing | {knocker: margin}
        if margin == 0 and rules.knocking.equal == "nobody":
            return nothing
        return nothing | dict.fromkeys(others, rules.knocking.undercut - margin)

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
        """What ends a round, and who scores."""
        knocking = rules.knocking
        return (
            "knock_at_upcard" if knocking and knocking.at == "upcard" else "knock",
            "knock_difference",
            "undercut_if_equal" if knocking and knocking.equal == "undercut" else "undercut",
            "gin",
            *(("big_gin",) if knocking and knocking.big_gin else ()),
        )

    def figures(self, rules: RoundEndRules) -> Mapping[str, int]:
        """The bonuses, and the most deadwood."""
        return asdict(rules.knocking) if rules.knocking else {}


def _gin_bonus(play: RoundPlay, knocking: Knocking) -> int:
    return knocking.gin if play.ending != "big_gin" else knocking.big_gin or knocking.gin
