"""Deployment files: the image copies existing files and installs locked requirements."""

import json
import re
import subprocess
import sys
import tomllib
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

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
    """The locked versions by package; each must have hashes."""
    text = (ROOT / "deploy" / name).read_text()
    found = {canonicalize_name(package): version for package, version, _ in LOCKED.findall(text)}
    assert len(found) == text.count("==") - len(re.findall(r" ; .*==", text)), "one has no hash"
    return found


@pytest.mark.parametrize("said", NEEDED)
def test_locked_requirements_match_the_dependencies(said: str) -> None:
    """If this fails, run `make lock`."""
    needed, versions = Requirement(said), locked("requirements.txt")
    assert needed.specifier.contains(versions[canonicalize_name(needed.name)])


def test_build_requirements_are_locked_too() -> None:
    assert {"babel", "build", "hatchling"} <= locked("build-requirements.txt").keys()


def test_files_copied_by_the_image_exist_and_are_in_its_context() -> None:
    steps = (ROOT / "Dockerfile").read_text()
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", steps, re.MULTILINE)
    names = [name for line in copied for name in line.split()]
    allowed = (ROOT / ".dockerignore").read_text().splitlines()
    assert "companion" in names
    for name in names:
        assert (ROOT / name).exists(), name
        assert f"!{name}" in allowed or name.startswith("deploy/"), name


class _Ready(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/readyz" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


def test_the_health_check_of_the_image_asks_at_the_port_of_the_app() -> None:
    steps = (ROOT / "Dockerfile").read_text()
    command = re.search(r"^HEALTHCHECK .*\\\n +CMD (.+)$", steps, re.MULTILINE)
    assert command
    python, *arguments = json.loads(command[1])
    assert python == "python"
    with HTTPServer(("127.0.0.1", 0), _Ready) as app:
        Thread(target=app.serve_forever, daemon=True).start()
        asked = [sys.executable, *arguments]
        subprocess.run(asked, env={"PORT": str(app.server_port)}, check=True)
        app.shutdown()
