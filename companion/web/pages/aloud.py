"""Read aloud: questions about the game, by button or by a typed command."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Literal, get_args

from flask import Blueprint, request

from companion.rules.model.contracts import Contract
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import OpenRound, State
from companion.web.game.embedded_game import embedded_game
from companion.web.game.gateway import open_round_of, the_game
from companion.web.game.page import game_page
from companion.web.game.phones import phones_at
from companion.web.view_models.open_round import (
    LastStep,
    hand_state,
    last_step,
    leaders,
    opens_with,
)
from companion.web.words.aloud import question_of

Question = Literal["needs", "leads", "count", "changed", "standings"]
QUESTIONS: tuple[Question, ...] = get_args(Question)


@dataclass(frozen=True, slots=True)
class Need:
    """Players on the same contract, with its `number`, in order of play."""

    names: tuple[str, ...]
    number: int
    contract: Contract


@dataclass(frozen=True, slots=True)
class ToOpen:
    """Players who still need these points to open, in order of play."""

    names: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """A player with points."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class AloudView:
    """The figures of all answers.

    `ahead` are the leaders, nobody while all are level; `least` their points, and `on` their
    contract, None where contracts do not rank. `to_count` are players whose hands are not counted,
    in a round that `is_over`. `written` is the number of the last written round, 0 for none, with
    the points of each player in it; `standings` have totals. `last` is the last step.
    """

    round: int
    asked: Question | Literal[""]
    needs: tuple[Need, ...]
    to_open: tuple[ToOpen, ...]
    wild: str | None
    knock_most: int | None
    ahead: tuple[str, ...]
    least: int
    on: int | None
    is_over: bool
    to_count: tuple[str, ...]
    last: LastStep | None
    written: int
    scored: tuple[Score, ...]
    standings: tuple[Score, ...]


def aloud_view(
    ruleset: Ruleset,
    state: State,
    open_round: OpenRound,
    asked: Question | Literal[""] = "",
    counting: Container[int] = (),
) -> AloudView:
    """The answers in this round; `counting` are hands being counted on other phones."""
    ahead = leaders(state)
    first, last = state.standings[0], state.rounds[-1] if state.rounds else None
    hands = (
        (seat, hand_state(ruleset, open_round, seat, counting)) for seat in open_round.deal.players
    )
    return AloudView(
        round=open_round.deal.number,
        asked=asked,
        needs=_needs(ruleset, state, open_round),
        to_open=_to_open(ruleset, state, open_round),
        wild=open_round.deal.wild,
        knock_most=open_round.deal.knock_most,
        ahead=tuple(state.names[one.seat] for one in state.standings if one.seat in ahead),
        least=first.total,
        on=min(first.on, len(ruleset.contracts)) if first.on else None,
        is_over=open_round.over,
        to_count=tuple(state.names[s] for s, hand in hands if hand in {"to_count", "counting"}),
        last=last_step(state),
        written=last.deal.number if last else 0,
        scored=_scored(state),
        standings=tuple(Score(state.names[one.seat], one.total) for one in state.standings),
    )


def _needs(ruleset: Ruleset, state: State, open_round: OpenRound) -> tuple[Need, ...]:
    """The players dealt in by contract, in order of play."""
    on: dict[int, list[str]] = {}
    for seat in open_round.deal.players:
        if seat in open_round.deal.contracts:
            on.setdefault(open_round.deal.contracts[seat], []).append(state.names[seat])
    return tuple(
        Need(tuple(names), number, ruleset.contracts[number - 1]) for number, names in on.items()
    )


def _to_open(ruleset: Ruleset, state: State, open_round: OpenRound) -> tuple[ToOpen, ...]:
    """The players who have not opened by the points they need."""
    needed: dict[int, list[str]] = {}
    for seat in open_round.deal.players:
        points = opens_with(ruleset, open_round, seat, state.totals[seat])
        if points is not None:
            needed.setdefault(points, []).append(state.names[seat])
    return tuple(ToOpen(tuple(names), points) for points, names in needed.items())


def _scored(state: State) -> tuple[Score, ...]:
    """The points of the last written round, in order of play."""
    if not state.rounds:
        return ()
    last = state.rounds[-1]
    return tuple(
        Score(state.name_in(seat, last.deal.number), last.points[seat])
        for seat in state.order
        if seat in last.points
    )


blueprint = Blueprint("aloud", __name__, url_prefix="/g/<token>")


@blueprint.get("/aloud")
def page(token: str) -> str:
    """The questions, and the answer to one of them."""
    stored = the_game(token)
    open_round, phones = open_round_of(stored), phones_at(stored)
    typed = request.args.get("command", "")
    asked = request.args.get("ask") or question_of(typed)
    question = asked if asked in QUESTIONS else ""
    counting = phones.still_counting
    return game_page(
        "aloud/aloud.html",
        stored,
        view=aloud_view(stored.ruleset, stored.state, open_round, question, counting),
        unknown=typed if typed and not question else "",
        carried=embedded_game(phones),
    )
