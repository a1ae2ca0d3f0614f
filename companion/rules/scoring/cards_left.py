"""Cards left: everybody scores what is left in hand, as a penalty (RULES 16)."""

from typing import TYPE_CHECKING, ClassVar

from companion.rules.scoring.scheme import Scheme

if TYPE_CHECKING:
    from companion.rules.rulesets import Ruleset
    from companion.rules.state import PlayedRound


class CardsLeft(Scheme):
    """Against whoever holds them."""

    key: ClassVar[str] = "leftover_against_holder"
    nobody_out: ClassVar[str] = "all_score_hands"

    def points(self, played: "PlayedRound") -> dict[int, int]:
        """Each the cards left in their own hand."""
        return self.worths(played)

    def on_the_card(self, ruleset: "Ruleset") -> tuple[str, ...]:
        """Where everybody has a last turn, the card has said before when the round ends."""
        return ("cards_left_after_last_turns" if ruleset.last_turns else "cards_left",)
