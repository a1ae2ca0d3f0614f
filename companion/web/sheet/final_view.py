"""The view model of the page of the winner: the sheet, the race, records, duration."""

from dataclasses import dataclass

from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State
from companion.web.view_models.game_race import race
from companion.web.view_models.race import Race
from companion.web.view_models.remembered import Memory, remembered
from companion.web.view_models.sheet import Player, SheetView


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
