"""The client in the documents, run unchanged against a real server."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.serving import LiveServer
from tests.packaging.documents import DOCUMENTS
from tests.web.phone import Phone

pytestmark = pytest.mark.only_on("sqlite")

GUIDE = DOCUMENTS["docs/how-to/programs.md"]


def client() -> str:
    (block,) = [block for block in GUIDE.blocks if block.language == "python"]
    return block.text


def test_the_client_of_the_documents_plays_a_round(server: LiveServer, tmp_path: Path) -> None:
    (tmp_path / "client.py").write_text(client(), "utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "client.py", server.url],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    *standings, link = done.stdout.splitlines()
    assert standings == ["1 Ann 0", "2 Ben 90"]
    address = link.removeprefix(f"The table: {server.url}")
    assert Phone(server.app).open(address).heading == "Round 2"
