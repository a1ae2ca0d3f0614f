"""The catalogue: one TOML file a game."""

import copy
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.rules.house_rules import apply_house_rules
from companion.rules.reading import RulesetError
from companion.rules.ruleset_reading import read_ruleset
from companion.rules.rulesets import Ruleset

FOLDER = Path(__file__).parent


class UnknownGame(LookupError):
    """A key that no game of the catalogue has."""


@cache
def catalogue(folder: Path = FOLDER) -> dict[str, Ruleset]:
    """Every game by key, in the order of their names, with its default house rules.

    Raises RulesetError naming the file, the key and what was expected.
    """
    games = [read_game(path) for path in folder.glob("*.toml")]
    return {game.key: game for game in sorted(games, key=lambda game: game.name)}


def read_game(path: Path) -> Ruleset:
    """Read one game's file with its default house rules. Raises RulesetError."""
    return read_ruleset(apply_house_rules(_data(path), {}, path.name), path.name)


def game_data(key: str, folder: Path = FOLDER) -> dict[str, Any]:
    """A game's data before house rules. Raises UnknownGame."""
    if key not in catalogue(folder):
        raise UnknownGame(key)
    return _data(folder / f"{key}.toml")


@cache
def _data(path: Path) -> dict[str, Any]:
    data = _own_data(path)
    if "extends" not in data:
        return data
    base = path.with_name(f"{data['extends']}.toml")
    if base == path or not base.is_file():
        raise RulesetError(path.name, "extends", f"the key of another game, found {base.stem}")
    return extended(_data(base), data)


def _own_data(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesetError(path.name, "the file", f"TOML ({error})") from error


def extended(base: Mapping[str, Any], variant: Mapping[str, Any]) -> dict[str, Any]:
    """The base game with what the variant says differently.

    Tables are merged key by key and lists replaced, but house rules are matched by their own keys
    and merged; `without_house_rules` names those that the variant does not have.
    """
    merged = _merged(base, variant)
    rules = {rule["key"]: rule for rule in base.get("house_rules", [])}
    for rule in variant.get("house_rules", []):
        rules[rule["key"]] = {**rules.get(rule["key"], {}), **rule}
    without = merged.pop("without_house_rules", [])
    merged["house_rules"] = [rule for key, rule in rules.items() if key not in without]
    del merged["extends"]
    return merged


def _merged(base: Mapping[str, Any], variant: Mapping[str, Any]) -> dict[str, Any]:
    merged = copy.deepcopy(dict(base))
    for key, value in variant.items():
        both_tables = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = _merged(merged[key], value) if both_tables else copy.deepcopy(value)
    return merged
