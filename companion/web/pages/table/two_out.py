"""The view model of the conflict of two phones about who went out."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from companion.rules.decide import Command, Conflict, decide
from companion.rules.fold.entries import EntryUndone, WentOut
from companion.rules.game import Game
from companion.rules.judging.refusals import Refused
from companion.rules.model.play import Ending
from companion.rules.model.state import OpenRound, State

Whose = Literal["theirs", "mine"]
NOBODY, NEITHER = "nobody", "neither"


@dataclass(frozen=True, slots=True)
class SaidOut:
    """A claim: `seat` went out, None for nobody; `answer` is the value of its button.

    `number` is that of their contract, None in games without. `by` is the label of the other phone,
    empty without; `at` is the time of its claim, in UTC, None for just now. `stays_down` is the
    seat of the other claim: that player is down all the same, and counts cards. `ending` is how,
    where players knock.
    """

    whose: Whose
    seat: int | None
    answer: str
    name: str
    number: int | None
    is_down: bool
    by: str
    at: datetime | None
    went_rummy: bool
    ending: Ending | None
    stays_down: int | None


@dataclass(frozen=True, slots=True)
class TwoOutView:
    """Both claims; `undo` is the number of the kept one, None if later entries depend on it.

    `stay_down` says that the player who is not chosen stays down. `lines` are the waiting taps of
    a phone, known only to its script, and `count` their number.
    """

    round: int
    version: int
    claims: tuple[SaidOut, ...]
    undo: int | None
    stay_down: bool
    lines: tuple[()] = ()
    count: int = 0


def two_out_view(
    game: Game, here: OpenRound, mine: WentOut, sequence: int, by: str, at: datetime
) -> TwoOutView:
    """`sequence` is the number of the stored entry, `by` its phone, `at` its time."""
    state = game.state
    theirs = WentOut(here.play.went_out, here.play.went_rummy, here.play.ending)
    claims = (
        _claim(state, here, "theirs", theirs, mine, by, at),
        _claim(state, here, "mine", mine, theirs),
    )
    others = (mine, theirs)
    return TwoOutView(
        round=here.deal.number,
        version=state.version,
        claims=claims,
        undo=sequence if _can_be_undone(game, sequence) else None,
        stay_down=all(
            other.seat is None or claim.stays_down is not None
            for claim, other in zip(claims, others, strict=True)
        ),
    )


def taken_back(sequence: int, seen: int, number: int) -> Command:
    """The undo of the stored claim if neither holds and no later entry depends on it."""
    return Command((EntryUndone(sequence),), seen, number, unasked=True)


def _can_be_undone(game: Game, sequence: int) -> bool:
    try:
        decide(game, taken_back(sequence, game.version, len(game.state.rounds) + 1))
    except (Conflict, Refused):
        return False
    return True


def _claim(
    state: State,
    here: OpenRound,
    whose: Whose,
    said: WentOut,
    other: WentOut,
    by: str = "",
    at: datetime | None = None,
) -> SaidOut:
    seat = said.seat
    return SaidOut(
        whose=whose,
        seat=seat,
        answer=NOBODY if seat is None else str(seat),
        name="" if seat is None else state.names[seat],
        number=None if seat is None else here.deal.contracts.get(seat),
        is_down=seat in here.play.laid_down,
        by=by,
        at=at,
        went_rummy=said.went_rummy,
        ending=said.ending,
        stays_down=other.seat if _may_stay_down(here, other.seat) else None,
    )


def _may_stay_down(here: OpenRound, seat: int | None) -> bool:
    """Whether it matters, and no hand was counted as not down."""
    is_not_down = seat in here.counted_at and seat not in here.play.laid_down
    return here.deal.down_counts and seat in here.deal.players and not is_not_down
