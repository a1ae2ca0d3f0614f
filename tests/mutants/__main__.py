"""`python -m tests.mutants 200 [Python]`: so many mutations of the rules, evenly spread.

In both languages, unless one is named. Lists the survivors, and fails if fewer are killed than
`_LEAST`. Those in `survivors.json` are equivalent, each with a reason, and are not counted.
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.js.node import run_in_node
from tests.mutants.python import mutated_rules
from tests.vectors.scenes import scenes
from tests.vectors.seeds import rare_seeds
from tests.vectors.vectors import random_games, worked_games

_LEAST = 0.95
_KNOWN = json.loads((Path(__file__).parent / "survivors.json").read_text("utf-8"))
Data = dict[str, Any]


def mutated_scripts(many: int) -> Data:
    """The result of `javascript.mjs`, with the vectors first that most often detect a mutation."""
    with TemporaryDirectory() as folder:
        files = []
        played = (scenes(), random_games(range(40)), random_games(rare_seeds()), worked_games(3))
        for number, vectors in enumerate(games.as_data() for games in played):
            files.append(Path(folder) / f"{number}.json")
            files[-1].write_text(json.dumps(vectors), "utf-8")
        told: Data = run_in_node("../mutants/javascript.mjs", str(many), *files)
    return told


_MUTATED = {"JavaScript": mutated_scripts, "Python": mutated_rules}


def _is_known(survivor: Data) -> bool:
    place = ("file", "code", "change")
    return any(all(survivor[key] == row[key] for key in place) for row in _KNOWN)


def main() -> int:
    many, languages, enough = int(sys.argv[1]), sys.argv[2:] or list(_MUTATED), True
    for language in languages:
        told = _MUTATED[language](many)
        survivors = [row for row in told["survivors"] if not _is_known(row)]
        share = 1 - len(survivors) / told["tried"]
        print(f"{language}: {told['tried']} mutations, {share:.1%} killed")
        for row in survivors:
            print(f"  {row['file']}:{row['line']}: {row['change']}   in: {row['code']}")
        enough &= share >= _LEAST
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
