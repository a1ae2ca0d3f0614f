"""The description of a game in short paragraphs, for the rules card.

A file names its paragraphs, such as `how_to_play.turn.draw`, so that a variant contains only its
differences. A paragraph about a house rule has a condition, `when`.
"""

from collections.abc import Iterator, Sequence

from companion.rules.model.ruleset import HowToPlay
from companion.rules.reading.keys import PARTS
from companion.rules.reading.sections import Data, value_at

# Older stored games have these sentences as a list.
_BEFORE = "melds"


def paragraphs_by_part(named: Data, before: Sequence[str], data: Data) -> HowToPlay:
    """The paragraphs that apply by the rules in `data`, by part; a part may have none.

    `named` are the paragraphs of each part by name, `before` the sentences of an older stored
    game.
    """
    found = {part: tuple(paragraphs(named.get(part, {}), data)) for part in PARTS}
    return found | {_BEFORE: (*before, *found[_BEFORE])}


def paragraphs(named: Data, data: Data) -> Iterator[str]:
    """The paragraphs of a table that apply by the rules in `data`."""
    for row in named.values():
        if all(value_at(data, path) == value for path, value in row["when"].items()):
            yield row["text"]
