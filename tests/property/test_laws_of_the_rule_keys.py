"""The JSON Schema of rulesets and their reader accept and refuse the same data."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.gamefile.published_schemas import ruleset_schema
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.keys import RULE_KEYS, read_keys
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import RulesetError, Section
from tests.kinds import with_every_key
from tests.soak import examples

SCHEMA = Draft202012Validator(ruleset_schema())
GAMES = sorted(catalogue())
# Replacement values: nearly right, or completely wrong.
ODD: list[Any] = [
    *(None, True, False, -1, 0, 1, 4, 21, 61, 10**5, 12.5, "", " ", "x", "none", "own", "S3 R4"),
    *("x" * 401, "two\nlines", "\x85", "limit_reached", "finish", [], {}, [1], [0], ["K"], [{}]),
    *(
        [1] * 101,
        ["S3", "R1"],
        ["S3 2xA", "1x10"],
        ["0xA"],
        {"text": "t"},
        [{"text": "t"}],
        {"x": {"text": "t"}},
        {"x": 1},
    ),
]


def is_readable(data: dict[str, Any]) -> bool:
    """Whether each key is readable by itself, even if keys contradict each other."""
    try:
        read_keys(Section(data, "ruleset"), RULE_KEYS)
    except RulesetError:
        return False
    return True


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every table or list of the data with each of its keys."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield data, key
        if isinstance(value, dict | list):
            yield from places(value)


def with_a_slip(data: dict[str, Any], luck: Random) -> None:
    """A value replaced, a key removed, or one added."""
    place, key = luck.choice([*places(data)])
    slip = luck.random()
    if slip < 0.2 and isinstance(place, dict):
        del place[key]
    elif slip < 0.3 and isinstance(place, dict):
        place[luck.choice(["limit", "melds", "sets", "text", "slip"])] = luck.choice(ODD)
    else:
        place[key] = copy.deepcopy(luck.choice(ODD))


@st.composite
def slips(draw: st.DrawFn) -> dict[str, Any]:
    """A game of the catalogue with one or two possible mistakes."""
    luck = Random(draw(st.integers(0, 2**32)))
    data = copy.deepcopy(game_data(draw(st.sampled_from(GAMES))))
    for _ in range(draw(st.integers(1, 2))):
        with_a_slip(data, luck)
    return data


@pytest.mark.parametrize("key", with_every_key())
def test_the_schema_accepts_every_game_of_the_catalogue(key: str) -> None:
    SCHEMA.validate(game_data(key))
    for rule in catalogue()[key].house_rules:
        for choice in rule.choices:
            SCHEMA.validate(apply_house_rules(game_data(key), {rule.key: choice.value}))


@settings(max_examples=examples(30, 60))
@given(slips())
def test_schema_and_reader_refuse_the_same(data: dict[str, Any]) -> None:
    assert SCHEMA.is_valid(data) == is_readable(data)


@settings(max_examples=examples(12, 25))
@given(slips())
def test_readable_rules_fit_the_schema(data: dict[str, Any]) -> None:
    """The reader also checks combinations of keys, which the schema does not."""
    try:
        read_ruleset(data)
    except RulesetError:
        return
    SCHEMA.validate(data)
