"""Cards left: everybody scores what is left in hand, as a penalty (RULES 16)."""

from typing import ClassVar

from companion.rules.model.scheme import RoundEndRules, Scheme


class CardsLeft(Scheme):
    """Against whoever holds them."""

    key: ClassVar[str] = "leftover_against_holder"
    nobody_out: ClassVar[str] = "all_score_hands"

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
        """Where everybody has a last turn, the card has said before when the round ends."""
        return ("cards_left_after_last_turns" if rules.last_turns else "cards_left",)
