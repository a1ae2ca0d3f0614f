"""Attempts per hour and source, counted in the book, so that all workers share the counters."""

from sqlalchemy.orm import Session

from companion.records.database import alone, reading, write_transaction
from companion.records.limits import AnHour


def check_one(at_most: AnHour, source: str) -> None:
    """Check the limit before an attempt, without the write lock.

    Raises the error of `at_most`.
    """
    with reading() as connection, Session(connection) as session:
        at_most.check(session, source)


def count_one(at_most: AnHour, source: str) -> None:
    """Count an attempt. Raises the error of `at_most` beyond the limit."""
    with write_transaction() as session:
        alone(session.connection(), f"counting {at_most.what}")
        at_most.check(session, source)
        at_most.count(session, source)
