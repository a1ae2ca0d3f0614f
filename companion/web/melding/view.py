"""The view model of the page on which a player's melds of the round are entered."""

from dataclasses import dataclass

from companion.rules.model.card_points import hand_points
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import OpenRound, State
from companion.web.view_models.laid_melds import MeldOnTable, melds_on_table


@dataclass(frozen=True, slots=True)
class MeldView:
    """The melds of a player: `melds` that are not counted yet, and `points` of all.

    `round` is the number of the round, `version` the length of the log. `is_mine` says that this
    phone is that of the player, whose own page follows.
    """

    seat: int
    name: str
    round: int
    version: int
    melds: tuple[MeldOnTable, ...]
    points: int
    is_mine: bool


def meld_view(
    ruleset: Ruleset, state: State, open_round: OpenRound, seat: int, own: int | None = None
) -> MeldView:
    """The melds of this player in the open round; `own` is the seat of this phone."""
    return MeldView(
        seat=seat,
        name=state.names[seat],
        round=open_round.deal.number,
        version=state.version,
        melds=melds_on_table(open_round.melds.get(seat, ()), ruleset.pack),
        points=hand_points(open_round.deal.values, open_round.melded(seat)),
        is_mine=seat == own,
    )
