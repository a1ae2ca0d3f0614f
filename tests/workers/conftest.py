"""The app as `companion run` serves it, with two workers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.serving import LiveServer, serving
from tests.workers.clients import HEARTBEAT


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    folder: Path = tmp_path_factory.mktemp("workers")
    with serving(folder, workers=2, LIVE_HEARTBEAT_SECONDS=HEARTBEAT) as live:
        yield live
