"""From a file to a game: the ruleset, the players, and a log checked by the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from companion.gamefile.history import read_history
from companion.gamefile.log_builder import Changes, LogBuilder
from companion.gamefile.own_game import ruleset_of
from companion.gamefile.players import read_players
from companion.gamefile.refused import RecordRefused
from companion.gamefile.schema import check_shape, utc_time
from companion.gamefile.text import from_bytes, tidied
from companion.gamefile.writing import as_utc, write_record
from companion.rules.fold.entries import Entry, RoundCorrected, RulesChanged
from companion.rules.model.house_rules import Value
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Seats, State
from companion.rules.reading.sections import Data


@dataclass(frozen=True)
class Record:
    """A parsed record.

    `ruleset_data` is the ruleset as plain data with the choices of the first deal under `options`,
    for storage; `ruleset` has those in force. `started_at` is in UTC; `state` follows from ruleset,
    seats and entries. `colours`, from 0, go by seat, `times` and `tapped` (UTC, of writing and of
    tapping) by entry; each is empty if the record lacks it.
    """

    title: str | None
    started_at: datetime | None
    ruleset_data: Mapping[str, Any]
    ruleset: Ruleset
    seats: Seats
    entries: tuple[Entry, ...]
    state: State
    colours: tuple[int, ...] = ()
    times: tuple[datetime, ...] = ()
    tapped: tuple[datetime | None, ...] = ()


def read_record(content: bytes) -> Record:
    """Parse the bytes of a game record. Raises RecordRefused for the first error.

    A join or leave after the last round is ignored, and a player who leaves after the end has not
    left. Every doubt counts as accepted, because the table has decided.
    """
    return read_data(from_bytes(content))


def read_data(data: object) -> Record:
    """Parse the JSON data of a record. Raises RecordRefused."""
    tidy = tidied(data)
    check_shape(tidy)
    record = cast("Data", tidy)
    return _by_history(record) if "history" in record else _as_it_was(record)


def _as_it_was(record: Data) -> Record:
    """The game built from the rounds of the record."""
    ruleset_data, ruleset = ruleset_of(record)
    rules = [ruleset, *_earlier_rules(record)]
    keeper = LogBuilder(rules, read_players(record, ruleset), _changes(record, ruleset))
    keeper.note(record.get("note", ""))
    keeper.stop_at(_minutes(record.get("last_round_at")))
    keeper.write_down(record["rounds"])
    keeper.go_on(record.get("open_round"), len(record["rounds"]) + 1)
    keeper.end(record.get("ended_early"))
    before = record.get("rules_before")
    return Record(
        title=record.get("title"),
        started_at=_started(record),
        ruleset_data={**ruleset_data, "options": before[0]["options"]} if before else ruleset_data,
        ruleset=ruleset,
        seats=keeper.players.seats,
        entries=tuple(keeper.entries),
        state=keeper.state,
        colours=_colours(record, keeper.players.names[: keeper.players.founders]),
    )


def _by_history(record: Data) -> Record:
    """The game built from its history, with which all other keys must agree.

    Raises RecordRefused (`bad_history`) otherwise.
    """
    ruleset_data, ruleset = ruleset_of(record)
    history = read_history(record["history"], ruleset_data)
    game = history.game
    replayed = Record(
        title=history.title or None,
        started_at=_started(record),
        ruleset_data={**ruleset_data, "options": dict(game.first_options)},
        ruleset=game.ruleset,
        seats=game.seats,
        entries=game.entries,
        state=game.state,
        colours=_colours(record, game.state.names[: len(game.seats.names)]),
        times=history.times,
        tapped=history.tapped,
    )
    ours, rest = plain(replayed), _without_history(record, replayed)
    if any(isinstance(entry, RoundCorrected | RulesChanged) for entry in game.entries):
        ours, rest = _comparable(ours, game.state), _comparable(rest, game.state)
    if game.ruleset.options != ruleset.options or ours != rest:
        message = "History: the rest of the record tells another game. Take one of them out."
        raise RecordRefused("bad_history", message)
    return replayed


def plain(record: Record) -> dict[str, Any]:
    """The record written for this game, without its history."""
    title = record.title if record.state.title is None else record.state.title
    return write_record(
        {**record.ruleset_data, "options": record.ruleset.options},
        record.seats,
        record.state,
        title or None,
        record.started_at,
        first_options=cast("Mapping[str, Value]", record.ruleset_data["options"]),
        colours=record.colours,
    )


def _without_history(record: Data, replayed: Record) -> dict[str, Any]:
    """The record without its history, with the time in our format."""
    rest = {key: value for key, value in record.items() if key != "history"}
    return rest | ({"started_at": as_utc(replayed.started_at)} if replayed.started_at else {})


def _comparable(record: dict[str, Any], state: State) -> dict[str, Any]:
    """The record without keys that earlier versions wrote differently after such a change.

    They numbered rounds with those that do not count, corrected who was down without the player who
    went out, and left in a round what only rules outside the record read.
    """
    if state.after_end:
        record = {**record, "players": [], "rules_before": []}
    rounds = record["rounds"]
    rows = [row for row in record["players"] if row.get("joined_before_round", 1) <= len(rounds)]
    for key in ("left_after_round", "away"):
        rows = [{name: row[name] for name in row if name != key} for row in rows]
    lines = [*map(_comparable_round, [*rounds, record.get("open_round", {})])]
    return {**record, "players": rows, "rounds": lines[:-1], "open_round": lines[-1]}


def _comparable_round(line: Data) -> dict[str, Any]:
    """The round without keys that rules may not read, with whoever went out among those down."""
    unsure = ("dealt_in", "drops", "ending", "turned_up", "went_rummy")
    down = {*line.get("laid_down", ()), line.get("went_out")} - {None}
    return {key: line[key] for key in line if key not in unsure} | {"laid_down": down}


def _minutes(time: str | None) -> int | None:
    return None if time is None else int(utc_time(time).timestamp() // 60)


def _started(record: Data) -> datetime | None:
    started = record.get("started_at")
    return None if started is None else utc_time(started)


def _colours(record: Data, founders: tuple[str, ...]) -> tuple[int, ...]:
    """The colours of the first players under their current names; empty if one is missing."""
    by_name = {row["name"]: row.get("colour") for row in record["players"]}
    colours = [by_name.get(name) for name in founders]
    return tuple(colour - 1 for colour in colours if colour) if all(colours) else ()


def _earlier_rules(record: Data) -> Iterator[Ruleset]:
    """The rules of rounds that were played before a change. Raises RecordRefused."""
    for row in record.get("rules_before", ()):
        yield ruleset_of({**record, "options": row["options"]})[1]


def _changes(record: Data, ruleset: Ruleset) -> Changes:
    """Each change of house rules: the round it precedes, and the rules in force afterwards."""
    before = record.get("rules_before")
    if not before:
        return []
    numbers = [0, *(row["before_round"] for row in before), len(record["rounds"]) + 1]
    if numbers != sorted(numbers):
        message = (
            "House rules: the rounds under “rules_before” do not follow one another, or come after "
            "the last one. Correct them."
        )
        raise RecordRefused("bad_record", message)
    since = [*(row["options"] for row in before[1:]), dict(ruleset.options)]
    return [(row["before_round"], after) for row, after in zip(before, since, strict=True)]
