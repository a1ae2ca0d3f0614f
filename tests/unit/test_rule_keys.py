"""The table of rule keys: complete, and the single source."""

import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.rules.model.house_rules import HouseRule
from companion.rules.model.play import Adjustment, Drops
from companion.rules.model.ruleset import Buys, DecksFor, End, MovingWild, Ruleset
from companion.rules.reading.keys import (
    HOUSE_RULE,
    PLAIN_KEYS,
    RULE_KEYS,
    Key,
    all_keys,
    key_at,
    read_keys,
)
from companion.rules.reading.keys.kinds import Whole
from companion.rules.reading.sections import RulesetError, Section

PATHS = dict(all_keys(RULE_KEYS))


def named(keys: tuple[Key, ...]) -> set[str]:
    return {key.field or key.name for key in keys}


def inside(path: str) -> tuple[Key, ...]:
    return getattr(PATHS[path].kind, "keys", ())


def test_every_field_of_a_ruleset_is_in_the_table() -> None:
    top = named(RULE_KEYS) | named(inside("players"))
    assert {field.name for field in fields(Ruleset)} <= top
    # Games of earlier versions have their sentences under `melds`.
    assert top - {field.name for field in fields(Ruleset)} == {"players", "melds"}


@pytest.mark.parametrize(
    ("part", "keys"),
    [
        (Buys, inside("buys")),
        (End, inside("end")),
        (MovingWild, inside("moving_wild")),
        (Drops, inside("drops")),
        (Adjustment, inside("adjustments")),
        (HouseRule, tuple(key for key in HOUSE_RULE if key.name != "sets")),
        (DecksFor, tuple(key for key in inside("decks") if key.name != "jokers")),
    ],
)
def test_every_field_of_its_parts_is_in_the_table(part: Any, keys: tuple[Key, ...]) -> None:
    assert is_dataclass(part)
    assert {field.name for field in fields(part)} == named(keys)


def test_keys_are_unique_and_have_a_meaning() -> None:
    assert len(PATHS) == sum(1 for _ in all_keys(RULE_KEYS))
    assert [path for path, key in PATHS.items() if not key.meaning.endswith(".")] == []


def test_the_default_of_a_key_is_that_of_the_value_it_is_read_into() -> None:
    assert End.__dataclass_fields__["tie_points"].default == key_at("end.tie_points").default
    assert End.__dataclass_fields__["rejoin"].default == key_at("end.rejoin").default
    drawn = MovingWild.__dataclass_fields__["drawn"]
    assert drawn.default == key_at("moving_wild.drawn").default


def test_a_key_is_found_by_its_path_and_by_no_other() -> None:
    assert key_at("players.most").kind == Whole(2, 20)
    with pytest.raises(KeyError):
        key_at("players.middle")


@pytest.mark.parametrize("when", ["rounds_played", "limit_reached"])
def test_a_key_that_goes_with_another_is_needed_beside_it_and_has_no_place_elsewhere(
    when: str,
) -> None:
    end = {"winner": "lowest_total", "tiebreak": "shared", "blocked": "void", "when": when}
    needed = when == "limit_reached"
    with pytest.raises(RulesetError, match="limit: expected a whole" if needed else "no such key"):
        read_keys(Section(end if needed else end | {"limit": 100}, "end"), inside("end"))
    given = read_keys(Section(end | ({"limit": 100} if needed else {}), "end"), inside("end"))
    assert given["limit"] == (100 if needed else None)


# The rules card has special words for these.
_TOLD_ELSEWHERE = {
    *("cards_dealt", "direction", "advancing", "only_who_goes_out_lays_down_last"),
    *("hand_size", "joining", "rummy_doubles", "discard_to_go_out", "dealer"),
}
_TOP = Path(__file__).parents[2]


@pytest.mark.parametrize("name", PLAIN_KEYS)
def test_a_key_has_a_sentence_on_the_rules_card(name: str) -> None:
    assert PATHS[name].sentence or name in _TOLD_ELSEWHERE  # in rules/reading/keys


def _asking_for(name: str, folder: str, ending: str, *but_for: str) -> list[Path]:
    paths = (_TOP / folder).rglob(f"*.{ending}")
    files = (
        path for path in paths if not path.relative_to(_TOP / folder).as_posix().startswith(but_for)
    )
    return [path for path in files if re.search(rf"\b{name}\b", path.read_text("utf-8"))]


@pytest.mark.parametrize("name", PLAIN_KEYS)
def test_a_rule_asks_for_it(name: str) -> None:
    not_rules = ("reading/keys/", "reading/ruleset", "model/ruleset.py", "model/scheme.py")
    assert _asking_for(name, "companion/rules", "py", *not_rules)  # otherwise a rule forgets it


@pytest.mark.parametrize("name", PLAIN_KEYS)
def test_the_fold_in_the_browser_asks_for_it(name: str) -> None:
    assert _asking_for(name, "static/js/rules", "js")  # otherwise static/js/rules forgets it
