"""The people of the tests: Ann's phone, Ben's phone, and a game of two or four."""

import pytest
from flask import Flask

from tests.web.phone import Phone
from tests.web.table import Table, start_game


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def other_phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def table(phone: Phone) -> Table:
    """Four friends, dealt their first round."""
    return start_game(phone, "Ann", "Ben", "Cy", "Dee")


@pytest.fixture
def two(phone: Phone) -> Table:
    """Ann and Ben, dealt their first round."""
    return start_game(phone, "Ann", "Ben")
