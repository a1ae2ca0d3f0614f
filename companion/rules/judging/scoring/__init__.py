"""The ways of scoring, by the name that a ruleset gives: what a round costs or earns each player.

One more is a module here and its name in `SCHEMES`.
"""

from collections.abc import Mapping

from companion.rules.judging.scoring.cards_left import CardsLeft
from companion.rules.judging.scoring.melded_minus_hand import MeldedMinusHand
from companion.rules.judging.scoring.winner_collects import WinnerCollects
from companion.rules.model.play import RoundPlay
from companion.rules.model.scheme import Scheme
from companion.rules.model.state import PlayedRound

__all__ = ["SCHEMES", "round_points"]

SCHEMES: Mapping[str, Scheme] = {
    scheme.key: scheme for scheme in (CardsLeft(), WinnerCollects(), MeldedMinusHand())
}


def round_points(played: PlayedRound) -> dict[int, int]:
    """The points of every player dealt in, adjustments included; a play-off costs nothing.

    Raises UnknownCard.
    """
    ruleset, deal, play = played
    if deal.playoff:
        return dict.fromkeys(deal.players, 0)
    worths = ruleset.scoring.worths(deal.values, play, deal.players)
    points = ruleset.scoring.points(worths, play, ruleset)
    return {s: p + _adjustment(play, s) for s, p in points.items()}


def _adjustment(play: RoundPlay, seat: int) -> int:
    """Nobody who is not dealt in is adjusted, though an undone seat may still stand in the play."""
    return play.adjustments[seat].points if seat in play.adjustments else 0
