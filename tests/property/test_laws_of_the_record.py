"""Laws of the game record: export, import and export again give the same bytes."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.gamefile import Record, read_record, to_json, write_record
from companion.gamefile.history import write_history
from companion.rules.fold.entries import Entry
from companion.rules.game import Game
from companion.rules.model.state import Seats
from companion.rules.reading.house_rules import apply_house_rules
from tests.property import any_game, games

START = datetime(2026, 11, 20, 19, 30, 0, 123456, UTC)
Told = tuple[dict[str, Any], Seats, tuple[Entry, ...]]


@dataclass
class Step:
    entry: Entry
    at: datetime
    tapped_at: datetime | None = None


def told(evening: any_game.Evening) -> Told:
    return dict(evening.data), evening.seats, evening.log


def told_in_full(game: games.Game) -> Told:
    data = apply_house_rules(games.DATA, game.ruleset.options)
    return data, game.seats, game.log


def exported(
    game: Game, *, begun_as: str = "At first", steps: Sequence[Step] = (), colours: Any = ()
) -> bytes:
    title = begun_as if game.state.title is None else game.state.title
    record = write_record(
        {**json.loads(game.snapshot), "options": game.ruleset.options},
        game.seats,
        game.state,
        title or None,
        START,
        first_options=game.first_options,
        colours=colours,
    )
    if steps:
        record["history"] = write_history(game, "At first", steps)
    return to_json(record).encode()


def kept(record: Record) -> Game:
    return Game.begun(json.dumps(dict(record.ruleset_data)), record.seats, record.entries)


def begun(told: Told) -> Game:
    data, seats, log = told
    return Game.begun(json.dumps(data), seats, log)


@given(told=any_game.evenings().map(told) | games.games().map(told_in_full), coloured=st.booleans())
def test_a_record_with_history_restores_the_game(told: Told, *, coloured: bool) -> None:
    game = begun(told)
    steps = [Step(e, START + timedelta(seconds=n)) for n, e in enumerate(game.entries)]
    colours = range(8, 8 - len(game.seats.names), -1) if coloured else ()
    first = exported(game, steps=steps, colours=colours)
    record = read_record(first)
    again = kept(record)
    assert (again.entries, again.state) == (game.entries, game.state)
    steps = [Step(e, at) for e, at in zip(record.entries, record.times, strict=True)]
    assert exported(again, steps=steps, colours=record.colours) == first


@given(any_game.evenings().map(told) | games.games().map(told_in_full))
def test_a_record_without_history_restores_the_final_game(told: Told) -> None:
    first = exported(begun(told))
    record = read_record(first)
    assert exported(kept(record), begun_as=record.title or "", colours=record.colours) == first
