"""The texts of the games of the catalogue: their contexts in the translations."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from companion.rules.reading.catalogue import catalogue, data_of_file
from companion.web.words.terms import game_key

_READ_BY_PEOPLE = frozenset(
    {"name", "summary", "question", "why", "label", "text", "reason", "about"}
)
_CALLED = "called"
_ADDRESSES = "sources"
_ANSWERS = ("answer",)  # answers to questions of the referee, which are in no game's file


def contexts_of(text: str) -> Sequence[str]:
    """The contexts of a translation: the game of this request, those that it extends, others.

    Custom games repeat texts of the catalogue.
    """
    keys = _keys().get(text)
    if keys is None:
        return _ANSWERS
    first = [key for key in _lineage(game_key()) if key in keys]
    return (*first, *(key for key in keys if key not in first), *_ANSWERS)


def texts_of(data: Mapping[str, Any]) -> Iterator[str]:
    """Each text for people in the data of a game."""
    for key, value in data.items():
        if key in _READ_BY_PEOPLE and isinstance(value, str):
            yield value
        elif key == _CALLED:
            yield from value.values()
        elif isinstance(value, dict):
            yield from texts_of(value)
        elif isinstance(value, list) and key != _ADDRESSES:
            for row in value:
                yield from texts_of(row) if isinstance(row, dict) else ()


@cache
def _lineage(key: str) -> Sequence[str]:
    """The game with this key, the one that it extends, and so on; none for a custom game."""
    if key not in catalogue():
        return ()
    return (key, *_lineage(str(data_of_file(key).get("extends", ""))))


@cache
def _keys() -> Mapping[str, Sequence[str]]:
    """For each text the keys of the games whose files have it, as in the extraction."""
    found: dict[str, dict[str, None]] = {}
    for key in catalogue():
        for text in texts_of(data_of_file(key)):
            found.setdefault(text, {})[key] = None
    return {text: tuple(keys) for text, keys in found.items()}
