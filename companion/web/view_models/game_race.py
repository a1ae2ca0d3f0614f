"""The race of a game: everybody's total after each round."""

from collections.abc import Sequence

from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound, State
from companion.web.view_models.race import Course, Race, drawn

_FEW_ROUNDS = 2


def race(ruleset: Ruleset, state: State) -> Race | None:
    """The race of this game; None for fewer than two counted rounds."""
    counted = [scored for scored in state.rounds if scored.counted]
    if len(counted) < _FEW_ROUNDS:
        return None
    courses = [_course(state, counted, standing.seat) for standing in state.standings]
    return drawn(courses, len(counted), fewest_on_top=ruleset.end.low_wins)


def _course(state: State, counted: Sequence[ScoredRound], seat: int) -> Course:
    totals = _totals(state, counted, seat)
    is_winner = seat in state.outcome.winners
    return Course(seat, state.names[seat], totals, totals[-1][1], is_winner)


def _totals(state: State, rounds: Sequence[ScoredRound], seat: int) -> list[tuple[int, int]]:
    """Round and total, from before the first round of this player."""
    here = [(n, r) for n, r in enumerate(rounds, 1) if seat in r.totals]
    late = seat in state.joined
    first = here[0][1] if here else None
    began = first.totals[seat] - first.points.get(seat, 0) if first and late else 0
    start = (here[0][0] - 1 if here else len(rounds), began if here else state.totals[seat])
    return [start, *((n, r.totals[seat]) for n, r in here)]
