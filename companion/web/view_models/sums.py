"""How the points of a round add up, where they come from more than one number."""

from companion.rules.judging.scoring import round_terms
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound


def sum_of(ruleset: Ruleset, scored: ScoredRound, seat: int) -> str:
    """The left side of the sum of this player: 24 − 15.

    Blank for a single number, and where a limit cuts the sum off: nobody loses more lives than
    they have.
    """
    terms = [] if scored.void else [term for term in round_terms(scored.by(ruleset))[seat] if term]
    if len(terms) <= 1 or sum(terms) != scored.points[seat]:
        return ""
    return " + ".join(map(str, terms)).replace("+ -", "− ").replace("-", "−")
