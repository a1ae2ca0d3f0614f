"""The app as `companion run` serves it, with two workers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.serving import LiveServer, serving
from tests.databases import Database
from tests.workers.clients import HEARTBEAT


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, database: Database) -> Iterator[LiveServer]:
    yield from _serving(tmp_path_factory.mktemp("workers"), database)


@pytest.fixture
def own_server(tmp_path: Path, database: Database) -> Iterator[LiveServer]:
    """A server that a test may stop, overload or block."""
    yield from _serving(tmp_path, database)


def _serving(folder: Path, database: Database) -> Iterator[LiveServer]:
    at = {"SQLALCHEMY_DATABASE_URI": database.make(folder)}
    with serving(folder, workers=2, LIVE_HEARTBEAT_SECONDS=HEARTBEAT, **at) as live:
        yield live
    database.drop(folder)
