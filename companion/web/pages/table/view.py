"""The view model of the table: a row per player with the possible actions."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.fold.standings import rounds_won
from companion.rules.judging.hand_sizes import laying_down_is_going_out
from companion.rules.judging.scoring import counted_points
from companion.rules.model.cards import hand_points
from companion.rules.model.contracts import Contract
from companion.rules.model.play import Adjustment, Drop, Ending
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, OpenRound, State, in_each_game
from companion.web.view_models.open_round import (
    HandState,
    Hero,
    Ladder,
    LastStep,
    MeldOnTable,
    Progress,
    RoundFigures,
    hand_state,
    hero_of,
    ladder,
    last_step,
    leaders,
    may_turn_up,
    melds_on_table,
    next_of_all,
    opens_with,
    progress,
    round_figures,
)
from companion.web.view_models.outcome import OutcomeView, may_come_back, outcome_view

_COUNTED = ("", "counted")  # or nothing to count
_MANY, _MOST = 5, 6  # players; from here on rows are lower
Mark = Literal["", "is_out", "is_down", "take_back", "lay_down"]
OutButton = Literal["", "says_so", "asks_how", "knocks"]
TurnedUpButton = Literal["", "draw", "take_back"]
DropButtons = Literal["", "drop", "must_play", "take_back", "wrong"]
Absence = Literal["out", "left", "sits_out"]


@dataclass(frozen=True, slots=True)
class SeatAtTable:
    """A player in the open round.

    `total` and `last_points`, those of the previous round until this one is over, are points, and
    so are `hand_points`, those that a counted hand brings, until the round is written; `number` is
    that of their `contract`, from 1, both None without contracts; `mark` and `out_button` are the
    possible actions, and `hand` the state of their hand. Where players knock, `ending` is how they
    ended the round, and `won` the number of rounds they have won; None in other games. `progress`
    is how near their total is to the limit of the game, in games without contracts of their own.
    Where melds score, `melded` is points melded in this round, `melds` those that are not counted
    yet, and `may_meld` says that more can be entered. `drop` is how the player gave the round up;
    `opens_with` is the points that they still need to open, where that depends on their total.
    `drop_buttons` are the possible actions: to drop, unless they must play, to take that back, or
    to call the declaration of the player who went out wrong.
    """

    seat: int
    name: str
    deals: bool
    leads: bool
    is_ahead: bool
    adjustment: Adjustment | None
    total: int
    last_points: int | None
    hand_points: int | None
    number: int | None
    contract: Contract | None
    takes_whole_hand: bool
    is_down: bool
    mark: Mark
    out_button: OutButton
    ending: Ending | None
    won: int | None
    hand: HandState
    shown_by: Literal["number", "initial"]
    progress: Progress | None
    games: tuple[int, ...]
    melded: int | None
    melds: tuple[MeldOnTable, ...]
    may_meld: bool
    opens_with: int | None
    drop: Drop | None
    drop_buttons: DropButtons


@dataclass(frozen=True, slots=True)
class NotDealtIn:
    """A player who has a `total`, in points, and is not dealt in.

    They are out by it; or they `left` with points that the others lack, where those of all add up
    to 0; or they sit out a tie-break.
    """

    seat: int
    name: str
    total: int
    why: Absence
    may_come_back: bool


@dataclass(frozen=True, slots=True)
class LastCall:
    """The time at which the table wants to stop, `at`, in minutes since 1970.

    Once it has passed, the open round is the last one; or `over`, if nothing was said in it yet:
    then the last written round, `round`, was the last.
    """

    at: int
    code: Literal["to_come", "last", "over"]
    round: int


@dataclass(frozen=True, slots=True)
class TableView:
    """The table: the round, and its players in order; `many` and `most` are layout classes.

    `not_dealt_in` are the other players with a total that matters, in order.
    `hero` is the code of the heading, `title` that of the game. `of_all` is the common contract, if
    it depends on the round, and `next_of_all` that of the next round; if players have their own,
    `ladder` have a step for each contract. `target` is the total that ends the game, None without
    one; `is_race` says that it is good to reach. `opens_with` is the points
    that everybody needs to open. While all others have a last turn, `last_turn`
    is the name of the player who went out. `none_counted` says that counting has not begun,
    `all_counted` that only the review is left. `undo` is the step that can be undone,
    `outcome` the tie that is being decided, if any; `turned_up` is the named rank of the card
    turned up, and `turned_up_button` says that it can be named, or taken back; `version` is the
    length of the log.
    """

    round: RoundFigures
    seats: tuple[SeatAtTable, ...]
    not_dealt_in: tuple[NotDealtIn, ...]
    many: bool
    most: bool
    hero: Hero
    of_all: Contract | None
    next_of_all: Contract | None
    ladder: Ladder | None
    target: int | None
    is_race: bool
    opens_with: int | None
    last_turn: str | None
    is_over: bool
    none_counted: bool
    all_counted: bool
    may_score: bool
    undo: LastStep | None
    title: str
    outcome: OutcomeView | None
    last_call: LastCall | None
    turned_up: str | None
    turned_up_button: TurnedUpButton
    version: int


def table_view(
    ruleset: Ruleset,
    state: State,
    open_round: OpenRound,
    *,
    may_score: bool = True,
    counting: Container[int] = (),
    title: str = "",
    now: int = 0,
) -> TableView:
    """The table of this round; `counting` are the hands being counted on other phones.

    Watchers may not score, and see the same without buttons. `now` is in minutes since 1970.
    """
    deal, can_say, ahead = open_round.deal, may_score and not open_round.over, leaders(state)
    seats = tuple(
        _seat(
            ruleset,
            state,
            open_round,
            seat,
            may_score=may_score,
            can_say=can_say,
            is_ahead=seat in ahead,
            hand=hand_state(ruleset, open_round, seat, counting),
        )
        for seat in deal.players
    )
    by_round, figures = ruleset.advancing == "round", round_figures(ruleset, state.names, deal)
    same_opening = ruleset.opening.is_same_for_all
    has_ladder = bool(ruleset.contracts) and not by_round
    return TableView(
        round=figures,
        seats=seats,
        not_dealt_in=tuple(_not_dealt_in(ruleset, state, deal, may_score=may_score)),
        many=len(seats) > _MANY,
        most=len(seats) > _MOST,
        hero=hero_of(ruleset, figures),
        of_all=seats[0].contract if by_round else None,
        next_of_all=next_of_all(ruleset, seats[0].number) if by_round else None,
        ladder=ladder(_steps(seats, len(ruleset.contracts))) if has_ladder else None,
        target=ruleset.end.limit,
        is_race=not ruleset.end.low_wins,
        opens_with=ruleset.opening.least(deal.planned, 0) if same_opening else None,
        last_turn=_last_turn(ruleset, state, open_round, seats),
        is_over=open_round.over,
        none_counted=open_round.over and _none_counted(seats),
        all_counted=open_round.over and all(one.hand in _COUNTED for one in seats),
        may_score=may_score,
        undo=last_step(state) if may_score else None,
        title=title,
        outcome=outcome_view(ruleset, state),
        last_call=_last_call(state, open_round, now),
        turned_up=open_round.play.turned_up,
        turned_up_button=_turned_up_button(ruleset, open_round, may_score=may_score),
        version=state.version,
    )


def _not_dealt_in(
    ruleset: Ruleset, state: State, deal: Deal, *, may_score: bool
) -> Iterator[NotDealtIn]:
    for seat in state.order:
        total, why = state.totals[seat], _why_not_dealt_in(ruleset, state, deal, seat)
        if why:
            may_return = why == "out" and may_score and may_come_back(ruleset, state, seat)
            yield NotDealtIn(seat, state.names[seat], total, why, may_return)


def _why_not_dealt_in(ruleset: Ruleset, state: State, deal: Deal, seat: int) -> Absence | None:
    if seat in deal.players:  # a hand that is counted stays, whatever a correction says
        return None
    if seat not in state.left:
        return "sits_out" if deal.sits_out(seat) else None
    if ruleset.end.is_out(state.totals[seat]):
        return "out"
    return "left" if ruleset.scoring.is_zero_sum else None


def _turned_up_button(
    ruleset: Ruleset, open_round: OpenRound, *, may_score: bool
) -> TurnedUpButton:
    if not may_score or not may_turn_up(ruleset, open_round):
        return ""
    return "draw" if open_round.play.turned_up is None else "take_back"


def _last_call(state: State, open_round: OpenRound, now: int) -> LastCall | None:
    if state.end_time is None:
        return None
    play, written = open_round.play, len(state.rounds)
    said = (play.laid_down, play.hands, play.adjustments, play.melded, play.drops)
    is_said = open_round.has_ended or any(said)
    if now < state.end_time:
        return LastCall(state.end_time, "to_come", written)
    return LastCall(state.end_time, "last" if is_said or not state.has_scores else "over", written)


def _last_turn(
    ruleset: Ruleset, state: State, open_round: OpenRound, seats: Sequence[SeatAtTable]
) -> str | None:
    """The player who went out, while others may have their last turn: until a hand is counted."""
    out = open_round.play.went_out
    is_on = ruleset.last_turns and open_round.over and _none_counted(seats)
    return state.names[out] if is_on and out is not None else None


def _none_counted(seats: Sequence[SeatAtTable]) -> bool:
    """Whether there are hands to count, and none is counted."""
    return {one.hand for one in seats} - {""} == {"to_count"}


def _steps(seats: Sequence[SeatAtTable], contracts: int) -> list[list[tuple[int, str]]]:
    numbers = range(1, contracts + 1)
    return [[(one.seat, one.name) for one in seats if one.number == number] for number in numbers]


def _seat(
    ruleset: Ruleset,
    state: State,
    open_round: OpenRound,
    seat: int,
    *,
    may_score: bool,
    can_say: bool,
    is_ahead: bool,
    hand: HandState,
) -> SeatAtTable:
    deal, play = open_round.deal, open_round.play
    number = deal.contracts.get(seat)
    whole = laying_down_is_going_out(ruleset, deal, seat)
    shows_number = bool(number) and ruleset.advancing != "round"
    melded = _melded(open_round, seat)
    return SeatAtTable(
        seat=seat,
        name=state.names[seat],
        deals=seat == deal.dealer,
        leads=seat == deal.leads,
        is_ahead=is_ahead,
        adjustment=play.adjustments.get(seat),
        total=state.totals[seat],
        last_points=_last_points(state, open_round, seat),
        hand_points=counted_points(open_round.by(ruleset), seat) if hand == "counted" else None,
        number=number,
        contract=ruleset.contracts[number - 1] if number else None,
        takes_whole_hand=whole,
        is_down=seat in play.laid_down,
        mark=_mark(open_round, seat, can_say=can_say, may_lay_down=not whole),
        out_button=_out_button(ruleset, open_round, seat, can_say=can_say),
        ending=play.ending if seat == play.went_out else None,
        won=_won(ruleset, state, seat),
        hand=hand,
        shown_by="number" if shows_number else "initial",
        progress=None if shows_number else progress(ruleset, state.totals[seat], melded or 0),
        games=in_each_game(state.games, seat),
        melded=melded,
        melds=melds_on_table(open_round.melds.get(seat, ()), open_round.deal.values),
        may_meld=can_say and melded is not None,
        opens_with=_opens_with(ruleset, state, open_round, seat),
        drop=play.drops.get(seat),
        drop_buttons=_drop_buttons(ruleset, open_round, seat, may_score=may_score),
    )


def _opens_with(ruleset: Ruleset, state: State, open_round: OpenRound, seat: int) -> int | None:
    if ruleset.opening.is_same_for_all:
        return None
    return opens_with(ruleset, open_round, seat, state.totals[seat])


def _won(ruleset: Ruleset, state: State, seat: int) -> int | None:
    """The rounds won, where a knock pays; otherwise None."""
    is_shown = ruleset.scoring.pays_knocks
    return rounds_won(state.rounds, len(state.names))[seat] if is_shown else None


def _last_points(state: State, open_round: OpenRound, seat: int) -> int | None:
    """Points of the previous round; None once this one is over, beside hands that are counted.

    None as well after a return, which changed the total since.
    """
    is_shown = state.rounds and not open_round.has_ended and seat not in state.back_now
    return state.rounds[-1].points.get(seat) if is_shown else None


def _out_button(ruleset: Ruleset, open_round: OpenRound, seat: int, *, can_say: bool) -> OutButton:
    if not can_say or seat in open_round.play.drops:
        return ""
    if ruleset.knocking:
        return "knocks"
    return "asks_how" if ruleset.asks_rummy else "says_so"


def _drop_buttons(
    ruleset: Ruleset, open_round: OpenRound, seat: int, *, may_score: bool
) -> DropButtons:
    """A drop can also be told while hands are counted, until that of this player is."""
    play = open_round.play
    if not may_score or ruleset.drops is None or open_round.deal.playoff:
        return ""
    if seat == play.went_out:
        others = {*open_round.deal.players} - {seat, *play.drops}
        return "wrong" if others else ""
    if seat in play.drops:
        return "take_back"
    if open_round.has_counted(seat):
        return ""
    return "must_play" if seat in open_round.deal.must_play else "drop"


def _melded(open_round: OpenRound, seat: int) -> int | None:
    """Points melded in this round, counted or not; None if melds do not score."""
    deal = open_round.deal
    scores = deal.scoring.melds_score and not deal.playoff
    return hand_points(deal.values, open_round.melded(seat)) if scores else None


def _mark(open_round: OpenRound, seat: int, *, can_say: bool, may_lay_down: bool) -> Mark:
    """The state or action of a player: a state once the round is over."""
    if seat == open_round.play.went_out:
        return "is_out"
    if not open_round.deal.down_counts:
        return ""
    if seat in open_round.play.laid_down:
        return "take_back" if can_say else "is_down"
    return "lay_down" if can_say and may_lay_down else ""


NobodyCode = Literal["play_off", "void", "scored"]


@dataclass(frozen=True, slots=True)
class MayBeOut:
    """A player who may have gone out; `number` is that of their contract, None without."""

    seat: int
    name: str
    number: int | None
    is_down: bool
    total: int
    stands: Literal["total", "dropped", "down", "not_down"]


@dataclass(frozen=True, slots=True)
class OutView:
    """The question who went out: players not down yet are last. `nobody` is the effect of none.

    `asks_how` says that the question is how, because players knock or go gin instead (`knocks`), or
    because the only player here `is_chosen`, and may have gone out in one turn; `marks_down` that
    somebody who is not down yet is marked so once they are picked.
    """

    round: int
    version: int
    seats: tuple[MayBeOut, ...]
    nobody: NobodyCode
    asks_how: bool
    is_chosen: bool
    knocks: bool
    marks_down: bool


def out_view(
    ruleset: Ruleset, state: State, open_round: OpenRound, chosen: int | None = None
) -> OutView:
    """The question, for this round; how the `chosen` player went out, if there is such a one."""
    deal = open_round.deal
    asked = [seat for seat in deal.players if seat == chosen] or deal.players
    seats = [_may_be_out(state, open_round, seat) for seat in asked]
    otherwise: NobodyCode = "play_off" if deal.playoff else "scored"
    return OutView(
        round=deal.number,
        version=state.version,
        seats=tuple(sorted(seats, key=lambda one: one.stands == "not_down")),
        nobody="void" if ruleset.end.blocked == "void" else otherwise,
        asks_how=ruleset.knocking is not None or chosen in deal.players,
        is_chosen=chosen in deal.players,
        knocks=ruleset.knocking is not None,
        marks_down=any(one.stands == "not_down" for one in seats),
    )


def _may_be_out(state: State, open_round: OpenRound, seat: int) -> MayBeOut:
    number, play = open_round.deal.contracts.get(seat), open_round.play
    is_down = seat in play.laid_down
    without: Literal["dropped", "total"] = "dropped" if seat in play.drops else "total"
    return MayBeOut(
        seat=seat,
        name=state.names[seat],
        number=number,
        is_down=is_down,
        total=state.totals[seat],
        stands=without if number is None else "down" if is_down else "not_down",
    )
