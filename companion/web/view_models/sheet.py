"""The view model of the score sheet: rounds down, players across, notes, and the table from above.

Lengths of the table are in units of a drawing that is 358 wide and 188 high; y goes down.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any, Literal

from companion.rules.fold.entries import RoundCorrected
from companion.rules.judging.doubts import Doubt, find_doubts
from companion.rules.judging.refusals import was_out
from companion.rules.model.house_rules import Switched
from companion.rules.model.play import Closed, Drop
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import (
    ScoredRound,
    SettlementCode,
    Standing,
    State,
    in_each_game,
)
from companion.web.view_models.decisions import decided
from companion.web.view_models.open_round import FarCode, LastStep, far_code, far_number, last_step
from companion.web.view_models.outcome import OutcomeView, outcome_view

NoteCode = Literal[
    "overridden",
    "not_asked",
    "corrected",
    "switched",
    "adjusted",
    "joined",
    "left",
    "is_out",
    "returned",
    "rejoined",
    "taken_over",
    "taken_over_on",
]


@dataclass(frozen=True, slots=True)
class Note:
    """A note: a code, and the names and figures of its sentence.

    `name` is the player of its `doubt`, None for the whole round.
    """

    code: NoteCode
    values: Mapping[str, Any]
    doubt: Doubt | None = None
    name: str | None = None
    switched: Switched | None = None


def notes_of(
    ruleset: Ruleset, state: State, rule_changes: Sequence[tuple[int, Sequence[Switched]]]
) -> Iterator[Note]:
    """All notes: doubts, corrections, changed rules, adjustments, and those on players."""
    yield from _overridden(ruleset, state)
    corrected = [scored.deal.number for scored in state.rounds if scored.corrected]
    if corrected:
        yield Note("corrected", {"numbers": corrected})
    for number, switches in rule_changes:
        yield from (Note("switched", {"number": number}, switched=one) for one in switches)
    yield from _adjusted(state)
    yield from notes_on_players(ruleset, state)


def notes_on_players(ruleset: Ruleset, state: State) -> Iterator[Note]:
    """The notes on joins, leaves, returns, takeovers, and players who are out."""
    yield from _came_and_went(ruleset, state)
    yield from _taken_over(state)


def _overridden(ruleset: Ruleset, state: State) -> Iterator[Note]:
    """Every doubt of a written round: how it was answered, or that nobody was asked."""
    for scored in state.rounds:
        for doubt in find_doubts(scored.by(ruleset)):
            code: NoteCode | Literal[""] = decided(
                "note_of_doubt",
                is_accepted=doubt.key in scored.accepted,
                is_not_asked=doubt.key in scored.not_asked,
            )
            if code:
                number = scored.deal.number
                name = None if doubt.seat is None else state.name_in(doubt.seat, number)
                yield Note(code, {"number": number}, doubt=doubt, name=name)


def _adjusted(state: State) -> Iterator[Note]:
    """The adjustments of rounds that score."""
    for scored in (one for one in state.rounds if one.scores):
        for seat, adjustment in sorted(scored.play.adjustments.items()):
            number = scored.deal.number
            values = {"number": number, "name": state.name_in(seat, number)}
            values |= {"points": adjustment.points, "reason": adjustment.reason}
            yield Note("adjusted", values)


def _came_and_went(ruleset: Ruleset, state: State) -> list[Note]:
    """In the order of the rounds; of one round those who came, before it, are first."""
    return sorted(
        _moves(ruleset, state), key=lambda note: note.values.get("back", note.values.get("number"))
    )


def _moves(ruleset: Ruleset, state: State) -> Iterator[Note]:
    for seat, number in sorted(state.joined.items()):
        start = starting_total(state, seat)
        name = state.name_in(seat, number)
        yield Note("joined", {"name": name, "number": number, "total": start})
    for back in state.returns:
        rounds = {"left": back.left_after, "back": back.back_before}
        yield Note(
            "rejoined" if was_out(ruleset.end, state, back) else "returned",
            {"name": state.name_in(back.seat, back.left_after), **rounds, "total": back.total},
        )
    for seat, number in sorted(state.left.items()):
        code: NoteCode = "is_out" if ruleset.end.is_out(state.totals[seat]) else "left"
        yield Note(code, {"name": state.names[seat], "number": number})


def _taken_over(state: State) -> Iterator[Note]:
    """The takeovers, with the contract and the total that were taken over."""
    totals = {(back.seat, back.back_before): back.total for back in state.returns}
    for one in state.takeovers:
        last, number = state.rounds[one.to_round - 1], one.to_round + 1
        contract = last.next_contracts[one.seat]
        values = {
            "name": state.name_in(one.seat, number),
            "former": one.former,
            "number": number,
            "total": totals.get((one.seat, number), last.totals[one.seat]),
        }
        yield Note("taken_over_on" if contract else "taken_over", values | {"contract": contract})


def starting_total(state: State, seat: int) -> int:
    """The starting points of this late joiner."""
    later = (scored for scored in state.rounds if scored.deal.number >= state.joined[seat])
    first = next(later, None)
    if first is None:
        return state.totals[seat]
    return first.totals[seat] - (first.points.get(seat, 0) if first.counted else 0)


MIDDLE = 179, 94
_AWAY = 138, 68  # the distance of people from the centre


@dataclass(frozen=True, slots=True)
class Place:
    """A place; `seat` is None if it is free."""

    x: float
    y: float
    seat: int | None
    name: str
    deals: bool


@dataclass(frozen=True, slots=True)
class RoundTable:
    """All places, clockwise from the top; the direction of play is `clockwise` or not."""

    places: tuple[Place, ...]
    clockwise: bool


def round_table(
    people: Sequence[tuple[int | None, str]], dealer: int | None, *, clockwise: bool
) -> RoundTable:
    """These people, clockwise: seats and names, and the dealer, if any."""
    turn = 2 * pi / max(len(people), 1)
    return RoundTable(
        tuple(
            Place(
                x=round(MIDDLE[0] + _AWAY[0] * sin(turn * number), 1),
                y=round(MIDDLE[1] - _AWAY[1] * cos(turn * number), 1),
                seat=seat,
                name=name,
                deals=seat is not None and seat == dealer,
            )
            for number, (seat, name) in enumerate(people)
        ),
        clockwise,
    )


SettledCode = SettlementCode | Literal["final"]
DoubtMark = Literal["", "overridden", "not_asked"]
_FIT_A_PHONE = 4  # columns
_FITS = 8  # letters in a line of the largest type, on the narrowest phone
_MANY_SHARE = 3  # winners; their bands are lower


@dataclass(frozen=True, slots=True)
class Player:
    """The player of a column."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Former:
    """A former player of a seat, up to and including round `to_round`."""

    name: str
    to_round: int


