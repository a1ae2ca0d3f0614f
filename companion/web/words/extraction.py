"""Extracts the texts of a game's TOML file, and notes for translators; called by Babel."""

import tomllib
from collections.abc import Iterator
from typing import BinaryIO

from companion.web.words.game_texts import texts_of

# The line number, the name of the function, its arguments, and notes.
Message = tuple[int, str | None, str | tuple[str, str], list[str]]
_WITH_CONTEXT = "pgettext"


def texts_of_a_game(file: BinaryIO, *_: object, **__: object) -> Iterator[Message]:
    """Each text with its line number and the key of the game as context, in Babel's format."""
    content = file.read().decode("utf-8")
    game = tomllib.loads(content)
    for text in texts_of(game):
        line = content[: content.index(text)].count("\n") + 1
        yield line, _WITH_CONTEXT, (game["key"], text), []


def notes_on_words(file: BinaryIO, *_: object, **__: object) -> Iterator[Message]:
    """Each message of `for_translators.toml` with its note, in Babel's format.

    A table of the file has the words of one context.
    """
    content = file.read().decode("utf-8")
    for name, value in tomllib.loads(content).items():
        if isinstance(value, str):
            yield 1, None, name, [value]
        else:
            yield from ((1, _WITH_CONTEXT, (name, word), [note]) for word, note in value.items())
