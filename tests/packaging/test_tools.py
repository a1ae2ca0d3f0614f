"""Tools that no suite runs: a renamed page or file must break a test, not the tool."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.browser.places import PLACES
from tests.browser.screens import PICTURES

ROOT = Path(__file__).parents[2]
TARGETS = re.findall(r"^([a-z][a-z-]*):(?!=)", (ROOT / "Makefile").read_text(), re.MULTILINE)
SOAKS = re.findall(r"^SOAK_([a-z]+) =", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_every_picture_is_of_a_place_that_exists() -> None:
    assert set(PICTURES.values()) <= set(PLACES)


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
