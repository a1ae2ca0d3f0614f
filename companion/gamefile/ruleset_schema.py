"""The JSON Schema of a ruleset, from the table of keys that its reader uses; docs/ has a copy."""

import json
from typing import Any

from companion.rules.reading.keys import RULE_KEYS, schema_of


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


def as_text() -> str:
    """The schema as published below docs/ and at its URL."""
    return json.dumps(ruleset_schema(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    print(as_text(), end="")  # noqa: T201 - output for `make schema`
