"""What somebody tried, counted for an hour by where it came from, the same in every worker."""

from sqlalchemy.orm import Session

from companion.records.database import alone, reading, write_transaction
from companion.records.limits import AnHour


def check_one(at_most: AnHour, source: str) -> None:
    """Whether it may be tried once more from there; who may not makes no writer wait.

    Raises what `at_most` says.
    """
    with reading() as connection, Session(connection) as session:
        at_most.check(session, source)


def count_one(at_most: AnHour, source: str) -> None:
    """It was tried once more. Raises what `at_most` says where that was once too often."""
    with write_transaction() as session:
        alone(session.connection(), f"counting {at_most.what}")
        at_most.check(session, source)
        at_most.count(session, source)
