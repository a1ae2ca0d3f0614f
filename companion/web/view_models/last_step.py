"""The last step of a game, as shown on the undo button."""

from dataclasses import dataclass

from companion.rules.fold.entries import PlayerJoined, RoundCorrected, WentOut
from companion.rules.model.log_entry import LogEntry
from companion.rules.model.state import State


@dataclass(frozen=True, slots=True)
class LastStep:
    """The entry with this `number`, from 1, and its subject.

    `code` is its kind, or for the end of a round `nobody_out` or its ending; `name` the player,
    None for none; `round` the round concerned.
    """

    number: int
    code: str
    name: str | None
    round: int


def last_step(state: State) -> LastStep | None:
    """The step that an undo would take back; None at the beginning."""
    if state.last is None:
        return None
    number, entry = state.last
    return LastStep(
        number=number,
        code=_code(entry),
        name=_name(state, entry),
        round=entry.number if isinstance(entry, RoundCorrected) else len(state.rounds),
    )


def _code(entry: LogEntry) -> str:
    if not isinstance(entry, WentOut):
        return entry.kind
    return "nobody_out" if entry.seat is None else entry.ending or entry.kind


def _name(state: State, entry: LogEntry) -> str | None:
    seat = getattr(entry, "seat", None)
    if isinstance(entry, PlayerJoined):
        return entry.name
    return None if seat is None else state.names[seat]
