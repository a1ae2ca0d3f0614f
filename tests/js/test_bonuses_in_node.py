"""The browser's fold agrees with the rules in random games of bonuses and partners."""

import json
from pathlib import Path
from random import Random

from tests.js.node import run_in_node
from tests.property.test_laws_of_bonuses import by, some_game
from tests.soak import examples
from tests.vectors.own_rules import snapshot_of
from tests.vectors.vectors import Vectors
from tests.vectors.walks import Walk


def test_random_games_of_bonuses_and_partners_are_folded_alike(tmp_path: Path) -> None:
    """Also house rules changed in play, corrections, and slips."""
    written = Vectors(views_every=3)
    for seed in range(examples(8)):
        data, ruleset = by(some_game(luck := Random(seed)), luck)
        snapshot = snapshot_of(data, ruleset.options)
        written.add(f"bonuses {seed}", Walk(seed, snapshot).games)
    vectors = tmp_path / "bonuses.json"
    vectors.write_text(json.dumps(written.as_data()), "utf-8")
    assert run_in_node("vectors.mjs", vectors)["different"] == []
