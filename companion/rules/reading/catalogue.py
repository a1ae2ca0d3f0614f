"""The catalogue: one TOML file per game."""

import copy
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.house_rules import apply_house_rules, unanswered
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import Data, RulesetError, Section
from companion.rules.reading.toml_text import MOST_BYTES, parsed

FOLDER = Path(__file__).parents[1] / "catalogue"
_NOT_INHERITED = ("also_called", "played_in")  # a variant has names of its own


class UnknownGame(LookupError):
    """A key that no game of the catalogue has."""


@cache
def catalogue(folder: Path = FOLDER) -> dict[str, Ruleset]:
    """Every game by key, sorted by name, with its default house rules.

    Raises RulesetError naming the file, the key and the expected value.
    """
    games = [_named_like_its_file(path) for path in folder.glob("*.toml")]
    return {game.key: game for game in sorted(games, key=lambda game: game.name)}


def games_known(folder: Path = FOLDER) -> int:
    """The number of games, without reading them."""
    return sum(1 for _ in folder.glob("*.toml"))


def _named_like_its_file(path: Path) -> Ruleset:
    game = read_game(path)
    if game.key != path.stem:
        raise RulesetError(path.name, "key", f"{path.stem}, as the file is called")
    return game


def read_game(path: Path) -> Ruleset:
    """Read one game's file with its default house rules. Raises RulesetError."""
    return read_ruleset(apply_house_rules(data_of_path(path), {}, path.name), path.name)


def game_data(key: str) -> dict[str, Any]:
    """A game's data before house rules. Raises UnknownGame."""
    if key not in catalogue():
        raise UnknownGame(key)
    return data_of_path(FOLDER / f"{key}.toml")


def data_of_file(key: str) -> dict[str, Any]:
    """A game's data without those of the game that it extends. Raises UnknownGame."""
    if key not in catalogue():
        raise UnknownGame(key)
    return _own_data(FOLDER / f"{key}.toml")


def base_of(key: str) -> str:
    """The key of the game that this one of the catalogue varies; its own if it varies none."""
    base = data_of_file(key).get("extends") if key in catalogue() else None
    return base_of(base) if base else key


def resolved_variant(data: Data, file: str) -> dict[str, Any]:
    """The data of a complete ruleset, or of the game that it extends with its changes.

    Raises RulesetError naming `file`.
    """
    section = Section(data, file)
    if not section.has("extends"):
        return dict(data)
    base = section.text("extends")
    if base not in catalogue():
        raise section.fail("extends", "the key of a game of the catalogue")
    return extended(game_data(base), data, file)


@cache
def data_of_path(path: Path, variants: tuple[str, ...] = ()) -> dict[str, Any]:
    """The data of a file with that of its base; `variants` are those that extend it.

    Raises RulesetError naming the file.
    """
    data = _own_data(path)
    if "extends" not in data:
        return data
    section = Section(data, path.name)
    base = _game_called(section.text("extends"), path.parent)
    if base is None or base.stem in (path.stem, *variants):
        raise section.fail("extends", "the key of another game that does not extend this one")
    return extended(data_of_path(base, (path.stem, *variants)), data, path.name)


def _game_called(key: str, folder: Path) -> Path | None:
    """The file of the game with this key: beside the variant, or in the catalogue."""
    if not re.fullmatch(r"[a-z0-9-]+", key):
        return None
    files = (folder / f"{key}.toml", FOLDER / f"{key}.toml")
    return next((file for file in files if file.is_file()), None)


@cache
def _own_data(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return parsed(file.read(MOST_BYTES + 1), path.name)


def extended(base: Data, variant: Data, file: str = "ruleset") -> dict[str, Any]:
    """The base game with the changes of the variant. Raises RulesetError naming `file`.

    Tables are merged by key and lists are replaced, but house rules are matched by their keys and
    merged; `without_house_rules` names those that the variant removes. The values of the variant
    also answer inherited house rules. The other names of the base game are not inherited.
    """
    section = Section(variant, file)
    without = section.words("without_house_rules") if section.has("without_house_rules") else ()
    own = section.sections("house_rules") if section.has("house_rules") else []
    rules = {rule["key"]: rule for rule in base.get("house_rules", [])}
    for row in own:
        rules[row.text("key")] = {**rules.get(row.text("key"), {}), **row.data}
    merged = _merged({k: v for k, v in base.items() if k not in _NOT_INHERITED}, variant)
    inherited = [rule for key, rule in rules.items() if key not in without]
    merged["house_rules"] = unanswered(inherited, variant, file)
    merged.pop("without_house_rules", None)
    del merged["extends"]
    return merged


def _merged(base: Mapping[str, Any], variant: Mapping[str, Any]) -> dict[str, Any]:
    merged = copy.deepcopy(dict(base))
    for key, value in variant.items():
        both_tables = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = _merged(merged[key], value) if both_tables else copy.deepcopy(value)
    return merged
