"""The rules of a random walk: a catalogue game, or a custom game combined from several."""

import copy
import json
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any
from zlib import crc32

from companion.rules.game import rules_of
from companion.rules.model.house_rules import UnknownOption, Value
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.keys import RULE_KEYS, Key, OneOf, all_keys, key_at
from companion.rules.reading.keys.kinds import Flag, Whole
from companion.rules.reading.keys.tables import Rows
from companion.rules.reading.sections import RulesetError, value_at
from tests.vectors.luck import chance, draw

_OTHERWISE = 0.05  # the probability that a key differs from the game of the walk
_NOT_OF_THE_FOLD = ("names", "melding", "house rules", "to read")


def some_rules(seed: int, luck: Random) -> str:
    """A snapshot as in a stored game, with random choices of its house rules."""
    data = game_data(draw(catalogue(), seed))
    if luck.random() < 0.4 and seed not in map(_home, dict(_rule_keys())):
        return snapshot_of(data, some_options(data, luck))
    for attempt in range(100):
        own = _crossed(game_data(draw(catalogue(), (seed, attempt))), seed, attempt, luck)
        snapshot = snapshot_of(own, some_options(own, luck))
        if _can_be_played(snapshot):
            return snapshot
    return snapshot_of(data, {})


def snapshot_of(data: Mapping[str, Any], options: Mapping[str, Value]) -> str:
    return json.dumps({**data, "options": options}, sort_keys=True)


def some_options(data: Mapping[str, Any], luck: Random) -> dict[str, Value]:
    """A choice for every house rule, mostly the default."""
    rows = data["house_rules"]
    return {
        row["key"]: luck.choice(row["choices"])["value"] if luck.random() < 0.4 else row["default"]
        for row in rows
    }


def _can_be_played(snapshot: str) -> bool:
    try:
        rules_of(snapshot)
    except (RulesetError, UnknownOption):
        return False
    return True


def _crossed(data: Mapping[str, Any], seed: int, attempt: int, luck: Random) -> dict[str, Any]:
    """Some keys have values of other games, or any allowed value.

    Each key has its own probability, and one game in which it certainly differs: so a new key is
    covered, and most other games keep their rules.
    """
    own = copy.deepcopy(dict(data))
    if luck.random() < 0.8:
        _shorten(own, luck)
    for path, key in _rule_keys():
        if _home(path) == seed or chance((seed, attempt), path) < _OTHERWISE:
            its_own = Random(f"{seed} {attempt} {path}")
            found = [*_any_value(key, its_own), *_as_others_have_it(path, its_own)]
            if found:
                _put(own, path, its_own.choice(found))
    words = _words()
    _put(own, *words[draw(words, (seed, attempt))])
    return own


def _home(path: str) -> int:
    """The seed of the game in which this key certainly differs."""
    return crc32(path.encode()) % 40


def _shorten(data: dict[str, Any], luck: Random) -> None:
    """A game that ends soon, because most rules interact at the end."""
    rounds = luck.randint(1, 2)
    for key in ("contracts", "cards_dealt"):
        if isinstance(data[key], list):
            data[key] = data[key][:rounds]
    if luck.random() < 0.3:
        data["end"]["winner"] = luck.choice(key_at("end.winner").kind.words)
    if "limit" in data["end"]:
        data["end"]["limit"] = luck.choice((1, 20, 60))


@cache
def _rule_keys() -> list[tuple[str, Key]]:
    """Each key by which rules can differ, including new ones."""
    tops = tuple(key for key in RULE_KEYS if key.part not in _NOT_OF_THE_FOLD)
    rows = tuple(f"{key.name}." for key in tops if isinstance(key.kind, Rows))
    return [(path, key) for path, key in all_keys(tops) if not path.startswith(rows)]


@cache
def _words() -> dict[str, tuple[str, str | bool]]:
    """Each word and flag with its key, by a common name."""
    found: list[tuple[str, str | bool]] = []
    for path, key in _rule_keys():
        if isinstance(key.kind, OneOf):
            found += [(path, word) for word in key.kind.words]
        if isinstance(key.kind, Flag):
            found += [(path, flag) for flag in (True, False)]
    return {f"{path} {word}": (path, word) for path, word in found}


def _any_value(key: Key, luck: Random) -> Iterator[Any]:
    if isinstance(key.kind, OneOf):
        yield luck.choice(key.kind.words)
    if isinstance(key.kind, Flag):
        yield luck.random() < 0.5
    if type(key.kind) is Whole:
        yield luck.randint(key.kind.least, key.kind.least + 3)


def _as_others_have_it(path: str, luck: Random) -> Iterator[Any]:
    other = game_data(luck.choice(sorted(catalogue())))
    value = value_at(other, path)
    if value is not None:
        yield copy.deepcopy(value)


def _put(data: dict[str, Any], path: str, value: Any) -> None:
    *parents, last = path.split(".")
    place: Any = data
    for parent in parents:
        if not isinstance(place.get(parent), dict):  # absent, or “none”
            place[parent] = {}
        place = place[parent]
    place[last] = value
