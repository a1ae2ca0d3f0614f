"""Serving in a local network: migrate, print the addresses, start the workers."""

import io
import logging
import os
import socket
import sqlite3
import ssl
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

import segno
from flask import Flask
from sqlalchemy import URL, make_url
from sqlalchemy.exc import DBAPIError

from companion.book.backup import NewerBook, known_shape_of
from companion.records.log.deleting import sweep
from companion.records.store import sqlite
from companion.records.store.database import IS_AWAY, close_database, db, write_connection
from companion.records.store.faults import DatabaseFault, trouble_of
from companion.server.process import THREADS, Options, serve
from companion.settings.config import HTTPS_FOLDER, hosts_served, make_for_its_owner
from companion.settings.environment import UNPREPARED
from companion.settings.network import EVERYWHERE, family_of, in_url, is_only_here, network_address

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

_WANTED = 8192


def most_connections() -> int:
    """The limit of open files, raised to the wanted number as far as the system allows."""
    if resource is None:
        return _WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return _WANTED
    wanted = _WANTED if hard == resource.RLIM_INFINITY else min(_WANTED, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)


_AGAIN_SECONDS = 0.5
_log = logging.getLogger(__name__)


def prepare_when_it_answers(app: Flask) -> None:
    """Migrate the database in the background if the start could not; until then pages report it."""
    if UNPREPARED not in os.environ:
        return
    app.extensions[IS_AWAY] = True

    Thread(target=_prepare, args=[app], name="companion-prepare", daemon=True).start()


def _prepare(app: Flask) -> None:
    logged = ""
    while app.extensions[IS_AWAY]:
        try:
            prepare(app)
            app.extensions[IS_AWAY] = False
        except CannotServe as trouble:
            # The start logged the failure, but could not know of a newer book.
            if str(trouble) != logged and not isinstance(trouble, NoAnswer):
                _log.error("%s", trouble)
            logged = str(trouble)
            time.sleep(_AGAIN_SECONDS)


class CannotServe(RuntimeError):
    """The server cannot start; the message says what to do."""


class NoAnswer(CannotServe):
    """The database cannot be reached; it may be later."""


def check(app: Flask) -> None:
    """Check that this version can read the book, whatever its schema version.

    Connections are closed at the end. Raises CannotServe and NoAnswer.
    """
    with _checked(app):
        pass


def prepare(app: Flask) -> None:
    """Migrate the database before any worker starts, and remove expired deleted games.

    Connections are closed at the end. Raises CannotServe if the database cannot be written, and
    NoAnswer.
    """
    from flask_migrate import upgrade  # noqa: PLC0415 - not needed to serve

    with _checked(app):
        upgrade()
        with write_connection() as connection:
            sweep(connection)


@contextmanager
def _checked(app: Flask) -> Iterator[None]:
    """The app, once its book is intact and not newer than this version. Raises CannotServe."""
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
    """The remedy for a trouble; the error itself if it is a bug."""
    where, trouble = address.render_as_string(hide_password=True), trouble_of(error)
    if trouble is DatabaseFault.ABSENT:
        return NoAnswer(
            f"The score book {where} does not respond ({error.orig}). "
            "Start its server, or correct COMPANION_DATABASE."
        )
    if trouble is None:
        return error
    if trouble is DatabaseFault.DAMAGED:
        return _is_damaged(where, error.orig)
    file = sqlite.file_of(address)
    if file is not None and not file.parent.is_dir():
        return CannotServe(
            f"The folder {file.parent} of the score book does not exist. "
            "Create it, or correct COMPANION_DATABASE."
        )
    return CannotServe(
        f"The score book {where} cannot be opened for writing ({error.orig}). "
        "Close other programs that use it, or give this one the right to write there."
    )


def _refuse_damaged(address: URL) -> None:
    """Refuse a damaged or empty file. Raises CannotServe."""
    file = sqlite.file_of(address)
    if file is not None and file.exists() and not file.stat().st_size:
        raise CannotServe(
            f"The score book {file} is empty: it has no bytes, so its games are lost or elsewhere. "
            "Move it away, and restore a backup into its place (companion restore FILE) or begin "
            "a new book by starting the server again."
        )
    damage = sqlite.check(db.engine) if sqlite.file_of(address) else ""
    if damage:
        raise _is_damaged(str(address.database), damage)


def _is_damaged(where: str, why: object) -> CannotServe:
    return CannotServe(
        f"The score book {where} is damaged ({why}). Move it away and restore a copy into its "
        "place, as docs/how-to/backup.md says."
    )


