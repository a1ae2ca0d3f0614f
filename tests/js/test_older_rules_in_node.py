"""Rules that an earlier version of the app stored on a phone get the keys of this version."""

import json
from typing import Any

import pytest

from companion.rules.reading.ruleset import ruleset_data
from tests.js.node import HERE, run_in_node
from tests.unit.catalogue.games import game

STORED = HERE / "older_rules.json"  # by the version before openings and rewards for closing
OPTIONS: dict[str, dict[str, Any]] = {
    "gin-rummy": {"big_gin": 31},
    "indian-rummy": {},
    "classic-rummy": {},
}
CHANGED = ("endings", "asks_rummy", "opening", "closing", "end", "settlement")
FREE = {"card_values", "card_values_for"}  # keyed by cards


@pytest.fixture(scope="module")
def read() -> dict[str, Any]:
    return run_in_node("older_rules.mjs", STORED)


@pytest.mark.parametrize("key", OPTIONS)
def test_older_rules_have_every_key_of_this_version(key: str, read: dict[str, Any]) -> None:
    now = as_json(key)
    assert keys_in(read[key]) == keys_in(now)
    assert [read[key][k] for k in CHANGED] == [now[k] for k in CHANGED]


def test_rules_of_this_version_stay_as_they_are(tmp_path: Any) -> None:
    file = tmp_path / "rules.json"
    rules = {key: as_json(key) for key in (*OPTIONS, "chinchon", "rami-51")}
    file.write_text(json.dumps(rules), "utf-8")
    assert run_in_node("older_rules.mjs", file) == rules


def as_json(key: str) -> Any:
    return json.loads(json.dumps(ruleset_data(game(key, **OPTIONS.get(key, {})))))


def keys_in(rules: dict[str, Any]) -> dict[str, set[str]]:
    tables = {k: v for k, v in rules.items() if isinstance(v, dict) and k not in FREE}
    return {"": {*rules}} | {k: {*table} for k, table in tables.items()}
