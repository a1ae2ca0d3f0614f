"""The open round as the last row of the sheet beside the table."""

from dataclasses import dataclass

from companion.rules.model.state import State
from companion.web.view_models.sheet import Player


@dataclass(frozen=True, slots=True)
class OpenCell:
    """A player in the open round; `contract` is its number, None without contracts.

    Who went out `is_down` too.
    """

    seat: int
    contract: int | None
    is_down: bool
    is_out: bool


@dataclass(frozen=True, slots=True)
class OpenRow:
    """The open round; players not dealt in have no cell."""

    number: int
    dealer: Player
    cells: tuple[OpenCell | None, ...]


def open_row(state: State) -> OpenRow | None:
    """The row of the open round, by player in order; None after the end."""
    if state.open is None:
        return None
    deal, play = state.open.deal, state.open.play
    return OpenRow(
        number=deal.number,
        dealer=Player(deal.dealer, state.names[deal.dealer]),
        cells=tuple(
            OpenCell(
                seat,
                deal.contracts.get(seat),
                is_down=seat in play.laid_down,
                is_out=seat == play.went_out,
            )
            if seat in deal.players
            else None
            for seat in state.order
        ),
    )
