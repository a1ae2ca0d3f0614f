"""The view model of the page that changes house rules: hands to ask about, and the preview."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.rules.fold.entries import Hand, RoundHand
from companion.rules.fold.recounting import typed_totals
from companion.rules.game import Game
from companion.rules.model.cards import CardValues
from companion.rules.model.house_rules import Switched
from companion.rules.model.state import Deal, OpenRound, ScoredRound, State
from companion.web.view_models.changes import ChangesView, changes_view


@dataclass(frozen=True, slots=True)
class HandToTell:
    """A hand without a price by the new rules: its player, its round, and its count.

    `values` are the card values of that count; `melded` marks a meld.
    """

    number: int
    name: str
    melded: bool
    hand: Hand
    values: CardValues


@dataclass(frozen=True, slots=True)
class ChangingView:
    """The chosen house rules. A change is a correction once a round `is_written`.

    `changes` are None before the preview; `typed_totals` are the numbers of rounds with typed
    totals, which remain.
    """

    is_written: bool
    version: int
    hands: tuple[HandToTell, ...]
    switched: tuple[Switched, ...]
    changes: ChangesView | None
    typed_totals: tuple[int, ...]


def changing_view(
    game: Game,
    switched: Iterable[Switched],
    hands: Sequence[RoundHand] = (),
    after: Game | None = None,
) -> ChangingView:
    """The current game with `hands` to ask about; `after` is the game by the chosen rules."""
    state = game.state
    return ChangingView(
        is_written=bool(state.rounds),
        version=state.version,
        hands=tuple(_to_tell(state, row) for row in hands),
        switched=tuple(switched),
        changes=changes_view(game, after) if after else None,
        typed_totals=tuple(typed_totals(state, after.state)) if after else (),
    )


def deal_of(state: State, number: int) -> Deal:
    """The deal of a written or open round."""
    return round_of(state, number).deal


def round_of(state: State, number: int) -> ScoredRound | OpenRound:
    """A written round, or the open one."""
    rounds: list[ScoredRound | OpenRound] = [*state.rounds]
    return [*rounds, *([state.open] if state.open else [])][number - 1]


def _to_tell(state: State, row: RoundHand) -> HandToTell:
    values = deal_of(state, row.number).values
    return HandToTell(row.number, state.names[row.seat], row.melded, row.hand, values)
