"""The app as `companion run` serves it, with two workers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.serving import LiveServer, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    folder: Path = tmp_path_factory.mktemp("workers")
    with serving(folder, workers=2) as live:
        yield live
