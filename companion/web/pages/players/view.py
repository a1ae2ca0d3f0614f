"""The view models of the players: the table from above, absent players, newcomers."""

from dataclasses import dataclass
from typing import Literal

from companion.rules.fold.entries import GameEnded, PlayerJoined, PlayerReturned
from companion.rules.game import Game
from companion.rules.judging.refusals import Refused, check_return, has_room, people_at
from companion.rules.model.state import State
from companion.web.view_models.outcome import may_come, may_come_back
from companion.web.view_models.sheet import RoundTable, round_table

BackWith = Literal["missed_nothing", "where_they_stopped", "no_better", "one_more", "highest"]


@dataclass(frozen=True, slots=True)
class Person:
    """A player at the table, and their possible changes.

    `number` is that of their contract, None without; `total` in points; `joined_in` the round of
    their join, None for the first players. While others decide a tie, who waits `sits_out`. Leaving
    may lose them a tie.
    """

    seat: int
    name: str
    number: int | None
    total: int
    deals: bool
    leads: bool
    sits_out: bool
    joined_in: int | None
    may_deal: bool
    may_sit_earlier: bool
    may_sit_later: bool
    may_leave: bool
    leaves_a_tie: bool


@dataclass(frozen=True, slots=True)
class Away:
    """A player who left, or was out, after this number of rounds; `total` is that of a return.

    None if they cannot return now. `barred` is why a player who is out cannot; `points` are those
    they have.
    """

    seat: int
    name: str
    left_after: int
    is_out: bool
    points: int
    total: int | None
    back_with: BackWith
    barred: Refused | None


@dataclass(frozen=True, slots=True)
class PeopleView:
    """All players in order of play; `round` is the number of the open one, None after the end.

    `would_win` are the names of the winners if the game is ended now; `end_time` is in minutes
    since 1970.
    """

    round: int | None
    table: RoundTable
    here: tuple[Person, ...]
    away: tuple[Away, ...]
    may_join: bool
    would_win: tuple[str, ...]
    end_time: int | None


def people_view(game: Game) -> PeopleView:
    """The people of this game."""
    state = game.state
    return PeopleView(
        round=state.open.deal.number if state.open else None,
        table=_seen(game, [(seat, state.names[seat]) for seat in _around(game)]),
        here=tuple(_person(state, seat) for seat in people_here(state)),
        away=tuple(_away(game, seat) for seat in state.order if seat not in state.active),
        may_join=may_come(state),
        would_win=_would_win(game),
        end_time=state.end_time,
    )


@dataclass(frozen=True, slots=True)
class FreeChair:
    """A place between two players: `after` is the seat that plays before it, clockwise."""

    after: int
    left: str
    right: str
    table: RoundTable


@dataclass(frozen=True, slots=True)
class JoinView:
    """The places for a newcomer, and their start: a contract, if there are any, and points.

    Not `is_known` at a full table. `is_behind` says that they get the worst at the table.
    """

    round: int
    chairs: tuple[FreeChair, ...]
    is_known: bool
    number: int | None
    total: int
    is_behind: bool


def join_view(game: Game) -> JoinView | None:
    """The places for a newcomer; None in a tie-break and after the end."""
    state, ruleset = game.state, game.ruleset
    if state.open is None or not may_come(state):
        return None
    is_known = has_room(ruleset, len(people_at(state)))
    with_one_more = game.with_entries(PlayerJoined("")).state if is_known else state
    deal, seat = with_one_more.open.deal if with_one_more.open else None, len(state.names)
    return JoinView(
        round=state.open.deal.number,
        chairs=tuple(_chair(game, after) for after in people_here(state)),
        is_known=is_known,
        number=deal.contracts.get(seat) if deal and is_known else None,
        total=with_one_more.totals[seat] if is_known else 0,
        is_behind=ruleset.starts_behind and bool(state.rounds),
    )


@dataclass(frozen=True, slots=True)
class HandoverView:
    """A seat that can be handed over from `round` on.

    `number` is that of the contract, None without; `total` in points; `played` are the rounds of
    the player who leaves; `leaves_a_tie` says that they are one of those who play it off.
    """

    round: int
    seat: int
    name: str
    number: int | None
    total: int
    place: int
    played: tuple[int, ...]
    leaves_a_tie: bool


