"""The points of each player in a round, and the scoring schemes by their names in a ruleset.

A new scheme is a module in `judging.schemes` and an entry of `SCHEMES`.
"""

from collections.abc import Mapping

from companion.rules.judging.schemes.cards_left import CardsLeft
from companion.rules.judging.schemes.deadwood import CappedHands, LosersPay
from companion.rules.judging.schemes.knock_difference import KnockDifference
from companion.rules.judging.schemes.melded_minus_hand import MeldedMinusHand
from companion.rules.judging.schemes.winner_collects import WinnerCollects
from companion.rules.model.play import RoundPlay
from companion.rules.model.scheme import Scheme
from companion.rules.model.state import PlayedRound

SCHEMES: Mapping[str, Scheme] = {
    scheme.key: scheme
    for scheme in (
        CardsLeft(),
        WinnerCollects(),
        MeldedMinusHand(),
        CappedHands(),
        LosersPay(),
        KnockDifference(),
    )
}


def round_points(played: PlayedRound) -> dict[int, int]:
    """The points of every player dealt in, with adjustments; a play-off scores nothing.

    Raises UnknownCard.
    """
    ruleset, deal, play = played
    if deal.playoff:
        return dict.fromkeys(deal.players, 0)
    scores = {seat: hand_score(played, seat) for seat in deal.players}
    points = ruleset.scoring.points(scores, play, ruleset)
    return {s: p + _adjustment(play, s) for s, p in points.items()}


def hand_score(played: PlayedRound, seat: int) -> int:
    """The points that the hand of a player brings, also to a winner who collects it.

    Raises UnknownCard.
    """
    ruleset, deal, play = played
    worth = ruleset.scoring.worth(deal.values, play.hand(seat), play.melds(seat))
    return ruleset.scoring.hand_score(worth, play, ruleset, seat)


def _adjustment(play: RoundPlay, seat: int) -> int:
    """The adjustment of a player; the play may still have one of an undone seat."""
    return play.adjustments[seat].points if seat in play.adjustments else 0