@dataclass(frozen=True, slots=True)
class Sharer(Player):
    """A player with the total, of winners of a shared win with the points that were compared."""

    total: int


@dataclass(frozen=True, slots=True)
class Column(Sharer):
    """A player with the total, that in each of several games, and former players of the seat."""

    games: tuple[int, ...]
    formers: tuple[Former, ...]


@dataclass(frozen=True, slots=True)
class Handover:
    """A seat that `now` has taken over from `former`."""

    seat: int
    former: str
    now: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A player in one round: the number of the contract tried, points and the total after it.

    `games` are the totals in each of the games that are scored at once; empty for a single game.
    `points` are None in a void round. A player who went out without points has `only_out`; where
    this has a name, `ending` is how they ended the round, and `drop` is how they gave it up. `back`
    is the total with which they came back after this round, if it is another one.
    """

    seat: int
    contract: int | None
    points: int | None
    made: bool
    total: int
    games: tuple[int, ...]
    went_out: bool
    only_out: bool
    ending: Closed | None
    drop: Drop | None
    back: int | None


@dataclass(frozen=True, slots=True)
class Row:
    """A round of the sheet; players not dealt in have no cell. One not `counted` counts no more.

    `handovers` go by player, None for most: seats taken over after this round; empty if none was.
    """

    number: int
    dealer: Player
    cells: tuple[Cell | None, ...]
    counted: bool
    corrected: bool
    doubted: DoubtMark
    handovers: tuple[Handover | None, ...]


@dataclass(frozen=True, slots=True)
class SettledCell:
    """The points of a player in a row of the settlement, and those in each of several games."""

    seat: int
    points: int
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SettledRow:
    """A row below the totals: points after the last round, or `final`, the totals with them."""

    code: SettledCode
    cells: tuple[SettledCell, ...]


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of the standings: `far` and `number` are the progress through the contracts.

    `has_left` says that they left the table; their total put them out of the game after the round
    `out_after`, 0 if it did not.
    `total` is that with the points after the last round, if there are any; `games` are the totals
    in each of several games, with these points.
    """

    name: str
    standing: Standing
    is_winner: bool
    has_left: bool
    out_after: int
    far: FarCode
    number: int
    total: int
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SheetView:
    """All written rounds, by player in order.

    `ended_by` is the number of the entry that ended the game early, if it can be reopened;
    `open_round` the number of the open round. `contracts_first`: they rank before points. `rounds`
    is the number of rounds that count, `many` says that the players do not fit on a phone; `undo`
    is the step that can be undone here: a correction only. `sharers` are the winners of a shared
    win.
    """

    title: str
    rounds: int
    may_score: bool
    players: tuple[Column, ...]
    many: bool
    rows: tuple[Row, ...]
    settlement: tuple[SettledRow, ...]
    ranks: tuple[Rank, ...]
    winners: tuple[str, ...]
    winner_seats: tuple[int, ...]
    has_long_winner: bool
    sharers: tuple[Sharer, ...]
    many_share: bool
    contracts: int
    contracts_first: bool
    notes: tuple[Note, ...]
    note: str
    is_over: bool
    has_rounds_after_end: bool
    ended_by: int | None
    open_round: int | None
    outcome: OutcomeView | None
    undo: LastStep | None


