"""Who won and why, in one sentence that a doubter would accept."""

from collections.abc import Callable
from typing import Any

from markupsafe import Markup

from companion.records.kept_game import KeptGame
from companion.rules.rulesets import End, Ruleset
from companion.rules.standings import compared_points
from companion.rules.state import Outcome, ScoredRound, State
from companion.sentences import N_, Sentence
from companion.web.words.text import figure, names_words, say

_PAIR = 2

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
_OTHERS_LEFT = N_(
    "%(tied)s were level with %(least)s points each. %(gone)s left before the tie was decided, "
    "and whoever has left cannot win: %(winners)s wins."
)
_ALL_LEFT = N_(
    "%(tied)s were level with %(least)s points each. All of them left before the tie was decided, "
    "so they share the win."
)
_LOWEST_TOTAL = N_(
    "%(finishers)s finished contract %(last)s in round %(round)s, which ends the game; "
    "%(winners)s has the fewest points, %(least)s, and the fewest points win."
)
_LOWEST_AFTER_LAST_ROUND = N_(
    "Round %(round)s was the last. "
    "%(winners)s has the fewest points, %(least)s against %(runner_up)s."
)
_HIGHEST_AFTER_LAST_ROUND = N_(
    "Round %(round)s was the last. "
    "%(winners)s has the most points, %(least)s against %(runner_up)s."
)
_LOWEST_AT_LIMIT = N_(
    "%(reached)s reached %(limit)s points in round %(round)s, which ends the game. "
    "%(winners)s has the fewest points, %(least)s against %(runner_up)s."
)
_REACHED_TARGET = N_(
    "%(winners)s reached %(limit)s points in round %(round)s with %(least)s, "
    "ahead of everybody else: %(runner_up)s."
)
_SHARED_AFTER_LAST_ROUND = N_(
    "Round %(round)s was the last. %(tied)s have %(least)s points each, so they share the win."
)
_SHARED_AT_LIMIT = N_(
    "%(reached)s reached %(limit)s points in round %(round)s, which ends the game. "
    "%(tied)s have %(least)s points each, so they share the win."
)
_ENDED = N_("Ended early after round %(round)s; what is written down counts.")
_ENDED_BECAUSE = N_("Ended early after round %(round)s: “%(reason)s”. What is written down counts.")
_CAME_FURTHEST = N_("%(winners)s had come furthest through the contracts.")
_FEWEST_AS_FAR = N_(
    "%(finishers)s had come equally far through the contracts; "
    "%(winners)s has the fewest points of them, %(least)s against %(others)s."
)
_SHARED_AS_FAR = N_(
    "%(tied)s had come equally far through the contracts with %(least)s points each, "
    "so they share the win."
)
_FEWEST_AS_IT_STANDS = N_("%(winners)s has the fewest points, %(least)s against %(runner_up)s.")
_MOST_AS_IT_STANDS = N_("%(winners)s has the most points, %(least)s against %(runner_up)s.")
_SHARED_AS_IT_STANDS = N_("%(tied)s have %(least)s points each, so they share the win.")
_PLAYOFF_NEEDED = N_(
    "%(tied)s are level with %(least)s points each. They play contract %(last)s again: "
    "the first one out wins."
)

_BEFORE_THAT_ROUND = N_(
    "By the house rule their points from before round %(deciding)s are compared."
)
_COMPARING_FINISHERS = {"fewest_points", "tie_shared", "tie_went_out", "playoff_needed"}


def winner_words(kept: KeptGame) -> Markup:
    """The reason of the outcome with its figures; empty while the game is simply going on."""
    outcome = kept.state.outcome
    if outcome.code == "in_progress":
        return Markup("")
    figures = _figures(kept.ruleset, kept.state)
    if outcome.code == "ended_early":
        why = say(_ENDED_BECAUSE if figures["reason"] else _ENDED, figures)
        return Markup(" ").join((why, say(_when_ended(kept.ruleset.end, outcome), figures)))
    why = say(_sentence(kept, outcome), figures)
    if not _compares_before(kept.ruleset.end, outcome):
        return why
    return Markup(" ").join((why, say(_BEFORE_THAT_ROUND, figures)))


