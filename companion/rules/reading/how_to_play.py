"""How a game is played at the table, in short paragraphs for the rules card.

A game's file names its paragraphs, `how_to_play.turn.draw`, so that a variant tells only what is
different in it. A paragraph that goes with a house rule says `when` it holds.
"""

from collections.abc import Iterator, Sequence

from companion.rules.model.ruleset import HowToPlay
from companion.rules.reading.keys import PARTS
from companion.rules.reading.sections import Data, value_at

# Where games that were kept before had the sentences of their cards, in a list.
_BEFORE = "melds"


def paragraphs_by_part(named: Data, before: Sequence[str], data: Data) -> HowToPlay:
    """The paragraphs that hold by the rules in `data`, by part; a part may have none.

    `named` are those of each part by name, `before` the sentences of a game that was kept before.
    """
    found = {part: tuple(paragraphs(named.get(part, {}), data)) for part in PARTS}
    return found | {_BEFORE: (*before, *found[_BEFORE])}


def paragraphs(named: Data, data: Data) -> Iterator[str]:
    """The paragraphs of a table that hold by the rules in `data`."""
    for row in named.values():
        if all(value_at(data, path) == value for path, value in row["when"].items()):
            yield row["text"]