def sheet_view(
    ruleset: Ruleset,
    state: State,
    rule_changes: Sequence[tuple[int, Sequence[Switched]]] = (),
    *,
    may_score: bool = True,
    title: str = "",
) -> SheetView:
    """The sheet of this game; `rule_changes` are those during the game."""
    ended_early = state.ended is not None and state.outcome.code == "ended_early"
    outcome = outcome_view(ruleset, state)
    return SheetView(
        title=title,
        rounds=state.counted,
        may_score=may_score,
        players=tuple(_column(state, seat) for seat in state.order),
        many=len(state.order) > _FIT_A_PHONE,
        rows=tuple(_row(ruleset, state, scored) for scored in state.rounds),
        settlement=_settled_rows(state),
        ranks=tuple(_rank(ruleset, state, standing) for standing in state.standings),
        winners=tuple(state.names[seat] for seat in state.outcome.winners),
        winner_seats=state.outcome.winners,
        has_long_winner=_has_long_winner(state),
        sharers=_sharers(state, outcome),
        many_share=len(state.outcome.winners) >= _MANY_SHARE,
        contracts=len(ruleset.contracts),
        contracts_first=ruleset.end.by_contracts,
        notes=tuple(notes_of(ruleset, state, rule_changes)),
        note=state.note,
        is_over=state.outcome.over,
        has_rounds_after_end=bool(state.after_end),
        ended_by=state.ended[0] if state.ended and ended_early else None,
        open_round=state.open.deal.number if state.open else None,
        outcome=outcome,
        undo=_correction(state) if may_score else None,
    )


def _correction(state: State) -> LastStep | None:
    is_corrected = state.last is not None and isinstance(state.last[1], RoundCorrected)
    return last_step(state) if is_corrected else None


def _has_long_winner(state: State) -> bool:
    """Whether a word of a name would break in the largest type of winners."""
    words = (word for seat in state.outcome.winners for word in state.names[seat].split())
    return any(len(word) > _FITS for word in words)


