"""The seeds of the random games: the first ones, and some with rare cases.

`seeds.json` lists them with their cases. If none of them covers a new key, kind or code, `python
-m tests.vectors.seeds` searches for a game that does, and leaves the others unchanged.
"""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from tests.vectors.coverage import Coverage
from tests.vectors.scenes import scenes
from tests.vectors.vectors import random_games, worked_games

_FILE = Path(__file__).with_name("seeds.json")
_PATIENCE = 2_000  # games


def seeds() -> dict[str, Any]:
    """`first` is the number of consecutive seeds; `rare` are further ones."""
    return dict(json.loads(_FILE.read_text("utf-8")))


def rare_seeds() -> list[int]:
    """The seeds with cases that the others lack."""
    return [row["seed"] for row in seeds()["rare"]]


def _meet(met: Coverage, seed: int) -> list[str]:
    """The missing cases that this game covers."""
    before = met.missed()
    met.meet(random_games([seed]).as_data())
    after = {*met.missed()}
    return [what for what in before if what not in after]


def found(first: int) -> Iterator[dict[str, Any]]:
    """The necessary rare seeds: known ones first, then new ones."""
    met = Coverage()
    for vectors in (worked_games(), scenes(), random_games(range(first))):
        met.meet(vectors.as_data())
    for seed in (*rare_seeds(), *range(first, _PATIENCE)):
        if not met.missed():
            return
        if new := _meet(met, seed):
            yield {"seed": seed, "for": new}
    for number, what in zip(count(1), met.missed(), strict=False):
        print(f"{number}. No game of {_PATIENCE} meets: {what}")  # noqa: T201


def main() -> None:
    first = seeds()["first"]
    told = {"first": first, "rare": [*found(first)]}
    _FILE.write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
