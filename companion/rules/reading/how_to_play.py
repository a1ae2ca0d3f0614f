"""How a game is played at the table, in short paragraphs for the rules card.

A game's file names its paragraphs, `how_to_play.turn.draw`, so that a variant tells only what is
different in it. A paragraph that goes with a house rule says `when` it holds.
"""

from collections.abc import Iterator, Sequence
from typing import Any

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


def retyped(data: Data, part: str, shown: Sequence[str], lines: Sequence[str]) -> dict[str, Data]:
    """A part as somebody has typed it, for the game in `data`, of which these were `shown`.

    A paragraph that is still there keeps its name and its condition; a new one takes those of one
    that is gone; those that do not hold now wait as they are.
    """
    rows = _rows(data, part)
    gone = [key for key, row in rows.items() if row["text"] in shown and row["text"] not in lines]
    waiting = {key: row for key, row in rows.items() if row["text"] not in shown}
    named = {row["text"]: key for key, row in rows.items() if key not in waiting}
    typed: dict[str, Data] = {}
    for line in lines:
        key = named.pop(line, None) or (gone.pop(0) if gone else _free({*rows, *typed}))
        typed[key] = {**rows.get(key, {}), "text": line}
    return typed | waiting


def paragraphs(named: Data, data: Data) -> Iterator[str]:
    """The paragraphs of a table that hold by the rules in `data`."""
    for row in named.values():
        if all(value_at(data, path) == value for path, value in row["when"].items()):
            yield row["text"]


def _rows(data: Data, part: str) -> dict[str, dict[str, Any]]:
    before = data.get(_BEFORE, []) if part == "melds" else []
    listed = {f"line_{n}": dict(row) for n, row in enumerate(before, 1)}
    return listed | {
        key: dict(row) for key, row in data.get("how_to_play", {}).get(part, {}).items()
    }


def _free(taken: set[str]) -> str:
    """A name that no paragraph of the part has."""
    numbers = range(1, len(taken) + 2)
    return next(key for key in (f"line_{n}" for n in numbers) if key not in taken)
