"""Records for tests: the worked games, and short ones to be broken."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.gamefile import plain, read_record, score

GAMES = Path(__file__).parents[1] / "games"
RECORDS = sorted(path.stem for path in GAMES.glob("*.json"))


# What no other record has: drops, people who go and come back, several games, buys, a void round.
_OF_THEIR_KIND = {
    *("indian-rummy", "indian-rummy-deals", "gin-rummy-hollywood"),
    *("tied-and-gone", "comers-goers-and-buys", "kalookie-buying-back"),
}


def a_third_of(records: Sequence[str]) -> list[Any]:
    """These records as parameters; two of three in the soak, but none of a kind of its own."""
    return [
        pytest.param(name, marks=pytest.mark.soak if n % 3 and name not in _OF_THEIR_KIND else ())
        for n, name in enumerate(records)
    ]


def load(name: str) -> dict[str, Any]:
    """A worked game as data."""
    data = _file(name)
    data.pop("expected", None)
    return data


def as_file(name: str, folder: Path) -> Path:
    """A worked game as a file to import."""
    path = folder / f"{name}.json"
    path.write_bytes(packed(load(name)))
    return path


def expected(name: str) -> dict[str, Any]:
    """The expected results, worked out by hand.

    For each round who dealt it, points, totals and (where players stay on a contract) the next
    contract of each, or else the cards dealt, in seat order; `work` is the arithmetic.
    """
    return dict(_file(name)["expected"])


def _file(name: str) -> dict[str, Any]:
    return json.loads((GAMES / f"{name}.json").read_text("utf-8"))


def packed(record: Any) -> bytes:
    """The record as a file."""
    return json.dumps(record, ensure_ascii=False).encode()


def scored(record: Any) -> dict[str, Any]:
    """The score of the record."""
    read = read_record(packed(record))
    return score(read.ruleset, read.state)


def rewritten(record: dict[str, Any]) -> dict[str, Any]:
    """The record of the game read from this record."""
    return plain(read_record(packed(record)))


def short_game(**changes: Any) -> dict[str, Any]:
    """Two players, one valid round."""
    return {
        "format": "companion-game/1",
        "game": "twelve-step-rummy",
        "players": [{"name": "Ann"}, {"name": "Ben"}],
        "rounds": [one_round()],
    } | changes


def one_round(**changes: Any) -> dict[str, Any]:
    """Ann lays down and goes out; Ben holds thirteen cards, 5 x 10 + 8 x 5 = 90 points."""
    return {
        "laid_down": ["Ann"],
        "went_out": "Ann",
        "hands": {"Ben": {"cards": {"K": 5, "7": 8}}},
    } | changes
