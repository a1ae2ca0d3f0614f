"""How the points of a round add up, where they come from more than one number."""

from collections.abc import Sequence

from companion.rules.judging.scoring import round_terms
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound


def sums_of(ruleset: Ruleset, scored: ScoredRound) -> dict[int, str]:
    """The left side of the sum of each player by seat: 24 − 15.

    Blank for a single number, and where a limit cuts the sum off: nobody loses more lives than
    they have.
    """
    if scored.void:
        return dict.fromkeys(scored.deal.players, "")
    terms = round_terms(scored.by(ruleset))
    return {seat: _sum(terms[seat], scored.points[seat]) for seat in scored.deal.players}


def _sum(terms: Sequence[int], points: int) -> str:
    told = [term for term in terms if term]
    if len(told) <= 1 or sum(told) != points:
        return ""
    return " + ".join(map(str, told)).replace("+ -", "− ").replace("-", "−")
