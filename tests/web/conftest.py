"""Shared fixtures: Ann's phone, Ben's phone, and games of two or four."""

import sys
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from flask import Flask

from companion.web.paper import pdf
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import Table, start_game


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture(scope="session")
def rules_card(app: Flask) -> Callable[[str], Page]:
    """The rules card of a game of the catalogue, opened once for all tests that read it."""
    return cache(lambda game: Phone(app).open(f"/games/{game}"))


@pytest.fixture
def other_phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def table(phone: Phone) -> Table:
    """A game of four, first round dealt."""
    return start_game(phone, "Ann", "Ben", "Cy", "Dee")


@pytest.fixture
def two(phone: Phone) -> Table:
    """Ann and Ben, first round dealt."""
    return start_game(phone, "Ann", "Ben")


@pytest.fixture
def without_typst(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if the extra `pdf` were not installed: neither found nor importable."""
    monkeypatch.setattr(pdf, "find_spec", lambda _name: None)
    monkeypatch.setitem(sys.modules, "typst", None)
    pdf.letters_here.cache_clear()
    yield
    pdf.letters_here.cache_clear()
