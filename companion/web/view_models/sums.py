"""How the points of a round add up, where they come from more than one number."""

from companion.rules.judging.scoring import round_terms
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound


def sum_of(ruleset: Ruleset, scored: ScoredRound, seat: int) -> str:
    """The left side of the sum of this player: 24 − 15; blank for a single number."""
    if scored.void:
        return ""
    terms = [term for term in round_terms(scored.by(ruleset))[seat] if term]
    signs = ("− " if term < 0 else "+ " if n else "" for n, term in enumerate(terms))
    signed = (f"{sign}{abs(term)}" for sign, term in zip(signs, terms, strict=True))
    return " ".join(signed) if len(terms) > 1 else ""
