"""Every field of a round is handled everywhere; a forgotten place is named."""

from dataclasses import fields
from typing import Any

import pytest

from companion.gamefile.named import read_named, schemas_of_a_round, write_named
from companion.gamefile.published_schemas import as_text, game_schema
from companion.gamefile.schema import SCHEMA
from companion.rules.fold import entries as e
from companion.rules.fold.log import read_events
from companion.rules.model.fields import is_hidden
from tests.filled import each_field_alone, filled

NAMES = ("Ann", "Ben")
A_ROUND = filled(e.RoundPlay)
ROUNDS = each_field_alone(e.RoundPlay)
STORED = [field.name for field in fields(e.RoundPlay) if not is_hidden(field)]


@pytest.mark.parametrize("kind", e.KINDS.values())
def test_every_field_of_an_entry_survives_its_json(kind: type[e.Entry]) -> None:
    entry = filled(kind)
    assert e.read_entry(*e.write_entry(entry)) == entry


def test_every_field_of_a_round_can_be_told_by_entries_of_the_log() -> None:
    told = read_events(e.entries_of(A_ROUND)).draft.play()
    forgotten = [name for name in STORED if getattr(told, name) != getattr(A_ROUND, name)]
    assert forgotten == []  # in `from_play` of a kind of entry, or in `Draft.play`


@pytest.mark.parametrize("name", STORED)
def test_every_field_of_a_round_survives_a_game_file(name: str) -> None:
    line = write_named(ROUNDS[name], NAMES, (0, 1))
    read = read_named({"hands": {}} | line, NAMES.index)
    rows: Any = read[name]
    assert rows == getattr(ROUNDS[name], name)


def test_every_key_of_a_round_in_a_game_file_says_what_it_means() -> None:
    silent = [name for name, schema in schemas_of_a_round().items() if not schema["description"]]
    assert silent == []  # `kept(about=...)` in RoundPlay


def test_the_schema_of_game_files_has_every_field_of_a_round() -> None:
    # If this fails after a change of the dataclasses, run `make schema`.
    assert SCHEMA.read_text("utf-8") == as_text(game_schema())
