"""A server started like by hosting platforms, with their environment variables."""

import os
import subprocess
import sys
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.commands import main
from tests.workers.nodes import PATIENCE, soon
from tests.workers.ports import free_port
from tests.workers.test_behind_a_proxy import KEY


@pytest.mark.soak
def test_the_platform_says_the_port_and_the_database(tmp_path: Path) -> None:
    port, book = free_port(), tmp_path / "games.sqlite"
    platform = {"PORT": str(port), "DATABASE_URL": f"sqlite:///{book}"}
    ours = {"COMPANION_ENV": "production", "COMPANION_SECRET_KEY": KEY, "COMPANION_PROXIES": "1"}
    # A program with workers of its own; those of other tests are forked.
    program = [sys.executable, "-c", "from companion.cli.commands import main; main()"]
    run = subprocess.Popen([*program, "run", "--workers", "2"], env=os.environ | platform | ours)
    try:
        soon(lambda: is_ready(port), 3 * PATIENCE)  # three programs start
    finally:
        run.terminate()
        run.wait()
    assert book.is_file()


def is_ready(port: int) -> bool:
    with suppress(OSError), closing(HTTPConnection("127.0.0.1", port, timeout=60)) as wire:
        wire.request("GET", "/readyz")
        return wire.getresponse().read() == b"ready\n"
    return False


@pytest.mark.parametrize("said", ["http", "0", "70000"])
def test_a_port_that_is_none_is_reported_with_its_variable(said: str) -> None:
    done = CliRunner().invoke(main, ["run"], env={"PORT": said})
    assert done.exit_code == 2
    assert "(env var: 'PORT')" in done.output
