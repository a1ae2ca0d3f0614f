"""A score book to test with: the app on a database of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.books import new_book


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One score book for all tests: games and devices have names nobody else has."""
    yield from new_book(tmp_path_factory.mktemp("book"), GAMES_AN_HOUR=(10**6, 10**6))


@pytest.fixture
def own_book(tmp_path: Path) -> Iterator[Flask]:
    """A score book that a test may lock, break or fill."""
    yield from new_book(tmp_path)