def _sharers(state: State, outcome: OutcomeView | None) -> tuple[Sharer, ...]:
    """The winners of a shared win with the points that they share; empty if one player won."""
    winners = state.outcome.winners
    if outcome is None or len(winners) == 1:
        return ()
    return tuple(Sharer(seat, state.names[seat], outcome.least) for seat in winners)


def _column(state: State, seat: int) -> Column:
    formers = (Former(one.former, one.to_round) for one in state.takeovers if one.seat == seat)
    games = in_each_game(state.games, seat)
    return Column(seat, state.names[seat], state.totals[seat], games, tuple(formers))


def _row(ruleset: Ruleset, state: State, scored: ScoredRound) -> Row:
    number, dealer = scored.deal.number, scored.deal.dealer
    return Row(
        number=number,
        dealer=Player(dealer, state.name_in(dealer, number)),
        cells=tuple(_cell(ruleset, state, scored, seat) for seat in state.order),
        counted=scored.counted,
        corrected=scored.corrected,
        doubted=_doubted(scored),
        handovers=_handovers(state, number),
    )


def _handovers(state: State, number: int) -> tuple[Handover | None, ...]:
    """The seats taken over after this round, by player."""
    after = {one.seat: one.former for one in state.takeovers if one.to_round == number}
    if not after:
        return ()
    return tuple(
        Handover(seat, after[seat], state.name_in(seat, number + 1)) if seat in after else None
        for seat in state.order
    )


def _doubted(scored: ScoredRound) -> DoubtMark:
    answers = {"has_not_asked": bool(scored.not_asked), "has_accepted": bool(scored.accepted)}
    code: DoubtMark = decided("doubted", **answers)
    return code


def _cell(ruleset: Ruleset, state: State, scored: ScoredRound, seat: int) -> Cell | None:
    if seat not in scored.points:
        return None
    points = None if scored.void else scored.points[seat]
    went_out = seat == scored.play.went_out
    return Cell(
        seat=seat,
        contract=scored.deal.contracts.get(seat),
        points=points,
        made=seat in scored.made,
        total=scored.totals[seat],
        games=in_each_game(scored.games, seat),
        went_out=went_out,
        only_out=scored.play.is_out(seat) and points == 0,
        ending=ruleset.named_ending(scored.play) if went_out else None,
        drop=scored.play.drops.get(seat),
        back=_back_after(state, scored, seat),
    )


def _back_after(state: State, scored: ScoredRound, seat: int) -> int | None:
    """The total with which a player came back who left after this round; None if it is the same."""
    left = seat, scored.deal.number
    totals = [back.total for back in state.returns if (back.seat, back.left_after) == left]
    return next((total for total in totals[-1:] if total != scored.totals[seat]), None)


def _settled_rows(state: State) -> tuple[SettledRow, ...]:
    """The settlement, row by row, in order of players; empty without one."""
    settlement = state.settlement
    if settlement is None:
        return ()
    rows: list[tuple[SettledCode, Mapping[int, int], Mapping[int, tuple[int, ...]]]]
    rows = [(row.code, row.points, row.games) for row in settlement.rows]
    rows.append(("final", settlement.totals, settlement.games))
    return tuple(
        SettledRow(code, tuple(SettledCell(s, points[s], games.get(s, ())) for s in state.order))
        for code, points, games in rows
    )


def _rank(ruleset: Ruleset, state: State, standing: Standing) -> Rank:
    seat, last = standing.seat, len(ruleset.contracts)
    is_out = ruleset.end.is_out(standing.total)
    return Rank(
        name=state.names[seat],
        standing=standing,
        is_winner=seat in state.outcome.winners,
        has_left=seat in state.left and not is_out,
        out_after=state.left.get(seat, 0) if is_out else 0,
        far=far_code(last, standing),
        number=far_number(last, standing),
        total=state.final_totals[seat],
        games=state.final_games(seat),
    )
