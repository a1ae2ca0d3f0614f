"""The catalogue: one TOML file a game."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from companion.rules.house_rules import apply_house_rules
from companion.rules.reading import RulesetError
from companion.rules.rulesets import Ruleset, read_ruleset

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
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesetError(path.name, "the file", f"TOML ({error})") from error
