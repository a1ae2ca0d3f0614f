"""Errors of the database that are no bugs of the app."""

import sqlite3

import pytest
from sqlalchemy.exc import OperationalError

from companion.records.store.faults import DatabaseFault, trouble_of


@pytest.mark.parametrize("message", ["database is locked", "locking protocol"])
def test_a_lost_race_for_the_lock_is_a_busy_book(message: str) -> None:
    error = OperationalError("SELECT 1", None, sqlite3.OperationalError(message))
    assert trouble_of(error) is DatabaseFault.BUSY
