"""Mutations that once survived: a test must fail for each of them. `named.json` lists them.

`survivors.json` excuses others, for which no test can fail.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.copied import copy_to, is_killed
from tests.mutants.mutations import ROOT

NAMED = json.loads((Path(__file__).parent / "named.json").read_text("utf-8"))
_NAMES = [row["name"] for row in NAMED]
EXCUSED = json.loads((Path(__file__).parent / "survivors.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_to(tmp_path_factory.mktemp("mutants"))


@pytest.mark.soak
def test_without_a_mutation_these_tests_pass(copy: Path) -> None:
    assert not is_killed(copy, sorted({test for row in NAMED for test in row["tests"]}))


@pytest.mark.parametrize("row", NAMED, ids=_NAMES)
def test_the_code_is_still_there_for(row: dict[str, Any]) -> None:
    """Else only a soak would notice that `named.json` is out of date."""
    assert (ROOT / row["file"]).read_text("utf-8").count(row["code"]) == 1


def test_every_excuse_is_for_code_that_is_still_there() -> None:
    gone = [row for row in EXCUSED if row["code"] not in (ROOT / row["file"]).read_text("utf-8")]
    assert gone == []


@pytest.mark.soak
@pytest.mark.parametrize("row", NAMED, ids=_NAMES)
def test_a_test_fails_for(row: dict[str, Any], copy: Path) -> None:
    path = copy / row["file"]
    source = path.read_text("utf-8")
    path.write_text(source.replace(row["code"], row["mutated"]), "utf-8")
    try:
        assert is_killed(copy, row["tests"])
    finally:
        path.write_text(source, "utf-8")
