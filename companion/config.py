"""Settings: generated at home, read from the environment in production."""

import logging
import os
import re
import secrets
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from companion.environment import HalfConfigured as HalfConfigured  # noqa: PLC0414 - raised here
from companion.environment import refuse_unknown

_log = logging.getLogger(__name__)
_OWNERS_FOLDER, _OWNERS_FILE = 0o700, 0o600
_NEW_FILE = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0)  # not on Windows
BOOK = "companion.sqlite"
_APPLICATION_ID = 0x52756D6D  # the magic bytes of a SQLite file
KEY_FILE = "secret_key"  # in the instance folder
HTTPS_FOLDER = "https"  # the same, with a certificate authority
_OURS = (BOOK, f"{BOOK}-wal", f"{BOOK}-shm", f"{BOOK}-journal", KEY_FILE, HTTPS_FOLDER)
_YEARS = 365 * 24 * 3600
_SECRET_BYTES = 32
_PASSPHRASE_LENGTH = 8
_LOCK_SECONDS = 15
_MOST_WATCHERS = 2000  # per process: phones of 400 tables
_HEARTBEAT_SECONDS = 8
_GAMES_AN_HOUR = (60, 2000, 600)  # per phone, for all new phones, per address
_LINKS_AN_HOUR = (600, 20_000)  # links to no game, per address and in total
_FILES_AN_HOUR = (30, 1000)  # imported game files, per address and in total
_GUESSES_AN_HOUR = (20, 1000)  # wrong join codes, per address and in total
_DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",  # the alias that some hosts still use
}
_PROXIES = {*"0123456789"}
_ADDRESS = re.compile(r"([a-z0-9.-]+|\[[0-9a-f:]+\]):[0-9]{1,5}", re.IGNORECASE)


