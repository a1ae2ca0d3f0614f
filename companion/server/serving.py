"""Serving on the table’s own network: migrate, say where phones find it, start the workers."""

import io
import os
import socket
import sqlite3
import ssl
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import segno
from flask import Flask
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from companion.book.bare_app import open_book
from companion.book.schema_version import NewerBook, known_shape_of
from companion.config import make_for_its_owner
from companion.environment import UNPREPARED
from companion.network import ANYWHERE, is_only_here, network_address
from companion.records import sqlite
from companion.records.database import close_database, db, write_connection
from companion.records.deleting import sweep
from companion.records.troubles import Trouble, trouble_of
from companion.server.process import THREADS, Options, serve


class CannotServe(RuntimeError):
    """The server cannot start; the message says what to do."""


class NoAnswer(CannotServe):
    """The database cannot be reached; it may be later."""


def prepare_database(instance: Path) -> None:
    """Bring the database to the newest shape before any worker starts; keeps all games.

    Only those that were deleted more than a day ago are removed now.
    Raises CannotServe where the database cannot be written, NoAnswer, and HalfConfigured.
    """
    prepare(open_book(instance=instance))


def check_database(instance: Path) -> None:
    """Whether the book can be read by this version, whatever the shape of its tables.

    Raises CannotServe, NoAnswer and HalfConfigured.
    """
    with _checked(open_book(instance=instance)):
        pass


def prepare(app: Flask) -> None:
    """The same for an app that is there already. Connections are let go of at the end."""
    from flask_migrate import upgrade  # noqa: PLC0415 - not for those who only serve

    with _checked(app):
        upgrade()
        with write_connection() as connection:
            sweep(connection)


@contextmanager
def _checked(app: Flask) -> Iterator[None]:
    """With a book that is whole and not newer than this version. Raises CannotServe."""
    with app.app_context():
        address = db.engine.url
        _make_for_its_owner(address)
        try:
            _refuse_damaged(address)
            with db.engine.connect() as connection:
                known_shape_of(app, connection)
            yield
        except NewerBook as newer:
            raise CannotServe(str(newer)) from newer
        except DBAPIError as error:
            raise _cannot_serve(address, error) from error
        finally:
            close_database()


def _cannot_serve(address: URL, error: DBAPIError) -> Exception:
    """What to do about it; the error itself where the fault is ours."""
    where, trouble = address.render_as_string(hide_password=True), trouble_of(error)
    if trouble is Trouble.ABSENT:
        return NoAnswer(
            f"The score book {where} does not answer ({error.orig}). "
            "Start its server, or correct COMPANION_DATABASE."
        )
    if trouble is None:
        return error
    if trouble is Trouble.DAMAGED:
        return _is_damaged(where, error.orig)
    return CannotServe(
        f"The score book {where} cannot be opened for writing ({error.orig}). "
        "Close other programs that use it, or give this one the right to write there."
    )


def _refuse_damaged(address: URL) -> None:
    """Nobody plays on in a file that has holes, or in what is left of one. Raises CannotServe."""
    file = sqlite.file_of(address)
    if file is not None and file.exists() and not file.stat().st_size:
        raise CannotServe(
            f"The score book {file} is empty: it has no bytes, so its games are lost or elsewhere. "
            "Move it away, and restore a backup into its place (companion restore FILE) or begin "
            "a new book by starting the server again."
        )
    found = sqlite.check(db.engine) if sqlite.file_of(address) else ""
    if found:
        raise _is_damaged(str(address.database), found)


def _is_damaged(where: str, why: object) -> CannotServe:
    return CannotServe(
        f"The score book {where} is damaged ({why}). Move it away and restore a copy into its "
        "place, as docs/backup.md says."
    )


def _make_for_its_owner(address: URL) -> None:
    """A new SQLite file is readable by its owner only; one that is there keeps its rights.

    Raises CannotServe for a link that leads nowhere.
    """
    file = sqlite.file_of(address)
    if file is None:
        return
    if file.is_symlink() and not file.exists():  # else SQLite would make one, wherever that leads
        raise CannotServe(
            f"The score book {file} is a link to a file that is not there. Put that file back, "
            "or take the link away."
        )
    with suppress(OSError, sqlite3.Error):  # where it cannot be made, opening it says why
        make_for_its_owner(file)


def check_port(host: str, port: int) -> None:
    """Whether nobody else listens there. Raises CannotServe."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CannotServe(
                f"Port {port} on {host} cannot be used ({error.strerror}). "
                f"Stop what runs there, or choose another: companion run --port {port + 1}"
            ) from error


def check_certificate(options: Options) -> None:
    """Whether TLS can be served by this certificate and key. Raises CannotServe."""
    if options.certificate is None:
        if options.key is not None:
            raise CannotServe(
                f"The key {options.key} has no certificate. Name it as well: --certificate FILE"
            )
        return
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(
            options.certificate, options.key, password=lambda: ""
        )
    except (OSError, ValueError) as error:  # also ssl.SSLError
        raise CannotServe(
            f"The certificate {options.certificate} cannot be used with its key ({error}). "
            "Both must be PEM files that this account may read, the key without a password."
        ) from error


def addresses(options: Options) -> tuple[str, str | None]:
    """The address for this machine, and the one for phones; None if no phone can reach it."""
    scheme, host, port = options.scheme, options.host, options.port
    if host == ANYWHERE:
        other = network_address()
        phones = f"{scheme}://{other}:{port}/" if other else None
        return f"{scheme}://localhost:{port}/", phones
    address = f"{scheme}://{host}:{port}/"
    return address, None if is_only_here(host) else address


def qr_code(address: str) -> str:
    """The address as a QR code for a terminal, in block characters."""
    drawn = io.StringIO()
    segno.make(address, error="l").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()


def become_server(options: Options, threads: int, instance: Path, *, prepared: bool) -> None:
    """Replace this process by the server, so that its memory is free; returns only by raising.

    Unless the database is `prepared`, the workers prepare it as soon as it answers.
    """
    settings = {"COMPANION_INSTANCE": str(instance.absolute()), THREADS: str(threads)}
    settings |= {} if prepared else {UNPREPARED: "yes"}
    sys.stdout.flush()
    if sys.platform == "win32":  # there exec starts a second process and ends the first
        os.environ.update(settings)
        serve(options)
    else:
        command = [sys.executable, "-m", "companion.server", *options.as_arguments()]
        os.execve(sys.executable, command, os.environ | settings)  # noqa: S606 - our own interpreter, no shell
