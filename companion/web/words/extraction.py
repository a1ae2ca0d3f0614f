"""Extracts sentences in the terms of games, texts of games and notes; called by Babel."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any, BinaryIO

from babel.messages.extract import extract_python
from jinja2.ext import babel_extract

from companion.rules.model.ruleset import Terms
from companion.web.words.rulesets import texts_of
from companion.web.words.sides import NOTE, OF_A_SIDE, SIDE
from companion.web.words.terms import wording

# The line number, the name of the function, its arguments, and notes.
Message = tuple[int, str | None, str | tuple[str | None, ...], list[str]]
_WITH_CONTEXT = "pgettext"
_IN_CONTEXT = {_WITH_CONTEXT, "lazy_pgettext", "NC_"}  # functions whose first argument is no text
_IN_FORMS = {"ngettext", "NN_"}
_PHASES = Terms(contract="phase", suit="colour")
_TILES = Terms(card="tile", suit="colour", dealer="first player")
_SIDES = Terms(player="side")
# What no game in these terms plays; a custom game that does has the general translation.
_WILD_RANKS = "wild rank|rank .*wild|rank was turned up"
_UNUSED = {
    _PHASES: re.compile(_WILD_RANKS),
    _TILES: re.compile(
        r"(?<!no )contract|\b(?:buy|bought|discard|gin\b|deadwood|drop|play-off|pure|declare)|"
        r"\ban ace|sequences|\bclose[sd]?\b|melded (?:or|cards)|melds (?:and|on the table)|"
        rf"in no meld|stock, face|run without|deals %\(cards\)|dealer’s|{_WILD_RANKS}",
        re.IGNORECASE,
    ),
    _SIDES: re.compile(
        r"contract|\b(?:buy|drop|swap|declared?|knocks?|fewest|fewer points)\b|last one|"
        r"every round,|comes? back|is out|(?:player|players) left|no (?:cards|tiles) left|"
        r"tie is decided|only those|equal points play|several players|that player has|"
        r"player who (?:goes|really|ended)|marked|wild card|\bany player\b|other players|not down|"
        r"played round|left before|furthest|undercut|\bgin\b|\(box\)|laid anything|is down|was out",
        re.IGNORECASE,
    ),
}


def python_in_each_term(*source: Any, **options: Any) -> Iterator[Message]:  # noqa: ANN401 - of Babel
    """The sentences of a module, in the terms for cards, and in those for phases."""
    return _in_terms(extract_python(*source, **options), _PHASES)


def python_of_a_game(*source: Any, **options: Any) -> Iterator[Message]:  # noqa: ANN401 - of Babel
    """The same, and in the terms for tiles and for sides."""
    return _in_terms(extract_python(*source, **options), _PHASES, _TILES, _SIDES)


def jinja_in_each_term(*source: Any, **options: Any) -> Iterator[Message]:  # noqa: ANN401 - of Babel
    """The sentences of a template, in the terms for cards, and in those for phases."""
    return _in_terms(babel_extract(*source, **options), _PHASES)


def jinja_of_a_game(*source: Any, **options: Any) -> Iterator[Message]:  # noqa: ANN401 - of Babel
    """The same, and in the terms for tiles and for sides."""
    return _in_terms(babel_extract(*source, **options), _PHASES, _TILES, _SIDES)


def _in_terms(messages: Iterator[Any], *terms: Terms) -> Iterator[Message]:
    """Each message, and its other wordings in these terms, those of sides last."""
    for line, function, texts, notes in messages:
        yield line, function, texts, notes
        of_a_side = _of_a_side(function, texts) if _SIDES in terms else ()
        if of_a_side:
            yield line, "npgettext" if of_a_side[1:] else _WITH_CONTEXT, (SIDE, *of_a_side), [NOTE]
        context = texts[:1] if function in _IN_CONTEXT and texts else ()
        for of in terms[:-1] if of_a_side else terms:
            own = (*context, *_worded(texts[1:], of)) if context else _worded(texts, of)
            if own != texts and not _UNUSED[of].search(str(texts)):
                yield line, function, own, notes


def _of_a_side(function: str | None, texts: Any) -> tuple[str, ...]:  # noqa: ANN401 - as below
    """The message about a side instead, in each form; empty if there is none of its own."""
    said = (texts,) if isinstance(texts, str) else tuple(texts or ())
    if function in _IN_CONTEXT:
        said = said[1:]
    forms = said[:2] if function in _IN_FORMS else said[:1]
    return tuple(OF_A_SIDE[text] for text in forms if text in OF_A_SIDE)


def _worded(texts: Any, of: Terms) -> Any:  # noqa: ANN401 - a text, several or none
    if isinstance(texts, str):
        return wording(texts, of)
    return texts and tuple(_worded(text, of) for text in texts)


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
