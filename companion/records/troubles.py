"""What is wrong with the database, where it is nothing that this app did."""

from enum import Enum, auto

from sqlalchemy.exc import DataError, DBAPIError, OperationalError

from companion.records import sqlite


class Trouble(Enum):
    """Why nothing could be read or written.

    Each passes, by itself or by somebody's doing; but for what no database of this kind can keep.
    """

    BUSY = auto()
    ABSENT = auto()
    DISK_FULL = auto()
    READ_ONLY = auto()
    GONE = auto()
    DAMAGED = auto()
    CANNOT_BE_KEPT = auto()


_BY_MESSAGE = {  # SQLite's
    "locked": Trouble.BUSY,
    "disk is full": Trouble.DISK_FULL,
    "disk I/O error": Trouble.DISK_FULL,
    "readonly": Trouble.READ_ONLY,
    "unable to open": Trouble.READ_ONLY,
    sqlite.IS_GONE: Trouble.GONE,
    "no such table": Trouble.GONE,  # an empty file lies in its place
    "malformed": Trouble.DAMAGED,
    "not a database": Trouble.DAMAGED,
}
_BY_STATE = {  # PostgreSQL's, appendix A of its manual
    "55P03": Trouble.BUSY,  # a lock was waited for in vain
    "57014": Trouble.BUSY,  # a statement took too long
    "40P01": Trouble.BUSY,  # two waited for each other
    "53300": Trouble.BUSY,  # too many connections
    "57P01": Trouble.ABSENT,  # it is being stopped
    "57P02": Trouble.ABSENT,
    "57P03": Trouble.ABSENT,  # it is being started
    "25P03": Trouble.ABSENT,  # it gave up a transaction that was forgotten
    "53100": Trouble.DISK_FULL,
    "58030": Trouble.DISK_FULL,  # it cannot be read or written
    "25006": Trouble.READ_ONLY,
    "42501": Trouble.READ_ONLY,  # no right to
    "42P01": Trouble.GONE,  # an empty database is in its place
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
}


def trouble_of(error: DBAPIError) -> Trouble | None:
    """What is wrong with the database; None where the fault is ours."""
    if isinstance(error, DataError):
        return Trouble.CANNOT_BE_KEPT
    said = error.orig
    state = getattr(said, "sqlstate", None)
    if state is not None:
        return _BY_STATE.get(state)
    if hasattr(said, "sqlstate") or error.connection_invalidated:  # the server never answered
        return Trouble.ABSENT if isinstance(error, OperationalError) else None
    # The statement is not looked at: a ruleset holds the word “blocked”.
    return next((trouble for part, trouble in _BY_MESSAGE.items() if part in str(said)), None)
