"""The view model of the review: the round as a row of the sheet, and its questions."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.fold.entries import RoundScored
from companion.rules.game import Game
from companion.rules.judging.doubts import Doubt, find_doubts
from companion.rules.judging.refusals import RefusalCode, Refused, check_play
from companion.rules.model.cards import hand_points
from companion.rules.model.play import Adjustment, Closed, Drop, Missing
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import OpenRound, ScoredRound, State
from companion.web.view_models.open_round import LastStep, last_step
from companion.web.view_models.sums import sums_of

Writing = Literal["plainly", "anyway", "as_knock"]


@dataclass(frozen=True, slots=True)
class Question:
    """A doubt and where to correct it: at the hand of seat `fix`, or who went out if None.

    `name` is the player concerned, None for the round as a whole; `answer` is the value that
    accepts it.
    """

    doubt: Doubt
    name: str | None
    fix: int | None
    answer: str


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The refusal that prevents writing the round; corrected in the same places as a question."""

    code: RefusalCode
    seat: int | None
    name: str | None
    numbers: Mapping[str, int]
    card: str | None
    missing: Missing
    fix: int | None


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """One player: the `number` of their contract, points with their `sum`, and the new total.

    `ending` is how the player ended the round, where this has a name, and `deadwood` the points of
    the hand where players knock, once it is counted. `points` are None if the hand is not counted,
    and not in the total then; `adjustment` is included. By that total the player `is_out` of the
    game, or not. `is_counted` says that there is something to count: only melds for the player who
    went out. `drop` is how the player gave the round up. Questions and obstacles of the player are
    below the row.
    """

    seat: int
    name: str
    went_out: bool
    ending: Closed | None
    deadwood: int | None
    is_counted: bool
    number: int | None
    made: bool
    points: int | None
    sum: str
    total: int
    is_out: bool
    adjustment: Adjustment | None
    drop: Drop | None
    questions: tuple[Question, ...]
    obstacle: Obstacle | None


