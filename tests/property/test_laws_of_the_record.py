"""Laws of the game record: export, import and export again give the same bytes."""

import json
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.gamefile import read_record
from companion.rules.fold.entries import Entry
from companion.rules.game import Game
from companion.rules.model.state import Seats
from companion.rules.reading.house_rules import apply_house_rules
from tests.kinds import one_of_each_kind
from tests.property import any_game, games
from tests.property.any_log import log_of
from tests.property.rewritten import START, Step, exported, is_written_alike, kept, steps_of
from tests.soak import examples

Told = tuple[dict[str, Any], Seats, tuple[Entry, ...]]


def told(evening: any_game.Evening) -> Told:
    return dict(evening.data), evening.seats, evening.log


def told_in_full(game: games.Game) -> Told:
    data = apply_house_rules(games.DATA, game.ruleset.options)
    return data, game.seats, game.log


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
    exported_again(begun(told))


def exported_again(game: Game) -> None:
    """Export, import and export: the same bytes."""
    first = exported(game)
    record = read_record(first)
    assert exported(kept(record), begun_as=record.title or "", colours=record.colours) == first


every_kind = pytest.mark.parametrize("key", one_of_each_kind())


@every_kind
@settings(max_examples=examples(1, 2))
@given(seed=st.integers(0, 2**32))
def test_any_log_without_its_history_is_read_and_written_alike(key: str, seed: int) -> None:
    again = is_written_alike(log_of(key, seed))
    is_written_alike(again, steps=steps_of(again))  # as a phone exports an imported game


@every_kind
@settings(max_examples=examples(1))
@given(seed=st.integers(0, 2**32))
def test_any_log_with_its_history_is_read_and_written_alike(key: str, seed: int) -> None:
    game = log_of(key, seed)
    if game.entries:
        again = is_written_alike(game, steps=steps_of(game))
        assert (again.entries, again.state) == (game.entries, game.state)
