"""Notes below the rounds of a score sheet, as codes with names and figures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.rules.judging.doubts import Doubt, find_doubts
from companion.rules.model.house_rules import Switched
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Return, State
from companion.web.view_models.decisions import decided

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
    for scored in state.rounds:
        for seat, adjustment in sorted(scored.play.adjustments.items()):
            number = scored.deal.number
            values = {"number": number, "name": state.name_in(seat, number)}
            values |= {"points": adjustment.points, "reason": adjustment.reason}
            yield Note("adjusted", values)


def _came_and_went(ruleset: Ruleset, state: State) -> Iterator[Note]:
    for seat, number in sorted(state.joined.items(), key=_in_time):
        start = starting_total(state, seat)
        yield Note("joined", {"name": state.names[seat], "number": number, "total": start})
    for seat, number in sorted(state.left.items(), key=_in_time):
        code: NoteCode = "is_out" if ruleset.end.is_out(state.totals[seat]) else "left"
        yield Note(code, {"name": state.names[seat], "number": number})
    for back in state.returns:
        rounds = {"left": back.left_after, "back": back.back_before}
        yield Note(
            "rejoined" if _was_out(ruleset, state, back) else "returned",
            {"name": state.names[back.seat], **rounds, "total": back.total},
        )


def _was_out(ruleset: Ruleset, state: State, back: Return) -> bool:
    """Whether this player was out of the game before they came back."""
    before = state.rounds[back.left_after - 1].totals if back.left_after else {}
    return ruleset.end.is_out(before.get(back.seat, 0))


def _taken_over(state: State) -> Iterator[Note]:
    """The takeovers, with the contract and the total that were taken over."""
    for one in state.takeovers:
        last = state.rounds[one.to_round - 1]
        contract = last.next_contracts[one.seat]
        values = {
            "name": state.name_in(one.seat, one.to_round + 1),
            "former": one.former,
            "number": one.to_round + 1,
            "total": last.totals[one.seat],
        }
        yield Note("taken_over_on" if contract else "taken_over", values | {"contract": contract})


def starting_total(state: State, seat: int) -> int:
    """The starting points of this late joiner."""
    later = (scored for scored in state.rounds if scored.deal.number >= state.joined[seat])
    first = next(later, None)
    if first is None:
        return state.totals[seat]
    return first.totals[seat] - (first.points.get(seat, 0) if first.counted else 0)


def _in_time(moved: tuple[int, int]) -> tuple[int, int]:
    """Sorted by round, then by seat."""
    seat, number = moved
    return number, seat
