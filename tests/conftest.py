"""A score book to test with: the app on a database of its own, and which tests run on which."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask

from tests.books import new_book
from tests.browser.serving import LiveServer, serving
from tests.databases import NAMES, Database, Postgresql, Sqlite
from tests.once import made_once, remember_addresses
from tests.postgresql import Server, shared_server

os.environ["LANGUAGE"] = "C"  # of commands, also in processes that tests start
_ON_BOTH = ("records", "workers")

gc.set_threshold(
    50_000, 20, 100
)  # what tests import stays; looking through it takes a tenth of them


def pytest_addoption(parser: pytest.Parser) -> None:
    choices = [*NAMES, "both"]
    parser.addoption("--database", choices=choices, help="run every test that can on this one")


def pytest_configure() -> None:
    """Before other processes start, so that all of them find it."""
    made_once()
    remember_addresses()


def pytest_collection_finish() -> None:
    """What was collected stays: nobody has to look through it for what could be thrown away."""
    gc.freeze()


@pytest.hookimpl(trylast=True)  # behind pytest, which puts tests of one fixture together
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked `soak` is left to that, and what is marked `long` begins."""
    items.sort(key=lambda item: not item.get_closest_marker("long"))
    if "SOAK" in os.environ:
        return
    kept_for_later = [item for item in items if item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=kept_for_later)
    items[:] = [item for item in items if item not in kept_for_later]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests of records and workers run on both databases, as do those that say so themselves."""
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
    """Another one, that a test may stop."""
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
    """One score book for all tests: games and devices have names nobody else has."""
    folder = tmp_path_factory.mktemp("book")
    many = dict.fromkeys(("GAMES_AN_HOUR", "GUESSES_AN_HOUR", "LINKS_AN_HOUR"), (10**6, 10**6))
    yield from new_book(folder, database, **many)


@pytest.fixture
def own_book(tmp_path: Path, database: Database) -> Iterator[Flask]:
    """A score book that a test may lock, break or fill."""
    yield from new_book(tmp_path, database)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """The app in a browser’s reach; browsers of every make share it."""
    folder: Path = tmp_path_factory.mktemp("instance")
    with serving(folder) as live:
        yield live