def _compares_before(end: End, outcome: Outcome) -> bool:
    """Whether finishers were compared by their points from before the deciding round."""
    before = end.by_contracts and end.tie_points == "before_deciding_round"
    return before and outcome.code in _COMPARING_FINISHERS


def _when_ended(end: End, outcome: Outcome) -> Sentence:
    """By what somebody is ahead where the table stopped."""
    if len(outcome.finishers) == 1:
        return _CAME_FURTHEST
    if outcome.finishers:
        return _SHARED_AS_FAR if outcome.tied else _FEWEST_AS_FAR
    if outcome.tied:
        return _SHARED_AS_IT_STANDS
    return _FEWEST_AS_IT_STANDS if end.low_wins else _MOST_AS_IT_STANDS


_WHEN_ROUNDS_PLAYED: dict[str, Sentence] = {
    "lowest_total": _LOWEST_AFTER_LAST_ROUND,
    "highest_total": _HIGHEST_AFTER_LAST_ROUND,
    "tie_shared": _SHARED_AFTER_LAST_ROUND,
}
_WHEN_LIMIT_REACHED: dict[str, Sentence] = {
    "lowest_total": _LOWEST_AT_LIMIT,
    "reached_target": _REACHED_TARGET,
    "tie_shared": _SHARED_AT_LIMIT,
}


def _sentence(kept: KeptGame, outcome: Outcome) -> Sentence:
    if outcome.gone:
        return _ALL_LEFT if outcome.code == "tie_shared" else _OTHERS_LEFT
    if kept.ruleset.end.when == "rounds_played":
        return _WHEN_ROUNDS_PLAYED[outcome.code]
    if kept.ruleset.end.when == "limit_reached":
        return _WHEN_LIMIT_REACHED[outcome.code]
    return _when_finished(kept.ruleset.end)[outcome.code](outcome)


def _when_finished(end: End) -> dict[str, Callable[[Outcome], Sentence]]:
    shared = _SHARED if end.by_contracts else _SHARED_BY_POINTS
    if end.tiebreak == "went_out_last_round":
        shared = _SHARED_AND_NONE_WENT_OUT
    return {
        "finished_first": lambda _: _FINISHED_FIRST,
        "fewest_points": lambda o: _FEWEST_OF_TWO if len(o.finishers) == _PAIR else _FEWEST_OF_MORE,
        "lowest_total": lambda _: _LOWEST_TOTAL,
        "tie_shared": lambda _: shared,
        "tie_went_out": lambda o: _WON_PLAYOFF if o.playoff else _WENT_OUT,
        "playoff_needed": lambda _: _PLAYOFF_NEEDED,
    }


def _figures(ruleset: Ruleset, state: State) -> dict[str, Any]:
    outcome, end = state.outcome, ruleset.end
    best = outcome.winners or outcome.tied
    deciding = _deciding_round(state)
    totals = state.totals
    if deciding and _compares_before(end, outcome):
        totals = tuple(compared_points(ruleset, totals, deciding.points))
    beaten = [totals[seat] for seat in outcome.finishers if seat not in best]
    reached = [seat for seat, total in enumerate(state.totals) if total >= (end.limit or 0)]
    return {
        "winners": names_words(state, outcome.winners),
        "finishers": names_words(state, outcome.finishers),
        "tied": names_words(state, outcome.tied),
        "gone": names_words(state, outcome.gone),
        "reached": names_words(state, reached),
        "limit": end.limit,
        "reason": state.ended[1].reason if state.ended else "",
        "last": len(ruleset.contracts),
        "round": outcome.round,
        "deciding": deciding.deal.number if deciding else None,
        "least": totals[best[0]],
        "others": ", ".join(figure(total) for total in sorted(beaten)),
        "runner_up": next((s.total for s in state.standings if s.seat not in best), "–"),
    }


def _deciding_round(state: State) -> ScoredRound | None:
    """The last round that somebody was dealt a contract in, and that counts."""
    rounds = (r for r in reversed(state.rounds) if r.counted and not (r.void or r.deal.playoff))
    return next(rounds, None)
