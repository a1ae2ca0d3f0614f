"""Games out of the database as game records, and back: a copy of one game that people can read."""

import json
from datetime import UTC
from typing import Any

from companion.gamefile import Record, write_record
from companion.records.games import new_key, open_game
from companion.records.limits import check_room
from companion.records.new_games import NewGame, start_game


def game_record(token: str) -> dict[str, Any]:
    """The game as RECORD data, ready to be written as JSON. Raises NoSuchGame."""
    kept = open_game(token)
    game = kept.row
    return write_record(
        json.loads(game.ruleset) | {"options": kept.ruleset.options},
        kept.seats,
        kept.state,
        kept.title or None,
        game.started_at.replace(tzinfo=UTC),
    )


def keep_record(record: Record) -> str:
    """Keep a game that was read from a record; returns its new token.

    It belongs to no device, so only its link leads to it. Raises GameFull.
    """
    check_room(len(record.entries) - 1)
    ruleset, title = dict(record.ruleset_data), record.title or ""
    new = NewGame(ruleset, record.seats, title, record.entries, record.started_at)
    return start_game(new, new_key())
