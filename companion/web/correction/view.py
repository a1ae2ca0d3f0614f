"""The view model of a correction: the round as written, and the preview."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.game import Game
from companion.rules.judging.doubts import Doubt
from companion.rules.model.play import Adjustment
from companion.rules.model.state import ScoredRound, State
from companion.web.view_models.changes import ChangesView, changes_view


@dataclass(frozen=True, slots=True)
class WrittenHand:
    """A row of the sheet: the `number` of the contract, None without; points."""

    seat: int
    name: str
    number: int | None
    was_down: bool
    points: int
    adjustment: Adjustment | None


@dataclass(frozen=True, slots=True)
class Asked:
    """A doubt about the typed round, and the field that accepts it."""

    doubt: Doubt
    answer: str


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A round under correction.

    `changes` are None before the preview; `open_seat` is the unfolded hand, and `wrong_seat` the
    first with an error, -1 for none.
    """

    number: int
    version: int
    hands: tuple[WrittenHand, ...]
    changes: ChangesView | None
    asked: tuple[Asked, ...]
    open_seat: int
    wrong_seat: int


def correction_view(
    game: Game,
    scored: ScoredRound,
    *,
    after: Game | None = None,
    doubts: Sequence[Doubt] = (),
    open_seat: int | None = None,
    wrong_seat: int | None = None,
) -> CorrectionView:
    """The correction of a round; `after` is the game with it."""
    return CorrectionView(
        number=scored.deal.number,
        version=game.state.version,
        hands=tuple(_hand(game.state, scored, seat) for seat in scored.deal.players),
        changes=changes_view(game, after) if after else None,
        asked=tuple(_asked(doubt) for doubt in doubts),
        open_seat=-1 if open_seat is None else open_seat,
        wrong_seat=-1 if wrong_seat is None else wrong_seat,
    )


def _hand(state: State, scored: ScoredRound, seat: int) -> WrittenHand:
    return WrittenHand(
        seat=seat,
        name=state.name_in(seat, scored.deal.number),
        number=scored.deal.contracts.get(seat),
        was_down=seat in scored.play.laid_down,
        points=scored.points[seat],
        adjustment=scored.play.adjustments.get(seat),
    )


def _asked(doubt: Doubt) -> Asked:
    return Asked(doubt, f"{doubt.code}:{'' if doubt.seat is None else doubt.seat}")
