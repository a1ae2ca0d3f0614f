"""A game out of the database as a game record: the backup that people can read."""

import json
from datetime import UTC
from typing import Any

from companion.gamefile import write_record
from companion.records.games import open_game


def game_record(token: str) -> dict[str, Any]:
    """The game as RECORD data, ready to be written as JSON. Raises NoSuchGame."""
    sitting = open_game(token)
    game = sitting.game
    return write_record(
        json.loads(game.ruleset),
        sitting.seats,
        sitting.state,
        game.title or None,
        game.started_at.replace(tzinfo=UTC),
    )
