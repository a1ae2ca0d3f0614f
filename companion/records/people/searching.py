"""Searching games by title, players and the name of the rules."""

import unicodedata
from collections.abc import Mapping
from typing import Any

_MOST_WORDS = 8
_LONGEST = 200  # characters of a query that are used


def found_by(ruleset_name: str, title: str, summary: Mapping[str, Any]) -> str:
    """The searchable text of a game; `title` is the first one."""
    called = summary.get("title", title)
    return " ".join(map(_plain, (called, *summary["players"], ruleset_name)))


def searched(typed: str) -> tuple[str, ...]:
    """The words of a query, normalised as in `found_by`; all of them must match."""
    return tuple(_plain(typed[:_LONGEST]).split()[:_MOST_WORDS])


def _plain(text: str) -> str:
    """Lower case without accents, so that Chloe finds Chloé."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    letters = (p for p in parts if unicodedata.category(p)[0] not in "CM" or p.isspace())
    return " ".join("".join(letters).split())
