"""Laws of the game record: export, import and export again give the same bytes."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.gamefile import Record, read_record, to_json, write_record
from companion.gamefile.history import write_history
from companion.rules.fold.entries import Entry
from companion.rules.game import Game
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import catalogue
from companion.rules.reading.house_rules import apply_house_rules
from tests.property import any_game, games
from tests.property.any_log import log_of
from tests.soak import examples

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


def steps_of(game: Game) -> list[Step]:
    return [Step(entry, START + timedelta(seconds=n)) for n, entry in enumerate(game.entries)]


def is_written_alike(game: Game, *, steps: Sequence[Step] = ()) -> Game:
    """The game as read from its record, which is the record of that game too."""
    title = game.state.title or "At first"
    first = exported(game, begun_as=title, steps=steps)
    record = read_record(first)
    assert exported(kept(record), begun_as=title, steps=steps and steps_of(kept(record))) == first
    return kept(record)


every_game = pytest.mark.parametrize("key", sorted(catalogue()))


@every_game
@settings(max_examples=examples(2))
@given(seed=st.integers(0, 2**32))
def test_any_log_without_its_history_is_read_and_written_alike(key: str, seed: int) -> None:
    again = is_written_alike(log_of(key, seed))
    is_written_alike(again, steps=steps_of(again))  # as a phone exports an imported game


@every_game
@settings(max_examples=examples(1))
@given(seed=st.integers(0, 2**32))
def test_any_log_with_its_history_is_read_and_written_alike(key: str, seed: int) -> None:
    game = log_of(key, seed)
    if game.entries:
        again = is_written_alike(game, steps=steps_of(game))
        assert (again.entries, again.state) == (game.entries, game.state)
