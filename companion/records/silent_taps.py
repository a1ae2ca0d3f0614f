"""Requests that wrote nothing, remembered for an hour so that a redelivery writes nothing either.

A response may be lost, or the network may deliver a request twice. If others have written
meanwhile, a tap that contained nothing new would be news, and a refused one would be written,
although its user has decided otherwise since.
"""

import hashlib
from base64 import urlsafe_b64encode

from sqlalchemy import Connection, exists, select
from sqlalchemy.orm import Session

from companion.records.database import now, write_connection
from companion.records.limits import HOUR, AnHour
from companion.records.models import Counted

_SILENT, _REFUSED = "silent", "refused"
_BYTES = 16


def was_silent(connection: Connection, game: int, press: str) -> bool:
    """Whether this command was answered without writing an entry."""
    return _is_remembered(connection, _SILENT, f"{game} {press}")


def remember_silent(connection: Connection, game: int, press: str) -> None:
    """Remember that this command wrote nothing."""
    _remember(connection, _SILENT, f"{game} {press}")


def was_refused(connection: Connection, token: str, request: str) -> bool:
    """Whether the very same request was refused, doubted or in conflict."""
    return _is_remembered(connection, _REFUSED, f"{token} {request}")


def remember_refused(token: str, request: str) -> None:
    """Remember this refused request; asking again changes what it has seen, so it differs."""
    with write_connection(token) as connection:
        _remember(connection, _REFUSED, f"{token} {request}")


def _is_remembered(connection: Connection, what: str, told: str) -> bool:
    remembered = exists().where(
        Counted.what == what,
        Counted.source == _source(told),
        Counted.counted_at >= now() - HOUR,
    )
    return bool(connection.scalar(select(remembered)))


def _remember(connection: Connection, what: str, told: str) -> None:
    with Session(connection) as session:
        AnHour(what, 10**9, 10**9, RuntimeError).count(session, _source(told))
        session.flush()


def _source(told: str) -> str:
    digest = hashlib.sha256(told.encode()).digest()
    return urlsafe_b64encode(digest[:_BYTES]).decode().rstrip("=")
