"""What somebody did in a game that is over, in figures: they follow from its log alone.

A book keeps them beside the game, as a cache: `as_data` and `read_figures` are its form. Where the
meaning of a figure changes, `_FORM` does too, and figures of before are worked out anew.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound, State

_FORM = 1


@dataclass(frozen=True, slots=True)
class Figures:
    """One player in one game.

    `place` is that of the standings, `behind` how many stand behind them there. `rounds` are those
    they were dealt in to and that count, `points` what these brought, `total` what they ended with;
    `outs` how often they went out. `stuck` is for how many rounds they were on the contract
    `stuck_on`, None where contracts do not go by finishing them; `most` the most points of one
    round.
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


@dataclass(frozen=True, slots=True)
class GameFigures:
    """All players of a game, in the order of play; `low_wins` says what their points are worth."""

    low_wins: bool
    rounds: int
    players: tuple[Figures, ...]

    def as_data(self) -> dict[str, Any]:
        """Them as JSON."""
        rows = [list(astuple(one)) for one in self.players]
        return {"form": _FORM, "low": self.low_wins, "rounds": self.rounds, "players": rows}


def read_figures(data: Mapping[str, Any] | None) -> GameFigures | None:
    """The figures that were kept; None where there are none, or they are of an older form."""
    if data is None or data.get("form") != _FORM:
        return None
    players = tuple(Figures(*row) for row in data["players"])
    return GameFigures(data["low"], data["rounds"], players)


def figures_of(ruleset: Ruleset, state: State) -> GameFigures | None:
    """The figures of this game; None while it goes on."""
    if not state.outcome.over:
        return None
    counted = [r for r in state.rounds if r.counted and not r.void and not r.deal.playoff]
    players = _players(state, counted, by_finishing=ruleset.advancing == "finish")
    return GameFigures(ruleset.end.low_wins, len(counted), tuple(players))


def _players(
    state: State, counted: Sequence[ScoredRound], *, by_finishing: bool
) -> Iterator[Figures]:
    place = {one.seat: one.place for one in state.standings}
    for seat in state.order:
        played = [scored for scored in counted if seat in scored.points]
        points = [scored.points[seat] for scored in played]
        stuck_on, stuck = _longest(played, seat) if by_finishing else (None, 0)
        yield Figures(
            won=seat in state.outcome.winners,
            place=place[seat],
            behind=sum(other > place[seat] for other in place.values()),
            rounds=len(played),
            points=sum(points),
            total=state.totals[seat],
            outs=sum(scored.play.went_out == seat for scored in played),
            stuck=stuck,
            stuck_on=stuck_on,
            most=max(points, default=0),
        )


def _longest(played: Sequence[ScoredRound], seat: int) -> tuple[int | None, int]:
    """The contract they were on in most rounds, the first of several, and in how many."""
    on = Counter(r.deal.contracts[seat] for r in played if seat in r.deal.contracts)
    return on.most_common(1)[0] if on else (None, 0)
