"""How the points of a round add up, where they come from more than one number."""

from companion.rules.judging.scoring import round_terms
from companion.rules.model.state import PlayedRound


def sum_of(played: PlayedRound, seat: int) -> str:
    """The left side of the sum of this player: 24 − 15; blank for a single number.

    A void round has no points, and no sum is shown for it.
    """
    terms = [str(term) for term in round_terms(played)[seat] if term]
    return " + ".join(terms).replace("+ -", "− ").replace("-", "−") if len(terms) > 1 else ""
