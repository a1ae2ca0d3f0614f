"""What is shipped to run it by: the image copies what is there, and what it installs is locked."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKED = re.compile(
    r"^([\w.-]+)==(\S+?)(?: ;.*?)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)",
    re.MULTILINE,
)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = [PROJECT["optional-dependencies"][name] for name in ("metrics", "pdf", "postgres")]
NEEDED = [*PROJECT["dependencies"], *(said for extra in EXTRAS for said in extra)]


def locked(name: str) -> dict[str, str]:
    """The version of each package of this list; each has its hashes."""
    text = (ROOT / "deploy" / name).read_text()
    found = {canonicalize_name(package): version for package, version, _ in LOCKED.findall(text)}
    assert len(found) == text.count("==") - len(re.findall(r" ; .*==", text)), "one has no hash"
    return found


@pytest.mark.parametrize("said", NEEDED)
def test_what_the_app_needs_is_locked_as_it_needs_it(said: str) -> None:
    """If this fails, `make lock`."""
    needed, versions = Requirement(said), locked("requirements.txt")
    assert needed.specifier.contains(versions[canonicalize_name(needed.name)])


def test_what_builds_it_is_locked_too() -> None:
    assert {"build", "hatchling"} <= locked("build-requirements.txt").keys()


def test_all_that_the_image_copies_is_there_and_is_sent_to_its_builder() -> None:
    steps = (ROOT / "Dockerfile").read_text()
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", steps, re.MULTILINE)
    names = [name for line in copied for name in line.split()]
    allowed = (ROOT / ".dockerignore").read_text().splitlines()
    assert "companion" in names
    for name in names:
        assert (ROOT / name).exists(), name
        assert f"!{name}" in allowed or name.startswith("deploy/"), name
