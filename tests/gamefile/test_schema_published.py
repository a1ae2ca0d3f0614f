"""The JSON Schema of the game record: the same file in the package, in docs/ and on servers."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from jsonschema import Draft202012Validator

from companion.gamefile.published_schemas import as_text, ruleset_schema
from companion.gamefile.schema import SCHEMA
from tests.gamefile.games import RECORDS, load

ADDRESS = "/schema/companion-game-1.json"
PUBLISHED = Path(__file__).parents[2] / "docs" / "reference" / "companion-game-1.schema.json"
REFERENCE = PUBLISHED.with_name("file-formats.md")

RULESET_ADDRESS = "/schema/companion-ruleset-1.json"
RULESET_PUBLISHED = PUBLISHED.with_name("companion-ruleset-1.schema.json")


def schema() -> dict[str, Any]:
    return json.loads(SCHEMA.read_text("utf-8"))


def test_docs_contain_the_schema_of_the_package() -> None:
    # A symlink in docs/; fails on a checkout that made a plain file of it.
    assert PUBLISHED.read_bytes() == SCHEMA.read_bytes()


def test_the_schema_is_served_at_a_stable_address(app: Flask) -> None:
    answer = app.test_client().get(ADDRESS)
    assert (answer.status_code, answer.mimetype) == (200, "application/schema+json")
    assert answer.data == SCHEMA.read_bytes()


def test_the_address_answers_nothing_but_reading(app: Flask) -> None:
    assert app.test_client().head(ADDRESS).status_code == 200
    assert app.test_client().delete(ADDRESS).status_code == 405


def test_it_is_a_schema_and_names_no_host() -> None:
    Draft202012Validator.check_schema(schema())
    assert schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert urlsplit(schema()["$id"]).netloc == ""
    assert schema()["properties"]["format"]["const"] == "companion-game/1"


@pytest.mark.parametrize("name", RECORDS)
def test_every_worked_game_fits_the_served_schema(name: str) -> None:
    Draft202012Validator(schema()).validate(load(name))


def optional_keys(part: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """The keys of this part of the schema that a record may lack, and of all parts of it."""
    here = part | schema()["$defs"].get(part.get("$ref", "").rpartition("/")[-1], {})
    if "items" in here:
        yield from optional_keys(here["items"], f"{path}[]")
    for key, inner in here.get("properties", {}).items():
        name = f"{path}.{key}" if path else key
        if key not in here.get("required", ()):
            yield name
        yield from optional_keys(inner, name)


def test_the_reference_says_what_it_means_that_a_key_of_a_record_is_absent() -> None:
    section = REFERENCE.read_text("utf-8").split("\n## ")[1]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    named = {key for row in rows for key in re.findall("`(.+?)`", row)}
    # An open round has the keys of a round.
    keys = {re.sub(r"^open_round\.", "rounds[].", key) for key in optional_keys(schema())}
    assert keys - named == {"rounds[].went_out"}, "said at `open_round`"
    assert named <= keys


def test_docs_and_url_have_the_schema_of_the_rule_keys(app: Flask) -> None:
    # If this fails after a change of the table, run `make schema`.
    assert RULESET_PUBLISHED.read_text("utf-8") == as_text(ruleset_schema())
    answer = app.test_client().get(RULESET_ADDRESS)
    assert (answer.status_code, answer.mimetype) == (200, "application/schema+json")
    assert json.loads(answer.data) == ruleset_schema()


def test_the_schema_of_rulesets_is_one_and_names_no_host() -> None:
    Draft202012Validator.check_schema(ruleset_schema())
    assert urlsplit(ruleset_schema()["$id"]).netloc == ""
