"""How a game is played at the table, in short paragraphs for the rules card.

A game's file names its paragraphs, `how_to_play.turn.draw`, so that a variant tells only what is
different in it. A paragraph that goes with a house rule says `when` it holds.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.rules.sections import Data, Section, value_at

PARTS = ("setting_up", "turn", "stock", "melds", "laying_down", "wild_cards", "buying")
# Where games that were kept before had the sentences of their cards, in a list.
_BEFORE = "melds"

HowToPlay = Mapping[str, tuple[str, ...]]


def read_how_to_play(top: Section) -> HowToPlay:
    """The paragraphs that hold by the rules as they stand here, by part; a part may have none.

    Raises RulesetError.
    """
    found = _by_part(top.section("how_to_play"), top.data) if top.has("how_to_play") else {}
    before = _before(top) if top.has(_BEFORE) else ()
    return {part: (*(before if part == "melds" else ()), *found.get(part, ())) for part in PARTS}


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


def _by_part(section: Section, data: Data) -> dict[str, tuple[str, ...]]:
    parts = (part for part in PARTS if section.has(part))
    found = {part: tuple(paragraphs(section.section(part), data)) for part in parts}
    section.finish()
    return found


def paragraphs(section: Section, data: Data) -> Iterator[str]:
    """The paragraphs of a table that hold by the rules in `data`. Raises RulesetError."""
    for key in section.keys():  # noqa: SIM118 - a Section is not a mapping
        row = section.section(key)
        text = row.text("text")
        conditions = row.table("when") if row.has("when") else {}
        row.finish()
        if all(value_at(data, path) == value for path, value in conditions.items()):
            yield text


def _before(top: Section) -> tuple[str, ...]:
    rows = top.sections(_BEFORE)
    texts = tuple(row.text("text") for row in rows)
    for row in rows:
        row.finish()
    return texts


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
