"""Points after the last round: for the game, for rounds won, and for a shutout (RULES 18)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.rules.model.knocking import SettlementRules
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import (
    Outcome,
    ScoredRound,
    Settlement,
    SettlementCode,
    SettlementRow,
)


def settlement_of(
    ruleset: Ruleset, outcome: Outcome, rounds: Iterable[ScoredRound], totals: Sequence[int]
) -> Settlement | None:
    """The settlement of a game; None while it goes on, or if the table ended it early."""
    rules = ruleset.settlement
    if rules is None or not outcome.over or outcome.code == "ended_early":
        return None
    won = rounds_won(rounds, len(totals))
    rows = tuple(
        SettlementRow(code, points)
        for code, points in _rows(rules, outcome.winners, won, totals)
        if any(points.values())
    )
    if not rows:
        return None
    added = {seat: sum(row.points[seat] for row in rows) for seat in range(len(totals))}
    return Settlement(rows, {seat: total + added[seat] for seat, total in enumerate(totals)})


def rounds_won(rounds: Iterable[ScoredRound], players: int) -> list[int]:
    """By seat, the number of rounds in which they scored, without adjustments."""
    counted = [scored for scored in rounds if scored.counted and not scored.void]
    return [sum(_points(scored, seat) > 0 for scored in counted) for seat in range(players)]


def _points(scored: ScoredRound, seat: int) -> int:
    adjustment = scored.play.adjustments.get(seat)
    return scored.points.get(seat, 0) - (adjustment.points if adjustment else 0)


def _rows(
    rules: SettlementRules, winners: Sequence[int], won: Sequence[int], totals: Sequence[int]
) -> Iterator[tuple[SettlementCode, Mapping[int, int]]]:
    nothing = dict.fromkeys(range(len(totals)), 0)
    yield "game", nothing | dict.fromkeys(winners, rules.game)
    yield "boxes", {seat: rules.box * rounds for seat, rounds in enumerate(won)}
    is_shutout = len(winners) == 1 and [s for s, rounds in enumerate(won) if rounds] == [*winners]
    if is_shutout and rules.shutout != "none":
        twice = {s: totals[s] if rules.shutout == "points" else rules.game for s in winners}
        yield "shutout", nothing | twice
