"""The history in a record: the log entry by entry, with the time of each."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Protocol

from jsonschema_rs import Draft202012Validator

from companion.gamefile.refused import MAY_HAVE_BEEN, RecordRefused
from companion.gamefile.schema import utc_time
from companion.gamefile.writing import as_utc
from companion.rules.fold.entries import (
    KINDS,
    Entry,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RulesChanged,
    SeatTakenOver,
    read_entry,
    write_entry,
)
from companion.rules.fold.log import options_in_force
from companion.rules.game import Game
from companion.rules.judging.refusals import Doubted, Refused, check_start, has_room
from companion.rules.model.cards import UnknownCard
from companion.rules.model.house_rules import UnknownOption, Value
from companion.rules.model.state import Seats
from companion.rules.reading.sections import Data, RulesetError

MOST_WORK = 300_000  # the sum of entries replayed by all entries that rewrite the log
_LATE = timedelta(minutes=1)  # after its tap: an entry may wait in an outbox
_OF_EVERY_STEP = {"at", "tapped_at", "kind"}
_LOOSER = 20  # a record may exceed the limits of a page by this factor


class Step(Protocol):
    """An entry of a log with the times (UTC) at which it was written and, if known, tapped."""

    @property
    def entry(self) -> Entry:
        """The log entry."""
        ...

    @property
    def at(self) -> datetime:
        """The time of writing."""
        ...

    @property
    def tapped_at(self) -> datetime | None:
        """The time of the tap."""
        ...


@dataclass(frozen=True, slots=True)
class History:
    """The log of a record: the game and the time (UTC) of each entry; `title` is the first title.

    `tapped` has the times of the taps, None for entries written at once.
    """

    game: Game
    times: tuple[datetime, ...]
    tapped: tuple[datetime | None, ...]
    title: str


def write_history(game: Game, title: str, steps: Sequence[Step]) -> dict[str, Any]:
    """The start of the game and every later entry, as JSON data."""
    return {
        "title": title,
        "options": dict(game.first_options),
        "players": list(game.seats.names),
        "first_dealer": game.seats.names[game.seats.first_dealer],
        "entries": [_step(step) for step in steps],
    }


def read_history(history: Data, ruleset_data: Mapping[str, Any]) -> History:
    """Replay a history by this ruleset, with the checks of normal writes.

    A game that was imported without a history was written by the last house rules: then those check
    it. Raises RecordRefused (`bad_history`) with the number of the first invalid entry.
    """
    entries = [_entry(row, number) for number, row in enumerate(history["entries"], 1)]
    _refuse_too_much_work(entries)
    snapshot = json.dumps({**ruleset_data, "options": dict(history["options"])})
    seats, last = _seats(history), options_in_force(entries)
    try:
        game = _replayed(snapshot, seats, entries)
    except RecordRefused:
        if last is None or not _is_valid_by(last, ruleset_data, seats, entries):
            raise
        game = Game.begun(snapshot, seats, entries)
        if not _knows_its_options(game):
            raise
    times = tuple(utc_time(row["at"]) for row in history["entries"])
    tapped = tuple(_tapped_at(row) for row in history["entries"])
    return History(game, times, tapped, history["title"])


def _replayed(snapshot: str, seats: Seats, entries: Sequence[Entry]) -> Game:
    """The game after these entries, each checked. Raises RecordRefused."""
    number = 0
    try:
        game = Game.begun(snapshot, seats)
        check_start(game.ruleset, seats)
        for number, entry in enumerate(entries, 1):
            following = entries[number] if number < len(entries) else None
            game = _after(game, entry, following)
    except (Refused, Doubted, UnknownOption, RulesetError, UnknownCard, LookupError) as error:
        raise _refused(number, getattr(error, "code", type(error).__name__)) from error
    return game


def _knows_its_options(game: Game) -> bool:
    """Whether the house rules of the first deal are those of this ruleset."""
    try:
        return game.first_options is not None
    except (UnknownOption, RulesetError):
        return False


def _is_valid_by(
    options: Mapping[str, Value],
    ruleset_data: Mapping[str, Any],
    seats: Seats,
    entries: Sequence[Entry],
) -> bool:
    """Whether a log is valid if these house rules are in force from the first deal on."""
    snapshot = json.dumps({**ruleset_data, "options": dict(options)})
    alike = [replace(e, options=options) if isinstance(e, RulesChanged) else e for e in entries]
    try:
        _replayed(snapshot, seats, alike)
    except RecordRefused:
        return False
    return True


def _step(step: Step) -> dict[str, Any]:
    kind, data = write_entry(step.entry)
    tapped = step.tapped_at
    is_late = tapped is not None and step.at - tapped >= _LATE
    waited = {"tapped_at": as_utc(tapped)} if tapped and is_late else {}
    return {"at": as_utc(step.at), **waited, "kind": kind, **data}


def _tapped_at(row: Data) -> datetime | None:
    return utc_time(row["tapped_at"]) if "tapped_at" in row else None


def _entry(row: Data, number: int) -> Entry:
    """Parse an entry. Raises RecordRefused."""
    data = {key: value for key, value in row.items() if key not in _OF_EVERY_STEP}
    if row["kind"] not in KINDS:
        raise _refused(number, f"no kind “{row['kind']}”")
    entry, shape = {"kind": row["kind"], **data}, _shape(row["kind"])
    if not shape.is_valid(entry):
        error = next(iter(shape.iter_errors(entry)))
        place = ", ".join(map(str, error.instance_path))
        raise _refused(number, f"{place}: {error.message[:120]}" if place else error.message[:120])
    return read_entry(row["kind"], data)


@cache
def _shape(kind: str) -> Draft202012Validator:
    return Draft202012Validator(_loosened(KINDS[kind].schema(with_hidden=True)))


def _loosened(part: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """The same schema with the wider bounds of records without a history."""
    if isinstance(part, dict):
        wide = {"maximum", "maxLength", "maxItems"} & part.keys()
        return {k: v * _LOOSER if k in wide else _loosened(v) for k, v in part.items()}
    return [_loosened(each) for each in part] if isinstance(part, list) else part


def work_of(entries: Sequence[Entry]) -> int:
    """The number of entries replayed by all of these entries that rewrite the log."""
    return len(entries) * sum(entry.goes_back for entry in entries)


def _refuse_too_much_work(entries: Sequence[Entry]) -> None:
    if work_of(entries) > MOST_WORK:
        raise _refused(len(entries), "more was taken back and corrected than in any game")


def _seats(history: Data) -> Seats:
    names = tuple(history["players"])
    if history["first_dealer"] not in names:
        raise _refused(0, "the first dealer does not sit there")
    return Seats(names, names.index(history["first_dealer"]))


def _after(game: Game, entry: Entry, following: Entry | None) -> Game:
    """The game after this entry.

    A newcomer may join a full table who leaves before the deal. In imported games and old logs
    people may have come or gone who could not now, also in the place of a player who is not dealt
    in, or who is out after this round; and a seat may have a new name that is not dealt in by now.
    Raises as `Game.after` does.
    """
    passes_by = isinstance(entry, PlayerJoined) and following == PlayerLeft(len(game.state.names))
    has_place = isinstance(entry, PlayerJoined | PlayerReturned) and _has_place(game)
    try:
        return game.after(entry)
    except Refused as refused:
        comes = (passes_by or has_place) and refused.code == "table_full"
        if comes or refused.code in MAY_HAVE_BEEN or _takes_over_unseated(game, entry):
            return game.with_entries(entry)
        raise


def _takes_over_unseated(game: Game, entry: Entry) -> bool:
    """Whether a seat is taken over that does not play on. Raises Refused if its name is wrong."""
    if not isinstance(entry, SeatTakenOver) or entry.seat not in game.state.order:
        return False
    entry.check_new_name(game.ruleset, game.state)
    return True


def _has_place(game: Game) -> bool:
    dealt_in = game.state.open.deal.players if game.state.open else ()
    return has_room(game.ruleset, min(len(dealt_in), len(game.state.active)))


def _refused(number: int, why: str) -> RecordRefused:
    place = f"History, entry {number}" if number else "History"
    message = f"{place}: {why}. Take “history” out to keep the game without it."
    return RecordRefused("bad_history", message)
