"""The outcome of a game and its reason, as codes, names and figures for sentences.

Also the players who are out by their totals, and whether they may come back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.fold.standings import compared_points
from companion.rules.judging.refusals import Refused, check_return
from companion.rules.model.ruleset import End, Ruleset
from companion.rules.model.state import Outcome, ScoredRound, State
from companion.web.view_models.decisions import decided

WhyCode = Literal[
    "finished_first",
    "fewest_of_two",
    "fewest_of_more",
    "lowest_total",
    "won_playoff",
    "shared",
    "shared_by_points",
    "shared_and_none_went_out",
    "went_out",
    "won_tiebreak",
    "playoff_needed",
    "only_they_play_on",
    "everybody_plays_on",
    "others_left",
    "all_left",
    "before_that_round",
    "lowest_after_last_round",
    "highest_after_last_round",
    "shared_after_last_round",
    "lowest_at_limit",
    "reached_target",
    "last_left",
    "last_alive",
    "no_lives_left",
    "nobody_left",
    "won_at_once",
    "shared_at_limit",
    "ended",
    "ended_by_table",
    "ended_because",
    "ended_by_table_because",
    "came_furthest",
    "fewest_as_far",
    "shared_as_far",
    "fewest_as_it_stands",
    "most_as_it_stands",
    "shared_as_it_stands",
]
_COMPARING_FINISHERS = {"fewest_points", "tie_shared", "tie_went_out", "playoff_needed"}
_HOW_MANY = {1: "one", 2: "two"}


@dataclass(frozen=True, slots=True)
class Why:
    """A sentence, by its code."""

    code: WhyCode


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """The end of a game, or a tie that is being decided; `why` are sentences in order.

    Names are those of `winners`, of players who `finished`, are or were `tied`, left before that
    was decided (`gone`), and `reached` the `limit`. `last` is the number of the last contract,
    `round` the round that decided, `deciding` the last one with points; `least` are the points of
    the best, `others` those of the finishers behind them, `runner_up` those of the next in the
    standings.
    """

    why: tuple[Why, ...]
    winners: tuple[str, ...]
    finishers: tuple[str, ...]
    tied: tuple[str, ...]
    gone: tuple[str, ...]
    reached: tuple[str, ...]
    limit: int | None
    reason: str
    last: int
    round: int | None
    deciding: int | None
    least: int
    others: tuple[int, ...]
    runner_up: int | None


def outcome_view(ruleset: Ruleset, state: State) -> OutcomeView | None:
    """The outcome of this game; None while it goes on without a tie."""
    outcome, end = state.outcome, ruleset.end
    if outcome.code == "in_progress" and not outcome.tied:
        return None
    best, deciding, totals = outcome.winners or outcome.tied, _deciding_round(state), state.totals
    if deciding and _compares_finishers(end, outcome):
        totals = tuple(compared_points(ruleset, deciding.deal, totals, deciding.points))
    final = state.settlement.totals if state.settlement and len(state.games) > 1 else {}
    return OutcomeView(
        why=tuple(Why(code) for code in _why(ruleset, state)),
        winners=_names(state, outcome.winners),
        finishers=_names(state, outcome.finishers),
        tied=_names(state, outcome.tied),
        gone=_names(state, outcome.gone),
        reached=_names(state, [s for s, n in enumerate(state.totals) if n >= (end.limit or 0)]),
        limit=end.limit,
        reason=state.ended[1].reason if state.ended else "",
        last=len(ruleset.contracts),
        round=outcome.round,
        deciding=deciding.deal.number if deciding else None,
        least=final.get(best[0], totals[best[0]]),
        others=tuple(sorted(totals[seat] for seat in outcome.finishers if seat not in best)),
        runner_up=next(
            (final.get(s.seat, s.total) for s in state.standings if s.seat not in best), None
        ),
    )


def _names(state: State, seats: Sequence[int]) -> tuple[str, ...]:
    return tuple(state.names[seat] for seat in seats)


def _deciding_round(state: State) -> ScoredRound | None:
    """The last counted round with a contract."""
    return next((r for r in reversed(state.rounds) if r.scores), None)


def _compares_finishers(end: End, outcome: Outcome) -> bool:
    """Whether other points than the totals have been compared between finishers."""
    before = end.by_contracts and end.tie_points == "before_deciding_round"
    is_tied = outcome.code == "in_progress" and bool(outcome.tied)
    return before and (is_tied or outcome.code in _COMPARING_FINISHERS)


def _why_early(end: End, state: State) -> WhyCode:
    has_reason = state.ended and state.ended[1].reason
    if end.when == "table_ends":
        return "ended_by_table_because" if has_reason else "ended_by_table"
    return "ended_because" if has_reason else "ended"


def _why(ruleset: Ruleset, state: State) -> Iterator[WhyCode]:
    end, outcome = ruleset.end, state.outcome
    is_early = outcome.code == "ended_early"
    if is_early:
        yield _why_early(end, state)
    yield decided(
        "why",
        is_early=is_early,
        code=outcome.code,
        when=end.when,
        tiebreak=end.tiebreak,
        by_contracts=end.by_contracts,
        low_wins=end.low_wins,
        playoff=outcome.playoff,
        finishers=_HOW_MANY.get(len(outcome.finishers), "more"),
        has_finishers=bool(outcome.finishers),
        has_tied=bool(outcome.tied),
        has_gone=bool(outcome.gone),
        all_out=any(end.is_out(state.totals[seat]) for seat in outcome.winners),
        has_lives=ruleset.lost_lives is not None,
        was_reached=end.when == "limit_reached" and _was_reached(end, state),
    )
    deciding = _deciding_round(state)
    if deciding and not deciding.deal.tiebreak and _compares_finishers(end, outcome):
        yield "before_that_round"


def _was_reached(end: End, state: State) -> bool:
    """Whether the limit was reached before the round that decided: a tie was played on."""
    before = (r for r in state.rounds if r.counted and r.deal.number < (state.outcome.round or 0))
    return any(total >= (end.limit or 0) for r in before for total in r.totals.values())


def may_come(state: State) -> bool:
    """Whether anybody may join or come back now: not in a tie-break, nor after the end."""
    return state.open is not None and not state.open.deal.tiebreak


def may_come_back(ruleset: Ruleset, state: State, seat: int) -> bool:
    """Whether this player may come back now: one who is out, only below the limit, if at all."""
    try:
        check_return(ruleset, state, seat)
    except Refused:
        return False
    return may_come(state)
