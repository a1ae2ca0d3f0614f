"""A full disk: reported in a sentence, nothing half-written, and recovered from."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.records.people.links import new_key
from tests.browser.serving import LiveServer, serving
from tests.records.book import rows
from tests.workers.clients import Client
from tests.workers.test_several_workers import a_game_being_counted

pytestmark = [pytest.mark.soak, pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts")]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    mount = ("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(tmp_path))
    if subprocess.run(mount, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    yield tmp_path
    subprocess.run(("umount", "--lazy", str(tmp_path)), check=True)


@pytest.fixture
def cramped(small_disk: Path) -> Iterator[LiveServer]:
    with serving(small_disk, workers=2) as live:
        yield live


def tap(phone: Client, token: str, total: int) -> int:
    return phone.count(f"/g/{token}/count/1", total, new_key())


def fill(ballast: Path) -> None:
    """Fill the remaining space."""
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"x" * 512):
            pass


def test_while_the_disk_is_full_nothing_is_written_and_then_it_goes_on(
    cramped: LiveServer, small_disk: Path
) -> None:
    token = a_game_being_counted(cramped)
    with closing(Client(cramped)) as phone:
        phone.open(f"/g/{token}/count/1")
        assert tap(phone, token, 5) == 204
        ballast = small_disk / "ballast"
        fill(ballast)
        statuses = [tap(phone, token, 10 + 5 * n) for n in range(40)]
        kept = statuses.count(204)
        assert 503 in statuses
        assert {*statuses} <= {204, 503}
        assert phone.open(f"/g/{token}/count/1") == 200
        ballast.unlink()
        assert tap(phone, token, 500) == 204
    assert [n for n, _, _ in rows(cramped.app, token)] == [*range(1, 1 + 1 + 1 + kept + 1)]
