"""A copy of the project for mutations, so that the work tree stays unchanged."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from shutil import copytree, ignore_patterns

from tests.mutants.mutations import ROOT

_NEEDED = ("companion", "templates", "static", "tests", "docs")
_NOTHING_TO_RUN = 5  # pytest’s exit code


def copy_to(folder: Path) -> Path:
    """Copy the files that tests need into this folder."""
    for name in _NEEDED:
        ignored = ignore_patterns("__pycache__", "node_modules", "screens")
        copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "babel.cfg", "CHANGELOG.md", "README.md"):
        (folder / name).write_bytes((ROOT / name).read_bytes())
    (folder / "tests/js/node_modules").symlink_to(ROOT / "tests/js/node_modules")
    return folder


def is_killed(folder: Path, tests: Iterable[str], patience: float | None = None) -> bool:
    """Whether any of these tests fails there, also by taking longer than `patience` seconds."""
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "--no-header", *tests]
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, timeout=patience, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    assert done.returncode != _NOTHING_TO_RUN, done.stdout.decode()
    return done.returncode != 0  # by a test, or by an import error