def _make_for_its_owner(address: URL) -> None:
    """Create a new SQLite file for its owner only; an existing one keeps its permissions.

    Raises CannotServe for a dangling symbolic link.
    """
    file = sqlite.file_of(address)
    if file is None:
        return
    if file.is_symlink() and not file.exists():  # SQLite would create the target, wherever it is
        raise CannotServe(
            f"The score book {file} is a link to a file that is not there. Put that file back, "
            "or take the link away."
        )
    with suppress(OSError, sqlite3.Error):  # if this fails, opening the database reports the reason
        make_for_its_owner(file)


def place_of_games(app: Flask) -> str:
    """The file of the score book, or the address of its database without the password."""
    address = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    return str(sqlite.file_of(address) or address.render_as_string(hide_password=True))


def check_ports(options: Options) -> None:
    """Check that the ports of the app and of the steps are free. Raises CannotServe."""
    _check_port(options.host, options.port, "--https-port" if options.steps else "--port")
    if options.steps:
        _check_port(options.host, options.steps, "--port")


def _check_port(host: str, port: int, option: str) -> None:
    with socket.socket(family_of(host)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CannotServe(
                f"Port {port} on {host} cannot be used ({error.strerror}). "
                f"Stop what runs there, or choose another: companion run {option} {port + 1}"
            ) from error


def with_home_https(options: Options, port: int, instance: Path) -> Options:
    """The options for a certificate of our own authority, which is created on first use.

    The app is at this port; the steps to trust the authority are at the former port of the app.
    Raises CannotServe.
    """
    _refuse_home_https(options, port)
    from companion.server.https import authority  # noqa: PLC0415 - an extra
    from companion.server.https.authority import this_machine  # noqa: PLC0415

    folder, machine = instance.absolute() / HTTPS_FOLDER, this_machine(options.host)
    _refuse_other_names(machine.hosts)
    try:
        authority.renew(folder, machine)
    except authority.NoCertificate as trouble:
        raise CannotServe(str(trouble)) from trouble
    return replace(
        options,
        port=port,
        steps=options.port,
        certificate=str(folder / authority.SERVER),
        authority=str(folder),
    )


def _refuse_home_https(options: Options, port: int) -> None:
    if find_spec("cryptography") is None:
        raise CannotServe(
            "What --https needs is not installed. Start with make run HTTPS=yes, or install it: "
            "pip install '.[https]' in the folder of the app."
        )
    if options.certificate or options.key:
        raise CannotServe("--https makes a certificate: leave out --certificate and --key.")
    if os.environ.get("COMPANION_ENV") == "production":
        raise CannotServe(
            "--https is for home networks: leave out COMPANION_ENV=production, or put a proxy with "
            "a public certificate in front, as docs/how-to/server.md says."
        )
    if port == options.port:
        raise CannotServe(
            f"--port and --https-port are both {port}: the steps to trust the certificate need a "
            "port of their own."
        )


def _refuse_other_names(hosts: list[str]) -> None:
    served = hosts_served()
    if served and not {*hosts} <= {*served}:
        raise CannotServe(
            f"COMPANION_HOSTS lacks a name of this machine: add {' '.join(hosts)}, or leave it out."
        )


def check_certificate(options: Options) -> None:
    """Check that TLS works with this certificate and key. Raises CannotServe."""
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
    """The URL for this machine, and the one for phones; None if no phone can reach it."""
    scheme, host, port = options.scheme, in_url(options.host), options.port
    if options.host in EVERYWHERE:
        other = network_address(options.host)
        phones = f"{scheme}://{in_url(other)}:{port}/" if other else None
        return f"{scheme}://localhost:{port}/", phones
    address = f"{scheme}://{host}:{port}/"
    return address, None if is_only_here(host) else address


def qr_code(address: str) -> str:
    """The address as a QR code for a terminal, in block characters."""
    drawn = io.StringIO()
    segno.make(address, error="l").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()


def become_server(options: Options, threads: int, instance: Path, *, prepared: bool) -> None:
    """Replace this process by the server to free its memory; returns only by raising.

    If the database is not `prepared`, the workers prepare it as soon as it answers.
    """
    settings = {"COMPANION_INSTANCE": str(instance.absolute()), THREADS: str(threads)}
    settings |= {} if prepared else {UNPREPARED: "yes"}
    sys.stdout.flush()
    if sys.platform == "win32":  # on Windows exec starts a second process and ends the first
        os.environ.update(settings)
        serve(options)
    else:
        command = [sys.executable, "-m", "companion.server", *options.as_arguments()]
        os.execve(sys.executable, command, os.environ | settings)  # noqa: S606 - our own interpreter, no shell
