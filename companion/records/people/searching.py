"""Searching games by title, players and the name of the rules."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, func
from sqlalchemy.orm import InstrumentedAttribute

from companion.rules.model.names import SPELLINGS, searchable

_MOST_WORDS = 8
_LONGEST = 200  # characters of a query that are used


def found_by(ruleset_name: str, title: str, summary: Mapping[str, Any]) -> str:
    """The searchable text of a game; `title` is the first one."""
    called = summary.get("title", title)
    return " ".join(map(searchable, (called, *summary["players"], ruleset_name)))


def searched(typed: str) -> tuple[str, ...]:
    """The words of a query, normalised as in `found_by`; all of them must match."""
    return tuple(searchable(typed[:_LONGEST]).split()[:_MOST_WORDS])


def finds(word: str, text: InstrumentedAttribute[str]) -> ColumnElement[bool]:
    """Whether this word of a query is in the searchable text of a game.

    Texts of former versions have Arabic letters in every spelling.
    """
    spelled: ColumnElement[str] | InstrumentedAttribute[str] = text
    if not word.isascii():
        for other, letter in SPELLINGS.items():
            spelled = func.replace(spelled, other, letter)
    return spelled.contains(word, autoescape=True)