def settings(instance: Path, environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Flask's settings. With COMPANION_ENV=production everything comes from the environment.

    Raises HalfConfigured.
    """
    refuse_unknown(environ)
    kind = environ.get("COMPANION_ENV") or "home"
    if kind == "production":
        return _common(environ) | _production(environ)
    if kind != "home":
        raise HalfConfigured(f"COMPANION_ENV is “{kind}”: set it to production, or leave it out.")
    said = environ.get("COMPANION_DATABASE")
    keep_to_owner(instance, new_book=not said)
    return _common(environ) | {
        "SECRET_KEY": secret_key(instance / KEY_FILE),
        "SQLALCHEMY_DATABASE_URI": database_address(said)
        if said
        else f"sqlite:///{instance / BOOK}",
    }


def keep_to_owner(instance: Path, *, new_book: bool = True) -> None:
    """Restrict the folder and the score book in it to their owner.

    A folder with files that are not ours keeps its permissions; our files do not. SQLite gives the
    files beside its own the same permissions.
    """
    instance.mkdir(mode=_OWNERS_FOLDER, parents=True, exist_ok=True)
    with suppress(OSError):  # a folder that cannot be written is reported at the first write
        if new_book:
            make_for_its_owner(instance / BOOK)
    owner = instance.stat().st_uid
    for file in filter(Path.is_file, (instance / name for name in _OURS)):
        if file.stat().st_uid == owner:  # a symbolic link may lead to a file of somebody else
            _tighten(file, _OWNERS_FILE)
    if {file.name for file in instance.iterdir()} <= {*_OURS, ".gitignore"}:
        _tighten(instance, _OWNERS_FOLDER)


def make_for_its_owner(file: Path) -> None:
    """Create a SQLite file without tables, readable by its owner only, unless the file exists.

    It is created under another name and is never empty, because an empty file counts as a damaged
    book. Raises OSError.
    """
    if file.exists() or file.is_symlink():
        return
    with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.") as draft:  # mode 0600
        with closing(sqlite3.connect(draft.name)) as book:
            book.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
        _give(draft.fileno(), file.parent)
        _link(Path(draft.name), file)


def _link(draft: Path, file: Path) -> None:
    """Rename the draft, unless another process was first."""
    with suppress(FileExistsError):
        try:
            os.link(draft, file)
        except PermissionError:  # a file system without hard links
            made = os.open(file, _NEW_FILE, _OWNERS_FILE)
            with os.fdopen(made, "wb") as copy:
                copy.write(draft.read_bytes())


def _give(opened: int, folder: Path) -> None:
    """Give a file that root creates, as in a restore, to the owner of its folder.

    By file descriptor, because the owner could replace the file of that name meanwhile.
    """
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # Windows has no root
        owner = folder.stat()
        with suppress(OSError):  # a file system without owners
            os.fchown(opened, owner.st_uid, owner.st_gid)


def _tighten(path: Path, mode: int) -> None:
    """Remove the permissions of group and others."""
    with suppress(OSError):  # it belongs to somebody else, or the file system has no permissions
        had = path.stat().st_mode & 0o777
        if had & ~mode:
            path.chmod(had & mode)
            _log.warning("%s is readable by its owner only from now on.", path)


def secret_key(path: Path) -> str:
    """The key that signs cookies: generated once, readable by its owner only."""
    if not path.exists():
        _write_new(path, secrets.token_hex(_SECRET_BYTES))
    return path.read_text("ascii").strip()


def replace_secret_key(path: Path, key: str) -> None:
    """Use this key from the next start on; phones with cookies signed by it are recognised."""
    with NamedTemporaryFile("w", dir=path.parent, encoding="ascii", delete=False) as draft:
        draft.write(key)
        _give(draft.fileno(), path.parent)
    Path(draft.name).replace(path)


def _write_new(path: Path, text: str) -> None:
    """Write the file completely or not at all, also when two workers start at once."""
    with NamedTemporaryFile("w", dir=path.parent, encoding="ascii") as draft:  # mode 0600
        draft.write(text)
        draft.flush()
        _give(draft.fileno(), path.parent)
        with suppress(FileExistsError):  # another worker was first; its key is used
            os.link(draft.name, path)


def _common(environ: Mapping[str, str]) -> dict[str, Any]:
    return {
        # Brotli makes pages a seventh smaller than zstd, for a millisecond each.
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        "COMPRESS_BR_LEVEL": 5,
        "DAILY_COPIES": Path(said) if (said := environ.get("COMPANION_DAILY_COPIES")) else None,
        "LOG": _log_form(environ),
        "METRICS": _metrics(environ),
        "PASSPHRASE": _passphrase(environ),
        "PREFIX": _prefix(environ),
        "PROXIES": _proxies(environ),
        "FILES_AN_HOUR": _FILES_AN_HOUR,
        "GAMES_AN_HOUR": _GAMES_AN_HOUR,
        "GUESSES_AN_HOUR": _GUESSES_AN_HOUR,
        "HTTPS_FOR_GOOD": False,  # at home a certificate comes and goes
        "LINKS_AN_HOUR": _LINKS_AN_HOUR,
        "LIVE_HEARTBEAT_SECONDS": _HEARTBEAT_SECONDS,
        "LIVE_WATCHERS": _MOST_WATCHERS,
        "LOCK_SECONDS": _LOCK_SECONDS,
        "MAX_CONTENT_LENGTH": 256 * 1024,
        "PERMANENT_SESSION_LIFETIME": 2 * _YEARS,
        "SESSION_COOKIE_NAME": "companion",
        # A polling request must not overwrite a newer cookie.
        "SESSION_REFRESH_EACH_REQUEST": False,
        "SESSION_COOKIE_SAMESITE": "Lax",
        # Links and QR codes contain the requested host, so a forged Host must not get in.
        "TRUSTED_HOSTS": hosts_served(environ),
        "WTF_CSRF_TIME_LIMIT": None,  # a game takes longer than any time limit
    }


def hosts_served(environ: Mapping[str, str] = os.environ) -> list[str] | None:
    """The host names of the app; None for any."""
    return (environ.get("COMPANION_HOSTS") or "").lower().split() or None


def _prefix(environ: Mapping[str, str]) -> str:
    """The path below which the app is mounted, such as /rummy; empty for the root."""
    said = environ.get("SCRIPT_NAME") or ""
    path = f"/{said.strip('/')}".removesuffix("/")
    if not re.fullmatch(r"(/[\w.~-]+)*", path, re.ASCII):
        raise HalfConfigured(f"SCRIPT_NAME is “{said}”: set a path such as /rummy.")
    return path


def _proxies(environ: Mapping[str, str]) -> int:
    """The number of trusted proxies in front; none by default."""
    said = environ.get("COMPANION_PROXIES") or "0"
    if said not in _PROXIES:
        raise HalfConfigured(
            f"COMPANION_PROXIES is “{said}”: set how many proxies stand in front, 0 to 9."
        )
    return int(said)


def _log_form(environ: Mapping[str, str]) -> str:
    said = environ.get("COMPANION_LOG") or ""
    if said not in {"", "json"}:
        raise HalfConfigured(f"COMPANION_LOG is “{said}”: set it to json, or leave it out.")
    return said


def _is_plain_http(environ: Mapping[str, str]) -> bool:
    """Whether a production server is reached without TLS, so that cookies need no Secure flag."""
    said = environ.get("COMPANION_HTTP") or ""
    if said not in {"", "plain"}:
        raise HalfConfigured(
            f"COMPANION_HTTP is “{said}”: set it to plain where phones come without https, "
            "or leave it out."
        )
    return said == "plain"


def _metrics(environ: Mapping[str, str]) -> str:
    """The address of the metrics for Prometheus; None by default."""
    said = environ.get("COMPANION_METRICS") or ""
    if said and not _ADDRESS.fullmatch(said):
        raise HalfConfigured(
            f"COMPANION_METRICS is “{said}”: set an address of your own, such as 127.0.0.1:9100."
        )
    if said and find_spec("prometheus_client") is None:
        raise HalfConfigured(
            "COMPANION_METRICS is set, and what it needs is not installed. "
            "Install it: pip install 'rummy-companion[metrics]'"
        )
    return said


def _passphrase(environ: Mapping[str, str]) -> str | None:
    """The passphrase that every phone is asked for once; None by default."""
    said = (environ.get("COMPANION_PASSPHRASE") or "").strip()
    if said and len(said) < _PASSPHRASE_LENGTH:
        raise HalfConfigured(
            f"COMPANION_PASSPHRASE is too short: set {_PASSPHRASE_LENGTH} characters or more."
        )
    return said or None


def _production(environ: Mapping[str, str]) -> dict[str, Any]:
    example = "the database, such as sqlite:////srv/x.sqlite"
    database = database_address(_needed(environ, "COMPANION_DATABASE", example))
    _refuse_relative_path(make_url(database))
    key = _needed(environ, "COMPANION_SECRET_KEY", "a random text of 32 characters or more")
    if len(key) < _SECRET_BYTES:
        raise HalfConfigured("COMPANION_SECRET_KEY is too short: set 32 random characters or more.")
    return {
        "SECRET_KEY": key,
        "SQLALCHEMY_DATABASE_URI": database,
        "HTTPS_FOR_GOOD": not _is_plain_http(environ),
        "SESSION_COOKIE_SECURE": not _is_plain_http(environ),
    }


def _refuse_relative_path(address: URL) -> None:
    """Refuse a relative path, which would mean another file in another working directory.

    Raises HalfConfigured.
    """
    path = address.database or ""
    if address.get_backend_name() == "sqlite" and not path.startswith("/"):
        raise HalfConfigured(
            f"COMPANION_DATABASE names the file “{path}” without its folder: "
            "set its whole path, with four slashes, such as sqlite:////srv/x.sqlite."
        )


def database_address(said: str) -> str:
    """The URL of the database with our driver. Raises HalfConfigured."""
    try:
        address = make_url(said)
    except ArgumentError:
        raise HalfConfigured(
            "COMPANION_DATABASE is no address: set one such as sqlite:////srv/x.sqlite."
        ) from None
    kind = address.drivername.partition("+")[0]
    if kind not in _DRIVERS:
        raise HalfConfigured(
            f"COMPANION_DATABASE names “{kind}”, and games are kept in SQLite or PostgreSQL: "
            "set an address such as sqlite:////srv/x.sqlite or postgresql://name@host/games."
        )
    if kind != "sqlite" and find_spec("psycopg") is None:
        raise HalfConfigured(
            "COMPANION_DATABASE names PostgreSQL, and its driver is not installed. "
            "Install it: pip install 'rummy-companion[postgres]'"
        )
    return address.set(drivername=_DRIVERS[kind]).render_as_string(hide_password=False)


def _needed(environ: Mapping[str, str], name: str, what: str) -> str:
    if not environ.get(name):
        raise HalfConfigured(f"{name} is not set. Production needs it: {what}.")
    return environ[name]
