"""The view model of the view across the table: contracts, and who is down."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Literal

from companion.rules.model.contracts import Contract
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import OpenRound, Standing, State
from companion.web.view_models.open_round import HandState, RoundFigures, hand_state, round_figures

Letters = Literal["", "middle", "long", "longest"]
Saying = Literal["", "out", "knock", "gin", "big_gin", "down", "not_down"]
_OUT = {"out", "knock", "gin", "big_gin"}


_SHORT, _FITS = 7, 10  # characters of a name in full size on a television, and on a tablet


@dataclass(frozen=True, slots=True)
class FarSeat:
    """A player, in large type.

    `total` is that with the points after the last round, if there are any; `games` are the totals
    in each of the games that are scored at once, with these points, empty for a single game;
    `number` is that of their `contract`, from 1, both None without contracts; `says` is their state
    in this round; `letters` the size step of their name; `place` is None before the first written
    round.
    """

    seat: int
    name: str
    letters: Letters
    total: int
    games: tuple[int, ...]
    number: int | None
    contract: Contract | None
    says: Saying
    deals: bool
    leads: bool
    hand: HandState
    standing: Standing
    place: int | None
    is_lit: bool
    has_won: bool


@dataclass(frozen=True, slots=True)
class AcrossView:
    """The table in large type; `round` is None after the end, and then there are `winners`.

    `wild` is the wild rank for everybody in games without contracts.
    """

    round: RoundFigures | None
    seats: tuple[FarSeat, ...]
    winners: tuple[str, ...]
    contracts: int
    wild: str | None


def across_view(ruleset: Ruleset, state: State, counting: Container[int] = ()) -> AcrossView:
    """The table of this game; `counting` are the hands being counted."""
    open_round = state.open
    figures = round_figures(ruleset, state.names, open_round.deal) if open_round else None
    standings = {standing.seat: standing for standing in state.standings}
    seats = open_round.deal.players if open_round else tuple(standings)
    has_contracts = bool(open_round and open_round.deal.contracts)
    return AcrossView(
        round=figures,
        seats=tuple(_seat(ruleset, state, standings[seat], counting) for seat in seats),
        winners=tuple(state.names[seat] for seat in state.outcome.winners),
        contracts=len(ruleset.contracts),
        wild=figures.wild if figures and not has_contracts else None,
    )


def _seat(ruleset: Ruleset, state: State, standing: Standing, counting: Container[int]) -> FarSeat:
    open_round, seat = state.open, standing.seat
    number = open_round.deal.contracts.get(seat) if open_round else None
    says = _says(open_round, seat)
    return FarSeat(
        seat=seat,
        name=state.names[seat],
        letters=_letters(state.names[seat]),
        total=state.final_totals[seat],
        games=state.final_games(seat),
        number=number,
        contract=ruleset.contracts[number - 1] if number else None,
        says=says,
        deals=open_round is not None and seat == open_round.deal.dealer,
        leads=open_round is not None and seat == open_round.deal.leads,
        hand=hand_state(ruleset, open_round, seat, counting) if open_round else "",
        standing=standing,
        place=standing.place if state.rounds else None,
        is_lit=says in {*_OUT, "down"} or seat in state.outcome.winners,
        has_won=seat in state.outcome.winners,
    )


def _letters(name: str) -> Letters:
    if len(name) <= _SHORT:
        return ""
    if len(name) <= _FITS:
        return "middle"
    return "long" if len(name) <= 2 * _FITS else "longest"


def _says(open_round: OpenRound | None, seat: int) -> Saying:
    if open_round is None:
        return ""
    if seat == open_round.play.went_out:
        return open_round.play.ending or "out"
    if seat in open_round.play.laid_down:
        return "down"
    return "not_down" if open_round.deal.down_counts else ""
