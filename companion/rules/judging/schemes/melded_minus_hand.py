"""Melds score for their player."""

from typing import ClassVar

from companion.rules.model.card_points import hand_points
from companion.rules.model.cards import CardValues
from companion.rules.model.play import Hand, Missing, RoundPlay
from companion.rules.model.scheme import RoundEndRules, Scheme


class MeldedMinusHand(Scheme):
    """Melds score for their player, and leftovers against (RULES 17).

    The difference may be negative.
    """

    key: ClassVar[str] = "melded_minus_hand"
    nobody_out: ClassVar[str] = "all_score_melds_and_hands"
    melds_score: ClassVar[bool] = True

    def worth(self, values: CardValues, hand: Hand, melded: Hand | None) -> int:
        """Melds minus leftovers."""
        return hand_points(values, melded or Hand()) - hand_points(values, hand)

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:  # noqa: ARG002
        """One sentence."""
        return ("melded_minus_hand",)

    def counted(self, play: RoundPlay, seat: int) -> tuple[Hand, ...]:
        """Melds and leftovers come from the same decks."""
        return (play.hand(seat), play.melds(seat))

    def missing(self, hand: Hand, melded: Hand | None) -> Missing | None:
        """Uncounted melds are missing; zero melds must be entered."""
        if melded is None or melded.is_blank:
            return "both" if hand.is_blank else "melds"
        return super().missing(hand, melded)
