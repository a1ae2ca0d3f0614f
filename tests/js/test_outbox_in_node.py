"""Rebasing waiting commands on the log of the server: pure functions, in Node."""

import json
from pathlib import Path

from tests.js.node import run_in_node
from tests.vectors.vectors import worked_games


def test_a_game_has_the_same_state_with_any_part_still_waiting(tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    file.write_text(json.dumps(worked_games(1000).as_data()), "utf-8")
    found = run_in_node("outbox.mjs", file)
    assert found["different"] == []
    assert found["played"] > 20