@dataclass(frozen=True, slots=True)
class StillCounting:
    """A hand that is being counted on another phone."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class ReviewView:
    """The open round before it is written; `version` is the length of the log.

    `asked` are all questions, `questions` those about the round as a whole; `writing` is what the
    button that writes the round answers to them. While there is an
    `obstacle` nothing is asked; it concerns the `whole` round if it is below no row. `lacks_wild`
    says that cards were counted without the wild rank that this game draws.
    """

    number: int
    version: int
    rows: tuple[ReviewRow, ...]
    is_void: bool
    is_playoff: bool
    lacks_wild: bool
    asked: tuple[Question, ...]
    writing: Writing
    questions: tuple[Question, ...]
    obstacle: Obstacle | None
    whole: Obstacle | None
    counting: tuple[StillCounting, ...]
    undo: LastStep | None


def review_view(game: Game, open_round: OpenRound, *, counting: Container[int] = ()) -> ReviewView:
    """The open round of this game, scored without being written.

    `counting` are the hands being counted on other phones.
    """
    state, deal = game.state, open_round.deal
    scored = game.with_entries(RoundScored().settled(game.ruleset, state)).state.rounds[-1]
    sums, obstacle = sums_of(game.ruleset, scored), _obstacle(game, open_round)
    asked = () if obstacle else tuple(_questions(game, open_round))
    return ReviewView(
        number=deal.number,
        version=state.version,
        rows=tuple(_row(game, open_round, scored, sums, s, asked, obstacle) for s in deal.players),
        is_void=scored.void,
        is_playoff=deal.playoff,
        lacks_wild=not scored.void and _lacks_wild(game.ruleset, open_round),
        asked=asked,
        writing=_writing(asked),
        questions=tuple(one for one in asked if one.doubt.seat is None),
        obstacle=obstacle,
        whole=obstacle if obstacle and obstacle.fix is None else None,
        counting=tuple(StillCounting(s, state.names[s]) for s in deal.players if s in counting),
        undo=last_step(state),
    )


def _writing(asked: Sequence[Question]) -> Writing:
    """Plainly, without doubts; only “gin or knock?” is answered by a word of its own."""
    if not asked:
        return "plainly"
    is_knock = all(one.doubt.code == "knocked_without_deadwood" for one in asked)
    return "as_knock" if is_knock else "anyway"


def _lacks_wild(ruleset: Ruleset, open_round: OpenRound) -> bool:
    play = open_round.play
    is_named = not ruleset.draws_wild or play.turned_up is not None
    return not is_named and any(hand.size for hand in play.hands.values())


def _questions(game: Game, open_round: OpenRound) -> Iterator[Question]:
    for doubt in find_doubts(open_round.by(game.ruleset)):
        name = _name(game.state, doubt.seat)
        yield Question(doubt, name, _fix_of(doubt, open_round), doubt.answer)


def _name(state: State, seat: int | None) -> str | None:
    return state.names[seat] if seat is not None and seat < len(state.names) else None


def _obstacle(game: Game, open_round: OpenRound) -> Obstacle | None:
    try:
        check_play(open_round.by(game.ruleset))
    except Refused as refused:
        return Obstacle(
            code=refused.code,
            seat=refused.seat,
            name=_name(game.state, refused.seat),
            numbers=refused.numbers,
            card=refused.card,
            missing=refused.missing,
            fix=_fix(refused.seat, open_round),
        )
    return None


def _row(
    game: Game,
    open_round: OpenRound,
    scored: ScoredRound,
    sums: Mapping[int, str],
    seat: int,
    asked: tuple[Question, ...],
    obstacle: Obstacle | None,
) -> ReviewRow:
    deal, play, state = open_round.deal, open_round.play, game.state
    costs_nothing = scored.void or open_round.by(game.ruleset).needs_no_hands
    to_count = play.hand(seat).is_blank and not costs_nothing
    points = None if to_count else scored.points[seat]
    total = scored.totals[seat] if scored.counted else state.totals[seat] + (points or 0)
    return ReviewRow(
        seat=seat,
        name=state.names[seat],
        went_out=seat == play.went_out,
        ending=game.ruleset.named_ending(play) if seat == play.went_out else None,
        deadwood=_deadwood(open_round, seat),
        is_counted=game.ruleset.lost_lives is None and _is_counted(seat, open_round),
        number=deal.contracts.get(seat),
        made=seat in play.laid_down,
        points=points,
        sum="" if to_count else sums[seat],
        total=total,
        is_out=game.ruleset.end.is_out(total),
        adjustment=play.adjustments.get(seat),
        drop=play.drops.get(seat),
        questions=tuple(one for one in asked if one.doubt.seat == seat),
        obstacle=obstacle if obstacle and obstacle.fix == seat else None,
    )


def _deadwood(open_round: OpenRound, seat: int) -> int | None:
    """The points of this hand where players knock; None if it is not counted."""
    hand = open_round.play.hand(seat)
    is_shown = open_round.play.ending is not None and not hand.is_blank
    return hand_points(open_round.deal.values, hand) if is_shown else None


def _fix_of(doubt: Doubt, open_round: OpenRound) -> int | None:
    """A doubt about the whole round is corrected at its first hand, or at who went out."""
    if doubt.code == "nobody_out":
        return None
    if doubt.seat is None:
        return next(s for s in open_round.deal.players if s != open_round.play.went_out)
    return _fix(doubt.seat, open_round)


def _fix(seat: int | None, open_round: OpenRound) -> int | None:
    """The player who went out has no hand to count: the question is who went out."""
    return seat if seat is None or _is_counted(seat, open_round) else None


def _is_counted(seat: int, open_round: OpenRound) -> bool:
    """The player who went out has no leftovers, but may have melds to count."""
    return not open_round.play.is_out(seat) or open_round.deal.scoring.melds_score
