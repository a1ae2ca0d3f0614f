"""What home shows of the open game: how it stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Standing, State
from companion.web.view_models.open_round import leaders


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the standing of the open game: the first is whoever would win now.

    `colour` is the number of theirs, from 1.
    """

    name: str
    colour: int
    standing: Standing
    is_ahead: bool


@dataclass(frozen=True, slots=True)
class OpenGame:
    """The open game in large: `static/js/views/home.js` is its twin.

    `planned` of `rounds` is its round in the plan of the game, `number` counts every one; `last` is
    the number of the last contract, 0 without contracts.
    """

    number: int
    planned: int
    rounds: int | None
    last: int
    ranks: tuple[Ranked, ...]


def open_game_view(ruleset: Ruleset, state: State, colours: Sequence[int]) -> OpenGame | None:
    """How the game stands, `colours` by seat; None where no round is open any more."""
    if state.open is None:
        return None
    deal, ahead = state.open.deal, leaders(state)
    return OpenGame(
        number=deal.number,
        planned=deal.planned,
        rounds=None if deal.playoff else ruleset.rounds,
        last=len(ruleset.contracts),
        ranks=tuple(
            Ranked(state.names[one.seat], colours[one.seat] + 1, one, one.seat in ahead)
            for one in state.standings
            if one.seat in state.active
        ),
    )
