"""The ways of scoring, by the name that a ruleset gives: what a round costs or earns each player.

One more is a module here and its name in `SCHEMES`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.rules.play import RoundPlay
from companion.rules.scoring.cards import UnknownCard, hand_points
from companion.rules.scoring.cards_left import CardsLeft
from companion.rules.scoring.melded_minus_hand import MeldedMinusHand
from companion.rules.scoring.scheme import Scheme
from companion.rules.scoring.winner_collects import WinnerCollects

if TYPE_CHECKING:
    from companion.rules.state import PlayedRound

__all__ = ["SCHEMES", "Scheme", "UnknownCard", "hand_points", "round_points"]

SCHEMES: Mapping[str, Scheme] = {
    scheme.key: scheme for scheme in (CardsLeft(), WinnerCollects(), MeldedMinusHand())
}


def round_points(played: "PlayedRound") -> dict[int, int]:
    """The points of every player dealt in, adjustments included; a play-off costs nothing.

    Raises UnknownCard.
    """
    if played.deal.playoff:
        return dict.fromkeys(played.deal.players, 0)
    points = played.ruleset.scoring.points(played)
    return {s: p + _adjustment(played.play, s) for s, p in points.items()}


def _adjustment(play: RoundPlay, seat: int) -> int:
    """Nobody who is not dealt in is adjusted, though an undone seat may still stand in the play."""
    return play.adjustments[seat].points if seat in play.adjustments else 0
