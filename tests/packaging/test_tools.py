"""Tools that no suite runs: a renamed page or file must break a test, not the tool.

The mutations are parts of `make soak` themselves.
"""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from bench.amount import SMALLEST

ROOT = Path(__file__).parents[2]
TARGETS = re.findall(r"^([a-z][a-z-]*):(?!=)", (ROOT / "Makefile").read_text(), re.MULTILINE)
SOAKS = re.findall(r"^SOAK_([a-z-]+) =", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("target", sorted({*TARGETS, *(f"soak-{part}" for part in SOAKS)}))
def test_every_target_of_make_can_be_planned(target: str) -> None:
    planned = subprocess.run(
        ["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert planned.returncode == 0, planned.stderr
    for file in re.findall(r"\btests/[\w/]+\.py\b", planned.stdout):
        assert (ROOT / file).exists(), file


def test_soak_runs_each_of_its_parts_in_the_order_of_their_list() -> None:
    listed = re.search(r"^SOAKS := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert listed
    assert listed[1].split() == SOAKS


def test_the_bench_finds_the_functions_that_it_measures() -> None:
    for module in (ROOT / "bench").glob("[!_]*.py"):
        import_module(f"bench.{module.stem}")


@pytest.mark.soak
@pytest.mark.parametrize("part", ["bench", "bench.capacity", "bench.many_phones"])
def test_each_part_of_the_bench_runs_with_the_smallest_count(part: str) -> None:
    done = _python("-m", part, **{SMALLEST: "yes"})
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("figure")


@pytest.mark.soak
def test_the_pictures_of_the_documents_can_be_taken(tmp_path: Path) -> None:
    done = _python("-m", "tests.browser.screens", tmp_path, tmp_path, "--only-documents")
    assert done.returncode == 0, done.stderr[-2000:]


def _python(*arguments: str | Path, **environ: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | environ, capture_output=True, text=True, check=False
    )
