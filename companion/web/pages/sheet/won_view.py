"""The view model of the winner that an open page can compute itself."""

from dataclasses import dataclass

from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State
from companion.web.view_models.open_round import LastStep, last_step
from companion.web.view_models.outcome import OutcomeView, outcome_view
from companion.web.view_models.sheet import (
    Rank,
    Sharer,
    do_many_share,
    has_long_winner,
    ranks_of,
    sharers_of,
)


@dataclass(frozen=True, slots=True)
class WonView:
    """The end of a game after `rounds`, in the colour of its first winner.

    `sharers` are the winners of a shared win; empty if one player won.
    """

    title: str
    rounds: int
    winners: tuple[str, ...]
    in_colour_of: int | None
    has_long_winner: bool
    sharers: tuple[Sharer, ...]
    many_share: bool
    outcome: OutcomeView | None
    contracts_first: bool
    ranks: tuple[Rank, ...]
    undo: LastStep | None


def won_view(ruleset: Ruleset, state: State, *, may_score: bool = True, title: str = "") -> WonView:
    """The end of this game."""
    winners = state.outcome.winners
    return WonView(
        title=title,
        rounds=state.counted,
        winners=tuple(state.names[seat] for seat in winners),
        in_colour_of=winners[0] if winners else None,
        has_long_winner=has_long_winner(state),
        sharers=sharers_of(state),
        many_share=do_many_share(state),
        outcome=outcome_view(ruleset, state),
        contracts_first=ruleset.end.by_contracts,
        ranks=ranks_of(ruleset, state),
        undo=last_step(state) if may_score else None,
    )
