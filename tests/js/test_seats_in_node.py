"""The seats that an entry names, and the players whom a waiting command means by them."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.rules.fold.entries import KINDS, RoundCorrected, RoundPlay, write_entry
from tests.filled import each_field_alone
from tests.js.node import run_in_node

ENTRIES = [
    *(entry for kind in KINDS.values() for entry in each_field_alone(kind).values()),
    *(RoundCorrected(1, play) for play in each_field_alone(RoundPlay).values()),
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    rows = [{"kind": entry.kind} | write_entry(entry)[1] for entry in ENTRIES]
    file: Path = tmp_path_factory.mktemp("seats") / "entries.json"
    file.write_text(json.dumps(rows), "utf-8")
    return run_in_node("seats.mjs", file)


def test_the_browser_knows_the_seats_in_every_field_of_every_entry(browser: dict[str, Any]) -> None:
    found = zip(ENTRIES, browser["seats"], strict=True)
    differing = [entry for entry, seats in found if seats != sorted(entry.seats())]
    assert differing == []  # in static/js/rules/model/named_seats.js


def test_a_command_says_nothing_about_a_player_whose_key_is_not_known(
    browser: dict[str, Any],
) -> None:
    assert browser["stated"] == {"2": "key-of-cy"}