def handover_view(game: Game, seat: int) -> HandoverView | None:
    """The seat of this player; None if they are not dealt in."""
    state = game.state
    if state.open is None or seat not in state.open.deal.players:
        return None
    since = max((one.to_round for one in state.takeovers if one.seat == seat), default=0)
    numbers = (scored.deal.number for scored in state.rounds if seat in scored.points)
    return HandoverView(
        round=state.open.deal.number,
        seat=seat,
        name=state.names[seat],
        number=state.open.deal.contracts.get(seat),
        total=state.totals[seat],
        place=next(one.place for one in state.standings if one.seat == seat),
        played=tuple(number for number in numbers if number > since),
        leaves_a_tie=seat in state.outcome.tied,
    )


def people_here(state: State) -> list[int]:
    """The seats at the table, clockwise."""
    return [seat for seat in state.order if seat in state.active]


def _around(game: Game) -> list[int]:
    """The seats at the table; after the end also of those who were out, as they still sit there."""
    state, is_out = game.state, game.ruleset.end.is_out
    stays = {seat for seat in state.left if not state.open and is_out(state.totals[seat])}
    return [seat for seat in state.order if seat in state.active or seat in stays]


def _seen(game: Game, people: list[tuple[int | None, str]]) -> RoundTable:
    open_round = game.state.open
    dealer = open_round.deal.dealer if open_round else None
    return round_table(people, dealer, clockwise=game.ruleset.direction == "left")


def _chair(game: Game, after: int) -> FreeChair:
    state, here = game.state, people_here(game.state)
    next_to = here.index(after) + 1
    people: list[tuple[int | None, str]] = [(seat, state.names[seat]) for seat in here]
    people.insert(next_to, (None, ""))
    right = state.names[here[next_to % len(here)]]
    return FreeChair(after, state.names[after], right, _seen(game, people))


def _person(state: State, seat: int) -> Person:
    deal = state.open.deal if state.open else None
    here, is_dealt_in = people_here(state), deal is not None and seat in deal.players
    may_change_places = is_dealt_in and not state.rounds
    return Person(
        seat=seat,
        name=state.names[seat],
        number=deal.contracts.get(seat) if deal else None,
        total=state.totals[seat],
        deals=deal is not None and seat == deal.dealer,
        leads=deal is not None and seat == deal.leads,
        sits_out=deal is not None and deal.sits_out(seat),
        joined_in=state.joined.get(seat),
        may_deal=is_dealt_in and may_come(state) and deal is not None and seat != deal.dealer,
        may_sit_earlier=may_change_places and seat != here[0],
        may_sit_later=may_change_places and seat != here[-1],
        may_leave=is_dealt_in,
        leaves_a_tie=seat in state.outcome.tied,
    )


def _away(game: Game, seat: int) -> Away:
    state = game.state
    may_return = may_come_back(game.ruleset, state, seat)
    back = game.with_entries(PlayerReturned(seat)).state if may_return else None
    return Away(
        seat=seat,
        name=state.names[seat],
        left_after=state.left[seat],
        is_out=game.ruleset.end.is_out(state.totals[seat]),
        points=state.totals[seat],
        total=back.totals[seat] if back else None,
        back_with=_back_with(game, seat),
        barred=_barred(game, seat),
    )


def _barred(game: Game, seat: int) -> Refused | None:
    try:
        check_return(game.ruleset, game.state, seat)
    except Refused as refused:
        return refused if may_come(game.state) else None
    return None


def _back_with(game: Game, seat: int) -> BackWith:
    if game.ruleset.end.is_out(game.state.totals[seat]):
        return "highest" if game.ruleset.end.rejoin == "highest" else "one_more"
    if game.state.left[seat] == len(game.state.rounds):
        return "missed_nothing"
    return "no_better" if game.ruleset.starts_behind else "where_they_stopped"


def _would_win(game: Game) -> tuple[str, ...]:
    """The winners if the game ended now; empty before the first round is written."""
    state = game.state
    if state.open is None or not state.has_scores:
        return ()
    return tuple(state.names[seat] for seat in game.after(GameEnded("")).state.outcome.winners)
