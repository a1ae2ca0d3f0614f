"""The JSON Schema of a game record: a fixed frame, and rounds derived from the dataclasses."""

import json
from pathlib import Path
from typing import Any

from companion.gamefile.named import schemas_of_a_round

_FRAME = Path(__file__).parent / "game-frame.json"


def game_schema() -> dict[str, Any]:
    """The frame with the keys of a round filled into `round` and `open_round`."""
    schema: dict[str, Any] = json.loads(_FRAME.read_text("utf-8"))
    keys = schemas_of_a_round()
    for part in (schema["$defs"]["round"], schema["properties"]["open_round"]):
        part["properties"] |= {key: {"$ref": f"#/$defs/{key}"} for key in keys}
    schema["$defs"] |= keys
    return schema


def as_text() -> str:
    """The schema as published in the package, below docs/ and at its URL."""
    return json.dumps(game_schema(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    print(as_text(), end="")  # noqa: T201 - output for `make schema`
