"""Refused games: each file has the refused entry, the code and the sentence.

`record` is the game; if it can be read, `then` contains the entries that a phone sends afterwards.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from companion.cli.commands import main
from companion.gamefile import Record, read_record
from companion.gamefile.schema import SCHEMA
from companion.rules.decide import Command, decide
from companion.rules.fold.entries import read_entry
from companion.rules.game import Game
from companion.rules.judging.refusals import Refused
from companion.sentences import refusal_sentence
from tests.gamefile.games import GAMES, packed

Told = dict[str, Any]
REFUSED: dict[str, Told] = {
    path.stem: json.loads(path.read_text("utf-8")) for path in (GAMES / "refused").glob("*.json")
}
RECORDS = sorted(name for name, game in REFUSED.items() if "then" not in game)
SENT = sorted(REFUSED.keys() - RECORDS)


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_refused_with_its_sentence_and_nothing_is_scored(name: str) -> None:
    game = REFUSED[name]
    found = CliRunner().invoke(main, ["score", "-"], input=packed(game["record"]))
    assert (found.exit_code, found.stdout) == (2, "")
    assert json.loads(found.stderr) == {"error": game["refused"]}


@pytest.mark.parametrize("name", SENT)
def test_a_refused_command_is_answered_with_its_sentence(name: str) -> None:
    game = REFUSED[name]
    record = read_record(packed(game["record"]))
    wanted = tuple(read_entry(row["kind"], row) for row in game["then"])
    with pytest.raises(Refused) as refused:
        decide(begun(record), Command(wanted, len(record.entries)))
    assert told(refused.value, record) == game["refused"]


@pytest.mark.parametrize("name", REFUSED)
def test_refused_records_fit_the_schema_and_state_their_reason(name: str) -> None:
    game = REFUSED[name]
    Draft202012Validator(json.loads(Path(SCHEMA).read_text("utf-8"))).validate(game["record"])
    assert game["why"]


def begun(record: Record) -> Game:
    """The game of this record."""
    return Game.begun(json.dumps(record.ruleset_data), record.seats, record.entries)


def told(refused: Refused, record: Record) -> Told:
    """Code, player and sentence, in the format of the files."""
    name = None if refused.seat is None else record.state.names[refused.seat]
    sentence = refusal_sentence(refused.code, refused.missing)
    values = {"name": name, **refused.numbers}
    return {"code": refused.code, "player": name, "message": sentence.english(values)}
