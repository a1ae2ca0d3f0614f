"""Extracts the texts of a game's TOML file, and notes for translators; called by Babel."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

_READ_BY_PEOPLE = frozenset(
    {"name", "summary", "question", "why", "label", "text", "reason", "about"}
)
_CALLED = "called"
_ADDRESSES = "sources"

Message = tuple[int, None, str, list[str]]


def texts_of_a_game(file: BinaryIO, *_: object, **__: object) -> Iterator[Message]:
    """Each text with its line number, in Babel's format."""
    content = file.read().decode("utf-8")
    for text in _texts(tomllib.loads(content)):
        yield content[: content.index(text)].count("\n") + 1, None, text, []


def notes_on_words(file: BinaryIO, *_: object, **__: object) -> Iterator[Message]:
    """Each message of `for_translators.toml` with its note, in Babel's format."""
    content = file.read().decode("utf-8")
    for message, note in tomllib.loads(content).items():
        yield content[: content.index(f'"{message}"')].count("\n") + 1, None, message, [note]


def _texts(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if key in _READ_BY_PEOPLE and isinstance(value, str):
            yield value
        elif key == _CALLED:
            yield from value.values()
        elif isinstance(value, dict):
            yield from _texts(value)
        elif isinstance(value, list) and key != _ADDRESSES:
            for row in value:
                yield from _texts(row) if isinstance(row, dict) else ()
