"""What the review shows: the round as it would stand on the sheet, and what is asked of it."""

from dataclasses import dataclass

from companion.rules.doubts import Doubt, find_doubts
from companion.rules.entries import RoundScored
from companion.rules.game import Game
from companion.rules.play import Adjustment
from companion.rules.refusals import Refused, check_play
from companion.rules.state import OpenRound, ScoredRound


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """One player: the number of their contract, points and the total with them.

    `points` are None where the hand is still to be counted; `adjustment` is in them. `is_counted`
    says that there is something to count: of whoever went out only what they melded.
    """

    seat: int
    name: str
    went_out: bool
    is_counted: bool
    contract: int | None
    made: bool
    points: int | None
    total: int
    adjustment: Adjustment | None


@dataclass(frozen=True, slots=True)
class Question:
    """A doubt, and where it is put right: at the hand of this seat, or at None, who went out."""

    doubt: Doubt
    fix: int | None

    @property
    def answer(self) -> str:
        """How overriding it is sent."""
        seat = self.doubt.seat
        return f"{self.doubt.code}:{'' if seat is None else seat}"


@dataclass(frozen=True, slots=True)
class ReviewView:
    """The open round before it is written down.

    While something is `refused`, which is put right at the hand of the seat `refused_fix` or, at
    None, where one says who went out, nothing else is asked.
    """

    number: int
    rows: tuple[ReviewRow, ...]
    has_contracts: bool
    is_void: bool
    is_playoff: bool
    questions: tuple[Question, ...]
    refused: Refused | None
    refused_fix: int | None

    def about(self, seat: int | None) -> list[Question]:
        """What is asked of one player; of the round as a whole at None."""
        return [one for one in self.questions if one.doubt.seat == seat]


def review_view(game: Game, open_round: OpenRound) -> ReviewView:
    """The round of this game that is open, scored as it stands: nothing is kept."""
    names, deal = game.state.names, open_round.deal
    scored = game.with_entries(RoundScored()).state.rounds[-1]
    refused = _refused(game, open_round)
    doubts = () if refused else find_doubts(open_round.by(game.ruleset))
    return ReviewView(
        number=deal.number,
        rows=tuple(_row(names[seat], open_round, scored, seat) for seat in deal.players),
        has_contracts=bool(deal.contracts),
        is_void=scored.void,
        is_playoff=deal.playoff,
        questions=tuple(Question(doubt, _fix_of(doubt, open_round)) for doubt in doubts),
        refused=refused,
        refused_fix=_fix(refused.seat, open_round) if refused else None,
    )


def _refused(game: Game, open_round: OpenRound) -> Refused | None:
    try:
        check_play(open_round.by(game.ruleset))
    except Refused as refused:
        return refused
    return None


def _row(name: str, open_round: OpenRound, scored: ScoredRound, seat: int) -> ReviewRow:
    deal, play = open_round.deal, open_round.play
    costs_nothing = scored.void or deal.playoff
    to_count = play.hand(seat).is_blank and not costs_nothing
    return ReviewRow(
        seat=seat,
        name=name,
        went_out=seat == play.went_out,
        is_counted=_is_counted(seat, open_round),
        contract=deal.contracts.get(seat),
        made=seat in play.laid_down,
        points=None if to_count else scored.points[seat],
        total=scored.totals[seat],
        adjustment=play.adjustments.get(seat),
    )


def _fix_of(doubt: Doubt, open_round: OpenRound) -> int | None:
    """A doubt about the whole round is put right at its first hand, if not by who went out."""
    if doubt.code == "nobody_out":
        return None
    if doubt.seat is None:
        return next(s for s in open_round.deal.players if s != open_round.play.went_out)
    return _fix(doubt.seat, open_round)


def _fix(seat: int | None, open_round: OpenRound) -> int | None:
    """Nobody counts the hand of who went out: there one asks who that was."""
    return seat if seat is None or _is_counted(seat, open_round) else None


def _is_counted(seat: int, open_round: OpenRound) -> bool:
    """Whoever went out has no cards left, but what they melded may score."""
    return seat != open_round.play.went_out or open_round.deal.scoring.melds_score
