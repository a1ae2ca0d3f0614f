"""An own game as a small file to give to a friend: TOML, as the catalogue is kept in."""

import tomllib
from collections.abc import Mapping
from typing import Any

import tomli_w

from companion.rules.catalogue import resolved_variant
from companion.rules.own_games import key_of_name, read_own_game
from companion.rules.reading import Data, RulesetError

_FILE = "own game"
# A key such as a.a.a.a… is read in a time that grows with the square of its length.
_MOST_CHARACTERS_A_LINE = 1000


def to_toml(data: Data) -> str:
    """The game as a file of the catalogue: put there, it is one of its games."""
    return tomli_w.dumps(dict(data), multiline_strings=False)


def from_toml(content: bytes) -> dict[str, Any]:
    """The game in a file, which may say only what differs from the game it `extends`.

    Raises RulesetError with the key at fault.
    """
    try:
        data = resolved_variant(_parsed(content), _FILE)
        ruleset = read_own_game(data)
    except RecursionError as error:
        raise RulesetError(_FILE, "the file", "no more than a few levels of tables") from error
    return {**data, "key": key_of_name(ruleset.name)}


def _parsed(content: bytes) -> Mapping[str, Any]:
    text = _text(content)
    if not text.strip():
        raise RulesetError(_FILE, "the file", "something in it")
    try:
        return tomllib.loads(text)
    except ValueError as error:  # broken TOML, or a number of thousands of digits
        expected = "a game in TOML (%(why)s)"
        raise RulesetError(_FILE, "the file", expected, why=str(error)) from error


def _text(content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulesetError(_FILE, "the file", "a text in UTF-8") from error
    if max(map(len, text.split("\n"))) > _MOST_CHARACTERS_A_LINE:
        expected = f"lines of up to {_MOST_CHARACTERS_A_LINE} characters"
        raise RulesetError(_FILE, "the file", expected)
    return text
