"""Game records written, read and written again."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.gamefile import Record, read_record, to_json, write_record
from companion.gamefile.history import write_history
from companion.rules.fold.entries import Entry
from companion.rules.game import Game

START = datetime(2026, 11, 20, 19, 30, 0, 123456, UTC)


@dataclass
class Step:
    entry: Entry
    at: datetime
    tapped_at: datetime | None = None


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


def steps_of(game: Game) -> list[Step]:
    return [Step(entry, START + timedelta(seconds=n)) for n, entry in enumerate(game.entries)]


def is_written_alike(game: Game, *, steps: Sequence[Step] = ()) -> Game:
    """The game as read from its record, which is the record of that game too."""
    title = game.state.title or "At first"
    first = exported(game, begun_as=title, steps=steps)
    record = read_record(first)
    assert exported(kept(record), begun_as=title, steps=steps and steps_of(kept(record))) == first
    return kept(record)
