"""What the page of the people shows: the table from above, who plays, who is away, who may join."""

from dataclasses import dataclass
from typing import Literal

from companion.rules.fold.entries import GameEnded, PlayerJoined, PlayerReturned
from companion.rules.game import Game
from companion.rules.model.state import State
from companion.web.view_models.round_table import RoundTable, round_table

BackWith = Literal["missed_nothing", "where_they_stopped", "no_better"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table, and what can be changed of them now.

    `number` is that of the contract they are on, None without; `total` in points; `joined_in` the
    round they came in, None for who began. To leave may lose them a tie.
    """

    seat: int
    name: str
    number: int | None
    total: int
    deals: bool
    leads: bool
    joined_in: int | None
    may_deal: bool
    may_sit_earlier: bool
    may_sit_later: bool
    may_leave: bool
    leaves_a_tie: bool


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody who left after so many rounds; `total` is what they would come back with.

    None where nobody can come back now.
    """

    seat: int
    name: str
    left_after: int
    total: int | None
    back_with: BackWith


@dataclass(frozen=True, slots=True)
class PeopleView:
    """Everybody, in the order of play; `round` is the number of the open one, None after the end.

    `would_win` are the names of those who win if the game is ended now.
    """

    round: int | None
    table: RoundTable
    here: tuple[Person, ...]
    away: tuple[Away, ...]
    may_join: bool
    would_win: tuple[str, ...]


def people_view(game: Game) -> PeopleView:
    """The people of this game."""
    state = game.state
    return PeopleView(
        round=state.open.deal.number if state.open else None,
        table=_seen(game, [(seat, state.names[seat]) for seat in _here(state)]),
        here=tuple(_person(state, seat) for seat in _here(state)),
        away=tuple(_away(game, seat) for seat in state.order if seat not in state.active),
        may_join=_may_come(state),
        would_win=_would_win(game),
    )


@dataclass(frozen=True, slots=True)
class FreeChair:
    """A chair between two people: `after` is the seat that plays before it, clockwise."""

    after: int
    left: str
    right: str
    table: RoundTable


@dataclass(frozen=True, slots=True)
class JoinView:
    """Where a newcomer may sit, and what with they start: a contract, where there are any, points.

    Not `is_known` at a full table. `is_behind` says that they get what is worst at the table.
    """

    round: int
    chairs: tuple[FreeChair, ...]
    is_known: bool
    number: int | None
    total: int
    is_behind: bool


def join_view(game: Game) -> JoinView | None:
    """The question where somebody sits; None in a play-off and once the game is over."""
    state, ruleset = game.state, game.ruleset
    if state.open is None or not _may_come(state):
        return None
    is_known = len(state.active) < ruleset.most_players
    with_one_more = game.with_entries(PlayerJoined("")).state if is_known else state
    deal, seat = with_one_more.open.deal if with_one_more.open else None, len(state.names)
    return JoinView(
        round=state.open.deal.number,
        chairs=tuple(_chair(game, after) for after in _here(state)),
        is_known=is_known,
        number=deal.contracts.get(seat) if deal and is_known else None,
        total=with_one_more.totals[seat] if is_known else 0,
        is_behind=ruleset.joining != "start_at_one" and bool(state.rounds),
    )


def _here(state: State) -> list[int]:
    return [seat for seat in state.order if seat in state.active]


def _may_come(state: State) -> bool:
    return state.open is not None and not state.open.deal.playoff


def _seen(game: Game, people: list[tuple[int | None, str]]) -> RoundTable:
    open_round = game.state.open
    dealer = open_round.deal.dealer if open_round else None
    return round_table(people, dealer, clockwise=game.ruleset.direction == "left")


def _chair(game: Game, after: int) -> FreeChair:
    state, here = game.state, _here(game.state)
    next_to = here.index(after) + 1
    people: list[tuple[int | None, str]] = [(seat, state.names[seat]) for seat in here]
    people.insert(next_to, (None, ""))
    right = state.names[here[next_to % len(here)]]
    return FreeChair(after, state.names[after], right, _seen(game, people))


def _person(state: State, seat: int) -> Person:
    deal = state.open.deal if state.open else None
    here, is_dealt_in = _here(state), deal is not None and seat in deal.players
    may_change_places = is_dealt_in and not state.rounds
    return Person(
        seat=seat,
        name=state.names[seat],
        number=deal.contracts.get(seat) if deal else None,
        total=state.totals[seat],
        deals=deal is not None and seat == deal.dealer,
        leads=deal is not None and seat == deal.leads,
        joined_in=state.joined.get(seat),
        may_deal=is_dealt_in and _may_come(state) and deal is not None and seat != deal.dealer,
        may_sit_earlier=may_change_places and seat != here[0],
        may_sit_later=may_change_places and seat != here[-1],
        may_leave=is_dealt_in,
        leaves_a_tie=seat in state.outcome.tied,
    )


def _away(game: Game, seat: int) -> Away:
    state = game.state
    back = game.with_entries(PlayerReturned(seat)).state if _may_come(state) else None
    return Away(
        seat=seat,
        name=state.names[seat],
        left_after=state.left[seat],
        total=back.totals[seat] if back else None,
        back_with=_back_with(game, seat),
    )


def _back_with(game: Game, seat: int) -> BackWith:
    if game.state.left[seat] == len(game.state.rounds):
        return "missed_nothing"
    return "where_they_stopped" if game.ruleset.joining == "start_at_one" else "no_better"


def _would_win(game: Game) -> tuple[str, ...]:
    """Who would win if the game ended now; nobody while nothing is written down."""
    state = game.state
    if state.open is None or not state.has_scores:
        return ()
    return tuple(state.names[seat] for seat in game.after(GameEnded("")).state.outcome.winners)
