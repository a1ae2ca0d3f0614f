"""Classifies database errors that are not bugs of the app."""

from enum import Enum, auto

from sqlalchemy.exc import DataError, DBAPIError, OperationalError

from companion.records.store import sqlite


class DatabaseFault(Enum):
    """The cause of a failed read or write.

    All of them are temporary, except for a value that this kind of database cannot store.
    """

    BUSY = auto()
    ABSENT = auto()
    DISK_FULL = auto()
    READ_ONLY = auto()
    GONE = auto()
    DAMAGED = auto()
    CANNOT_BE_KEPT = auto()


_BY_MESSAGE = {  # SQLite
    "locked": DatabaseFault.BUSY,
    "locking protocol": DatabaseFault.BUSY,  # lost too many races to open the write-ahead log
    "disk is full": DatabaseFault.DISK_FULL,
    "disk I/O error": DatabaseFault.DISK_FULL,
    "readonly": DatabaseFault.READ_ONLY,
    "unable to open": DatabaseFault.READ_ONLY,
    sqlite.IS_GONE: DatabaseFault.GONE,
    "no such table": DatabaseFault.GONE,  # an empty file in its place
    "malformed": DatabaseFault.DAMAGED,
    "not a database": DatabaseFault.DAMAGED,
}
_BY_STATE = {  # PostgreSQL, appendix A of its manual
    "55P03": DatabaseFault.BUSY,  # lock timeout
    "57014": DatabaseFault.BUSY,  # statement timeout
    "40P01": DatabaseFault.BUSY,  # deadlock
    "53300": DatabaseFault.BUSY,  # too many connections
    "57P01": DatabaseFault.ABSENT,  # shutting down
    "57P02": DatabaseFault.ABSENT,
    "57P03": DatabaseFault.ABSENT,  # starting up
    "25P03": DatabaseFault.ABSENT,  # an abandoned transaction was terminated
    "53100": DatabaseFault.DISK_FULL,
    "58030": DatabaseFault.DISK_FULL,  # I/O error
    "25006": DatabaseFault.READ_ONLY,
    "42501": DatabaseFault.READ_ONLY,  # insufficient privilege
    "42P01": DatabaseFault.GONE,  # an empty database in its place
    "XX001": DatabaseFault.DAMAGED,
    "XX002": DatabaseFault.DAMAGED,
}


def trouble_of(error: DBAPIError) -> DatabaseFault | None:
    """The trouble behind an error; None for a bug of the app."""
    if isinstance(error, DataError):
        return DatabaseFault.CANNOT_BE_KEPT
    cause = error.orig
    state = getattr(cause, "sqlstate", None)
    if state is not None:
        return _BY_STATE.get(state)
    if hasattr(cause, "sqlstate") or error.connection_invalidated:  # the server has never answered
        return DatabaseFault.ABSENT if isinstance(error, OperationalError) else None
    # Not the statement itself: a ruleset contains the word “blocked”.
    return next((trouble for part, trouble in _BY_MESSAGE.items() if part in str(cause)), None)
