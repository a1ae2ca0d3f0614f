"""Finding games by what people remember of them: title, players, the name of the game."""

import unicodedata
from collections.abc import Mapping
from typing import Any

_MOST_WORDS = 8
_LONGEST = 200  # characters of a search that are looked at


def found_by(ruleset_name: str, title: str, summary: Mapping[str, Any]) -> str:
    """The text in which a game is searched for; `title` is the one it was started with."""
    called = summary.get("title", title)
    return " ".join(map(_plain, (called, *summary["players"], ruleset_name)))


def searched(typed: str) -> tuple[str, ...]:
    """The words somebody typed, as `found_by` has them: every one of them must be found."""
    return tuple(_plain(typed[:_LONGEST]).split()[:_MOST_WORDS])


def _plain(text: str) -> str:
    """Small letters without accents: who looks for Chloe finds Chloé."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    kept = (part for part in parts if unicodedata.category(part)[0] not in "CM" or part.isspace())
    return " ".join("".join(kept).split())
