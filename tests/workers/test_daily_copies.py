"""A server that was asked for daily copies makes them."""

import time
from pathlib import Path

from tests.workers.test_behind_a_proxy import running

PATIENCE = 60  # seconds, on a busy machine


def test_a_server_makes_the_copy_of_the_day(tmp_path: Path) -> None:
    copies = tmp_path / "copies"
    until = time.monotonic() + PATIENCE
    with running(tmp_path, COMPANION_DAILY_COPIES=str(copies)):
        while not [*copies.glob("companion-*.sqlite")]:
            assert time.monotonic() < until, (tmp_path / "server.log").read_text()
            time.sleep(0.05)
