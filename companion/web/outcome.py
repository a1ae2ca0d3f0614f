"""Who won and why, in one sentence that a doubter would accept."""

from typing import Any

from markupsafe import Markup

from companion.records.games import Sitting
from companion.rules.state import Outcome
from companion.sentences import Sentence
from companion.web.words import names_words, say

N_ = Sentence.of

_FINISHED_FIRST = N_(
    "%(winners)s was the only one to finish contract %(last)s in round %(round)s. "
    "Points decide only between players who finish it in the same round."
)
_FEWEST_OF_TWO = N_(
    "%(finishers)s both finished contract %(last)s in round %(round)s; "
    "%(winners)s has fewer points, %(least)s against %(others)s."
)
_FEWEST_OF_MORE = N_(
    "%(finishers)s all finished contract %(last)s in round %(round)s; "
    "%(winners)s has the fewest points, %(least)s against %(others)s."
)
_SHARED = N_(
    "%(tied)s finished contract %(last)s in round %(round)s with %(least)s points each, "
    "so they share the win."
)
_SHARED_BY_POINTS = N_(
    "%(finishers)s finished contract %(last)s in round %(round)s, which ends the game; "
    "%(tied)s have the fewest points, %(least)s each, so they share the win."
)
_SHARED_AND_NONE_WENT_OUT = N_(
    "%(tied)s have %(least)s points each after contract %(last)s was finished in round %(round)s. "
    "None of them went out in that round, so they share the win."
)
_WENT_OUT = N_(
    "%(tied)s have %(least)s points each after contract %(last)s was finished in round %(round)s; "
    "%(winners)s went out in that round, and by the house rule that decides."
)
_WON_PLAYOFF = N_(
    "%(tied)s were level with %(least)s points each; %(winners)s went out first "
    "in the play-off, round %(round)s."
)
_LOWEST_TOTAL = N_(
    "%(finishers)s finished contract %(last)s in round %(round)s, which ends the game; "
    "%(winners)s has the fewest points, %(least)s, and by the house rule that wins."
)
_PLAYOFF_NEEDED = N_(
    "%(tied)s are level with %(least)s points each. They play contract %(last)s again: "
    "the first one out wins."
)


def outcome_words(sitting: Sitting) -> Markup:
    """The reason of the outcome with its figures; empty while the game is simply going on."""
    outcome = sitting.state.outcome
    if outcome.code == "in_progress":
        return Markup("")
    return say(_sentence(sitting, outcome), _figures(sitting, outcome))


def _sentence(sitting: Sitting, outcome: Outcome) -> Sentence:
    match outcome.code:
        case "finished_first":
            return _FINISHED_FIRST
        case "fewest_points":
            return _FEWEST_OF_TWO if len(outcome.finishers) == _PAIR else _FEWEST_OF_MORE
        case "tie_went_out":
            return _WON_PLAYOFF if outcome.playoff else _WENT_OUT
        case "lowest_total":
            return _LOWEST_TOTAL
        case "playoff_needed":
            return _PLAYOFF_NEEDED
    return _shared(sitting)


def _shared(sitting: Sitting) -> Sentence:
    if sitting.ruleset.end.tiebreak == "went_out_last_round":
        return _SHARED_AND_NONE_WENT_OUT
    by_points = sitting.ruleset.end.winner == "lowest_points_when_someone_finishes"
    return _SHARED_BY_POINTS if by_points else _SHARED


def _figures(sitting: Sitting, outcome: Outcome) -> dict[str, Any]:
    state = sitting.state
    best = outcome.winners or outcome.tied
    least = state.totals[best[0]]
    beaten = [state.totals[seat] for seat in outcome.finishers if seat not in best]
    return {
        "winners": names_words(state, outcome.winners),
        "finishers": names_words(state, outcome.finishers),
        "tied": names_words(state, outcome.tied),
        "last": len(sitting.ruleset.contracts),
        "round": outcome.round,
        "least": least,
        "others": ", ".join(str(total) for total in sorted(beaten)),
    }


_PAIR = 2
