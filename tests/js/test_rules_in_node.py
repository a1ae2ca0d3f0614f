"""The browser's fold agrees with the rules after every entry, in worked and random games.

An unused rule would be untested, so that fails, too: a new key of the rules, a new kind of entry,
a new code, and a branch of JavaScript that never ran. `tests/vectors` writes the games.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.rules.fold.entries import KINDS
from tests.js.node import HERE, run_in_node
from tests.soak import examples, is_soak
from tests.vectors.coverage import Coverage
from tests.vectors.scenes import scenes
from tests.vectors.seeds import rare_seeds, seeds
from tests.vectors.vectors import random_games, worked_games
from tests.vectors.wants import OF_A_PAGE

_AT_ONCE = 200
# Of the worked games, with rotating hands for the view models of a step.
_VIEWS_EVERY = 1 if is_soak() else 8


def _vectors() -> Iterator[dict[str, Any]]:
    yield worked_games(_VIEWS_EVERY).as_data()
    yield scenes().as_data()
    walks = examples(seeds()["first"])
    for first in range(0, walks, _AT_ONCE):
        yield random_games(range(first, min(first + _AT_ONCE, walks))).as_data()
    yield random_games(rare_seeds()).as_data()


def _not_excused(uncovered: list[dict[str, Any]]) -> list[str]:
    """The branches that no vector executed, except those excused in `uncovered.json`.

    Also excuses for branches that ran or no longer exist.
    """
    excused = json.loads((HERE / "uncovered.json").read_text("utf-8"))
    known = {(row["file"], row["text"]) for row in excused}
    found = {(row["file"], row["text"]): row["line"] for row in uncovered}
    missed = [f"{file}:{found[file, text]}: {text}" for file, text in found.keys() - known]
    return sorted(missed) + [f"needs no excuse: {row}" for row in known - found.keys()]


@pytest.mark.long
def test_the_browser_folds_as_the_rules_do_and_no_branch_is_left_out(tmp_path: Path) -> None:
    met, files = Coverage(), []
    for number, vectors in enumerate(_vectors()):
        met.meet(vectors)
        files.append(tmp_path / f"{number}.json")
        files[-1].write_text(json.dumps(vectors), "utf-8")
    found = run_in_node("vectors.mjs", *files)
    assert found["different"] == []
    assert met.missed() == []  # `python -m tests.vectors.seeds` finds games that meet these
    assert _not_excused(found["uncovered"]) == []


def test_the_browser_knows_every_kind_of_entry_and_checks_those_that_a_page_can_want() -> None:
    kinds = run_in_node("vectors.mjs")["kinds"]
    assert {*kinds["all"]} == KINDS.keys()
    assert {*kinds["checked"]} == OF_A_PAGE
    assert {*kinds["goes_back"]} == {kind for kind, cls in KINDS.items() if cls.goes_back}


def test_the_browser_sends_no_field_that_the_api_refuses() -> None:
    known = {k: [*cls.schema(with_hidden=True)["properties"]] for k, cls in KINDS.items()}
    sent = run_in_node("as_command.mjs", json.dumps(known))
    assert sent == {kind: [*cls.schema()["properties"]] for kind, cls in KINDS.items()}
