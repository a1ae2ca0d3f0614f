"""Rebasing waiting commands on the log of the server: pure functions, in Node."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.gamefile import read_record
from companion.rules.game import Game
from companion.rules.reading.ruleset import ruleset_data
from tests.gamefile.games import RECORDS, load, packed
from tests.js.node import run_in_node
from tests.property.rewritten import kept
from tests.soak import is_soak
from tests.vectors.ends import ends
from tests.vectors.state_data import entry_data


def _played() -> Iterator[tuple[str, Game]]:
    names = [*RECORDS][:: 1 if is_soak() else 3]
    yield from ((name, kept(read_record(packed(load(name))))) for name in names)
    yield from ((name, games[-1]) for name, games in ends())


def _logs() -> dict[str, list[Any]]:
    """The logs in the format of the vectors, whose states nobody compares here."""
    logs: dict[str, list[Any]] = {"rulesets": [], "games": []}
    for name, game in _played():
        seats = {"names": game.seats.names, "first_dealer": game.seats.first_dealer}
        first = {"ruleset": len(logs["rulesets"]), "entry": None}
        steps = [first, *({"entry": entry_data(entry)} for entry in game.entries)]
        logs["rulesets"].append(ruleset_data(game.ruleset))
        logs["games"].append({"name": name, "seats": seats, "steps": steps})
    return logs


def test_a_game_has_the_same_state_with_any_part_still_waiting(tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    file.write_text(json.dumps(_logs()), "utf-8")
    found = run_in_node("outbox.mjs", file)
    assert found["different"] == []
    assert found["played"] > (20 if is_soak() else 10)
