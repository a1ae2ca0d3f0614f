"""How the points of a round add up, where they come from more than one number."""

from companion.rules.judging.scoring import round_terms
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound


def sum_of(ruleset: Ruleset, scored: ScoredRound, seat: int) -> str:
    """The left side of the sum of this player: 24 − 15; blank for a single number."""
    if scored.void:
        return ""
    terms = [str(term) for term in round_terms(scored.by(ruleset))[seat] if term]
    return " + ".join(terms).replace("+ -", "− ").replace("-", "−") if len(terms) > 1 else ""
