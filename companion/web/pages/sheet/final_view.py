"""The view model of the page of the winner: the sheet, the race, records, duration."""

from dataclasses import dataclass

from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State
from companion.web.view_models.race import Race, race
from companion.web.view_models.remembered import Memory, remembered
from companion.web.view_models.sheet import Player, SheetView


@dataclass(frozen=True, slots=True)
class OpenCell:
    """A player in the open round; `contract` is its number, None without contracts.

    `is_down` includes the player who went out.
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


@dataclass(frozen=True, slots=True)
class FinalView:
    """The end of a game.

    `race` is None for fewer than two counted rounds, `minutes` if unknown.
    """

    sheet: SheetView
    winners: tuple[Player, ...]
    race: Race | None
    memories: tuple[Memory, ...]
    minutes: int | None

    @property
    def in_colour_of(self) -> int | None:
        """The seat whose colour the page has; None without a winner."""
        return self.winners[0].seat if self.winners else None


def final_view(
    ruleset: Ruleset, state: State, sheet: SheetView, minutes: int | None = None
) -> FinalView:
    """The page of the winner of this game, with its sheet."""
    return FinalView(
        sheet=sheet,
        winners=tuple(Player(seat, state.names[seat]) for seat in state.outcome.winners),
        race=race(ruleset, state),
        memories=remembered(ruleset, state),
        minutes=minutes,
    )
