"""The figures of players in a finished game, derived from its log.

They are cached beside the game by `as_data` and `read_figures`. `_FORM` changes with the meaning of
a figure, so that older caches are recomputed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, Literal

from companion.rules.judging.scoring import points_in_hands
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound, State

_FORM = 5

EndsBy = Literal["out", "knock", "win", "points"]


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one player in one game.

    `place` is that of the standings, `behind` the number of players behind them. `rounds` are
    counted rounds with this player, `points` the points of these, `total` the final total with the
    points after the last round; `outs` how often they went out. `stuck` is the longest number of
    rounds on one contract, `stuck_on`, None where contracts are not won by finishing them; `most`
    the most points in hand, or of one round where most points win, 0 where lives are lost; `drops`
    how often they gave a round up.
    """

    won: bool
    place: int
    behind: int
    rounds: int
    points: int
    total: int
    outs: int
    stuck: int
    stuck_on: int | None
    most: int
    drops: int


@dataclass(frozen=True, slots=True)
class GameFigures:
    """The figures of all players, in order of play; `low_wins` is the direction of points.

    A game counts for those who finish it, a round for the player who had the seat then: `formers`
    are players whose seat was taken over, with figures of rounds only. `ends_by` is how players end
    a round: they go out, knock, win it by a declaration or as the last one who has not dropped, or
    nobody does where rounds are only points.
    """

    low_wins: bool
    rounds: int
    players: tuple[Figures, ...]
    formers: tuple[tuple[str, Figures], ...] = ()
    ends_by: EndsBy = "out"

    def as_data(self) -> dict[str, Any]:
        """The figures as JSON data."""
        rows = [list(astuple(figures)) for figures in self.players]
        formers = [[name, *astuple(figures)] for name, figures in self.formers]
        data = {"form": _FORM, "low": self.low_wins, "rounds": self.rounds, "players": rows}
        data |= {"ends_by": self.ends_by} if self.ends_by != "out" else {}
        return data | ({"formers": formers} if formers else {})


def read_figures(data: Mapping[str, Any] | None) -> GameFigures | None:
    """Parse cached figures; None if there are none, or of an older form."""
    if data is None or data.get("form") != _FORM:
        return None
    players = tuple(Figures(*row) for row in data["players"])
    formers = tuple((name, Figures(*row)) for name, *row in data.get("formers", ()))
    return GameFigures(data["low"], data["rounds"], players, formers, data.get("ends_by", "out"))


def figures_of(ruleset: Ruleset, state: State) -> GameFigures | None:
    """The figures of this game; None until it is over."""
    if not state.outcome.over:
        return None
    counted = [r for r in state.rounds if r.scores]
    players = _players(ruleset, state, counted)
    formers = _formers(ruleset, state, counted)
    return GameFigures(
        ruleset.end.low_wins, len(counted), tuple(players), tuple(formers), _ends_by(ruleset)
    )


def _ends_by(ruleset: Ruleset) -> EndsBy:
    if ruleset.scoring.only_points:
        return "points"
    if ruleset.knocking:
        return "knock"
    return "win" if ruleset.drops or ruleset.scoring.counts_deadwood else "out"


def _players(ruleset: Ruleset, state: State, counted: Sequence[ScoredRound]) -> Iterator[Figures]:
    place = {standing.seat: standing.place for standing in state.standings}
    for seat in state.order:
        since = max((t.to_round for t in state.takeovers if t.seat == seat), default=0)
        own = [scored for scored in counted if scored.deal.number > since]
        yield replace(
            _of_rounds(ruleset, own, seat),
            won=seat in state.outcome.winners,
            place=place[seat],
            behind=sum(other > place[seat] for other in place.values()),
            total=state.final_totals[seat],
        )


def _formers(
    ruleset: Ruleset, state: State, counted: Sequence[ScoredRound]
) -> Iterator[tuple[str, Figures]]:
    since: dict[int, int] = {}
    for t in state.takeovers:
        own = [r for r in counted if since.get(t.seat, 0) < r.deal.number <= t.to_round]
        yield t.former, _of_rounds(ruleset, own, t.seat)
        since[t.seat] = t.to_round


def _of_rounds(ruleset: Ruleset, rounds: Sequence[ScoredRound], seat: int) -> Figures:
    """The figures of this seat in these rounds, without those of the game."""
    played = [scored for scored in rounds if seat in scored.points]
    points = [scored.points[seat] for scored in played]
    by_finishing = ruleset.advancing == "finish"
    stuck_on, stuck = _longest(played, seat) if by_finishing else (None, 0)
    return Figures(
        won=False,
        place=0,
        behind=0,
        rounds=len(played),
        points=sum(points),
        total=0,
        outs=sum(scored.play.went_out == seat for scored in played),
        stuck=stuck,
        stuck_on=stuck_on,
        most=max((points_in_hands(ruleset, one).get(seat, 0) for one in played), default=0),
        drops=sum(seat in scored.play.gave_up for scored in played),
    )


def _longest(played: Sequence[ScoredRound], seat: int) -> tuple[int | None, int]:
    """The contract with the most rounds, the first of several, and their number."""
    on = Counter(r.deal.contracts[seat] for r in played if seat in r.deal.contracts)
    return on.most_common(1)[0] if on else (None, 0)
