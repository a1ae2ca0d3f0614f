"""The view model of the open game on the home page."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Standing, State
from companion.web.view_models.open_round import leaders, round_figures


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of the standings of the open game: the first one would win now.

    `colour` is the number of the player's colour, from 1.
    """

    name: str
    colour: int
    standing: Standing
    is_ahead: bool


@dataclass(frozen=True, slots=True)
class OpenGame:
    """The open game shown large; `static/js/views/home.js` is its twin.

    `planned` of `rounds` is its round in the plan of the game, `number` counts every round; `last`
    is the number of the last contract, 0 without contracts.
    """

    number: int
    planned: int
    rounds: int | None
    last: int
    ranks: tuple[Ranked, ...]


def open_game_view(ruleset: Ruleset, state: State, colours: Sequence[int]) -> OpenGame | None:
    """The standings of the game, `colours` by seat; None if no round is open."""
    if state.open is None:
        return None
    deal, ahead = state.open.deal, leaders(state)
    return OpenGame(
        number=deal.number,
        planned=deal.planned,
        rounds=None if deal.playoff else round_figures(ruleset, state.names, deal).rounds,
        last=len(ruleset.contracts),
        ranks=tuple(
            Ranked(state.names[one.seat], colours[one.seat] + 1, one, one.seat in ahead)
            for one in state.standings
            if one.seat in state.active
        ),
    )
