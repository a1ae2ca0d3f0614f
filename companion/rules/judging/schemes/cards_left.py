"""Cards left in hand are a penalty."""

from typing import ClassVar

from companion.rules.model.scheme import RoundEndRules, Scheme


class CardsLeft(Scheme):
    """Each player scores the cards left in hand, as a penalty (RULES 16)."""

    key: ClassVar[str] = "leftover_against_holder"
    nobody_out: ClassVar[str] = "all_score_hands"

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
        """With a last turn for everybody, the card has already told when the round ends."""
        return ("cards_left_after_last_turns" if rules.last_turns else "cards_left",)
