"""The texts of the games of the catalogue: their contexts in the translations."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from companion.rules.reading.catalogue import catalogue, game_data
from companion.web.words.terms import game_key

_READ_BY_PEOPLE = frozenset(
    {"name", "summary", "question", "why", "label", "text", "reason", "about"}
)
_CALLED = "called"
_ADDRESSES = "sources"
_ANSWERS = ("answer",)  # of the referee's questions, which are not in the files of games


def contexts_of(text: str) -> Sequence[str]:
    """Where to look for its translation: the game of this request, then others that have it."""
    keys, here = _keys().get(text, _ANSWERS), game_key()
    return (here, *keys) if here in keys else keys


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
def _keys() -> Mapping[str, Sequence[str]]:
    """By text: the keys of the games that have it, then the other context."""
    found: dict[str, Sequence[str]] = {}
    for key in catalogue():
        for text in texts_of(game_data(key)):
            if key not in found.get(text, ()):
                found[text] = (*found.get(text, ()), key)
    return {text: (*keys, *_ANSWERS) for text, keys in found.items()}
