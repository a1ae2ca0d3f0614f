"""The scoring schemes, by their names in a ruleset: the points of each player in a round.

A new scheme is a class here and an entry of `SCHEMES`.
"""

from collections.abc import Mapping
from typing import ClassVar

from companion.rules.model.card_points import hand_points
from companion.rules.model.cards import CardValues
from companion.rules.model.play import Hand, Missing, RoundPlay
from companion.rules.model.scheme import RoundEndRules, Scheme
from companion.rules.model.state import PlayedRound

_DOUBLE = 2


class CardsLeft(Scheme):
    """Each player scores the cards left in hand, as a penalty (RULES 16)."""

    key: ClassVar[str] = "leftover_against_holder"
    nobody_out: ClassVar[str] = "all_score_hands"

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
        """A last turn for everybody already explains the end of the round."""
        return ("cards_left_after_last_turns" if rules.last_turns else "cards_left",)


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


SCHEMES: Mapping[str, Scheme] = {
    scheme.key: scheme for scheme in (CardsLeft(), WinnerCollects(), MeldedMinusHand())
}


def round_points(played: PlayedRound) -> dict[int, int]:
    """The points of every player dealt in, with adjustments; a play-off scores nothing.

    Raises UnknownCard.
    """
    ruleset, deal, play = played
    if deal.playoff:
        return dict.fromkeys(deal.players, 0)
    worths = ruleset.scoring.worths(deal.values, play, deal.players)
    points = ruleset.scoring.points(worths, play, ruleset)
    return {s: p + _adjustment(play, s) for s, p in points.items()}


def _adjustment(play: RoundPlay, seat: int) -> int:
    """The adjustment of a player; the play may still have one of an undone seat."""
    return play.adjustments[seat].points if seat in play.adjustments else 0
