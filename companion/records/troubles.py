"""Classifies database errors that are not bugs of the app."""

from enum import Enum, auto

from sqlalchemy.exc import DataError, DBAPIError, OperationalError

from companion.records import sqlite


class Trouble(Enum):
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
    "locked": Trouble.BUSY,
    "disk is full": Trouble.DISK_FULL,
    "disk I/O error": Trouble.DISK_FULL,
    "readonly": Trouble.READ_ONLY,
    "unable to open": Trouble.READ_ONLY,
    sqlite.IS_GONE: Trouble.GONE,
    "no such table": Trouble.GONE,  # an empty file in its place
    "malformed": Trouble.DAMAGED,
    "not a database": Trouble.DAMAGED,
}
_BY_STATE = {  # PostgreSQL, appendix A of its manual
    "55P03": Trouble.BUSY,  # lock timeout
    "57014": Trouble.BUSY,  # statement timeout
    "40P01": Trouble.BUSY,  # deadlock
    "53300": Trouble.BUSY,  # too many connections
    "57P01": Trouble.ABSENT,  # shutting down
    "57P02": Trouble.ABSENT,
    "57P03": Trouble.ABSENT,  # starting up
    "25P03": Trouble.ABSENT,  # an abandoned transaction was terminated
    "53100": Trouble.DISK_FULL,
    "58030": Trouble.DISK_FULL,  # I/O error
    "25006": Trouble.READ_ONLY,
    "42501": Trouble.READ_ONLY,  # insufficient privilege
    "42P01": Trouble.GONE,  # an empty database in its place
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
}


def trouble_of(error: DBAPIError) -> Trouble | None:
    """The trouble behind an error; None for a bug of the app."""
    if isinstance(error, DataError):
        return Trouble.CANNOT_BE_KEPT
    said = error.orig
    state = getattr(said, "sqlstate", None)
    if state is not None:
        return _BY_STATE.get(state)
    if hasattr(said, "sqlstate") or error.connection_invalidated:  # the server has never answered
        return Trouble.ABSENT if isinstance(error, OperationalError) else None
    # Not the statement itself: a ruleset contains the word “blocked”.
    return next((trouble for part, trouble in _BY_MESSAGE.items() if part in str(said)), None)
