"""Shared fixtures, and the selection of tests for each database."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask
from hypothesis import settings

from tests.books import new_book
from tests.browser.serving import LiveServer, serving
from tests.databases import NAMES, Database, Postgresql, Sqlite
from tests.once import SAME_KEY, made_once, remember_addresses
from tests.postgresql import Server, shared_server
from tests.soak import examples

# Here, because a test may import laws before the conftest.py of their folder is loaded.
settings.register_profile("laws", deadline=None, max_examples=examples(6, 12))
settings.load_profile("laws")
os.environ["LANGUAGE"] = "C"  # the language of commands, also in subprocesses
_ON_BOTH = ("records", "workers")

gc.set_threshold(
    50_000, 20, 100
)  # imports are permanent; scanning them takes a tenth of each collection


def pytest_addoption(parser: pytest.Parser) -> None:
    choices = [*NAMES, "both"]
    parser.addoption("--database", choices=choices, help="run every test that can on this one")


def pytest_configure() -> None:
    """Create the temporary folder before worker processes start."""
    made_once()
    remember_addresses()


def pytest_collection_finish() -> None:
    """Freeze the collected objects, so that garbage collection does not scan them."""
    gc.freeze()


@pytest.hookimpl(trylast=True)  # after pytest has grouped tests by fixture
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests marked `soak`, and put those marked `long` first."""
    items.sort(key=lambda item: not item.get_closest_marker("long"))
    if "SOAK" in os.environ:
        return
    kept_for_later = [item for item in items if item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=kept_for_later)
    items[:] = [item for item in items if item not in kept_for_later]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of records and workers, and those marked for it, on both databases."""
    if "database" in metafunc.fixturenames:
        on = _databases_for(metafunc.definition, metafunc.config.getoption("--database"))
        metafunc.parametrize("database", on, indirect=True, scope="session")


def _databases_for(test: pytest.Item, asked: str | None) -> tuple[str, ...]:
    only = test.get_closest_marker("only_on")
    if only:
        return only.args
    if asked in NAMES:
        return (asked,)
    meant = test.get_closest_marker("both_databases") or test.path.parent.name in _ON_BOTH
    is_on_both = asked or (meant and not test.get_closest_marker("any_database"))
    return NAMES if is_on_both else NAMES[:1]


@pytest.fixture(scope="session")
def run(testrun_uid: str) -> str:
    """A short name of this test run, the same in all its processes."""
    return testrun_uid[:8]


@pytest.fixture(scope="session")
def postgresql_server(run: str) -> Iterator[Server]:
    """A PostgreSQL for this run."""
    yield from shared_server(run)


@pytest.fixture(scope="module")
def own_postgresql() -> Iterator[Server]:
    """Another PostgreSQL, which a test may stop."""
    with TemporaryDirectory(prefix="companion-tests-") as folder:
        server = Server(Path(folder) / "data")
        server.start()
        yield server
        server.stop()


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest, run: str) -> Database:
    """The kind of database that this test runs on."""
    if request.param == "sqlite":
        return Sqlite()
    return Postgresql(request.getfixturevalue("postgresql_server"), run)


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory, database: Database) -> Iterator[Flask]:
    """One score book for all tests, which use unique names for games and devices."""
    folder = tmp_path_factory.mktemp("book")
    limits = ("FILES_AN_HOUR", "GAMES_AN_HOUR", "GUESSES_AN_HOUR", "LINKS_AN_HOUR")
    many = dict.fromkeys(limits, (10**6, 10**6))
    yield from new_book(folder, database, SECRET_KEY=SAME_KEY, **many)


@pytest.fixture
def own_book(tmp_path: Path, database: Database) -> Iterator[Flask]:
    """A score book that a test may lock, break or fill."""
    yield from new_book(tmp_path, database)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A running server for browsers, shared by all engines."""
    folder: Path = tmp_path_factory.mktemp("instance")
    with serving(folder) as live:
        yield live
