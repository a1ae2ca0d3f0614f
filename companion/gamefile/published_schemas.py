"""The JSON Schemas that are published: of a game record, and of a ruleset.

That of a record is a fixed frame, and rounds derived from the dataclasses; that of a ruleset the
table of keys that its reader uses.
"""

import json
import sys
from pathlib import Path
from typing import Any

from companion.gamefile.named import schemas_of_a_round
from companion.rules.reading.keys import RULE_KEYS, schema_of

_FRAME = Path(__file__).parent / "game-frame.json"


def game_schema() -> dict[str, Any]:
    """The frame with the keys of a round filled into `round` and `open_round`."""
    schema: dict[str, Any] = json.loads(_FRAME.read_text("utf-8"))
    keys = schemas_of_a_round()
    for part in (schema["$defs"]["round"], schema["properties"]["open_round"]):
        part["properties"] |= {key: {"$ref": f"#/$defs/{key}"} for key in keys}
    schema["$defs"] |= keys
    return schema


def ruleset_schema() -> dict[str, Any]:
    """The schema of every key of a ruleset; only the reader checks constraints across keys."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:rummy-companion:companion-ruleset-1",
        "title": "A ruleset, companion-ruleset/1",
        "description": "The rules of one game: a file of the catalogue, the file of an own game "
        "(TOML, both), or “ruleset” in a game record. One that extends a game of the catalogue "
        "holds only what differs, and is read with what it extends.",
        **schema_of(RULE_KEYS),
    }


def as_text(schema: dict[str, Any]) -> str:
    """A schema as published in the package, below docs/ and at its URL."""
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":  # for `make schema`
    print(as_text({"game": game_schema, "ruleset": ruleset_schema}[sys.argv[1]]()), end="")  # noqa: T201
