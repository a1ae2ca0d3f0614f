"""Settings: generated at home, read from the environment in production."""

import logging
import os
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

from companion.settings import environment as of
from companion.settings.environment import HalfConfigured
from companion.settings.locale import Zone, zone_called
from companion.settings.network import host_name

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
_GUESSES_AN_HOUR = (20, 1000)  # wrong codes, per address and in total; passphrases, per address
_DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",  # the alias that some hosts still use
}


def settings(instance: Path, environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Flask's settings. With COMPANION_ENV=production everything comes from the environment.

    Raises HalfConfigured.
    """
    of.refuse_unknown(environ)
    if of.ENV.read(environ) == "production":
        return _common(environ) | _production(environ)
    database = of.DATABASE.read(environ)
    keep_to_owner(instance, new_book=not database)
    return _common(environ) | {
        "SECRET_KEY": secret_key(instance / KEY_FILE),
        "SQLALCHEMY_DATABASE_URI": database_address(database)
        if database
        else f"sqlite:///{instance / BOOK}",
    }


def keep_to_owner(instance: Path, *, new_book: bool = True) -> None:
    """Restrict the folder and the score book in it to their owner.

    A folder with files that are not ours keeps its permissions; our files do not. SQLite gives the
    files beside its own the same permissions.
    """
    instance.mkdir(mode=_OWNERS_FOLDER, parents=True, exist_ok=True)
    was_private = not any(map(_is_open, (instance / name for name in _OURS)))
    with suppress(OSError):  # a folder that cannot be written is reported at the first write
        if new_book:
            make_for_its_owner(instance / BOOK)
    owner = instance.stat().st_uid
    for file in filter(Path.is_file, (instance / name for name in _OURS)):
        if file.stat().st_uid == owner:  # a symbolic link may lead to a file of somebody else
            _tighten(file, _OWNERS_FILE, was_private=was_private)
    if {file.name for file in instance.iterdir()} <= {*_OURS, ".gitignore"}:
        _tighten(instance, _OWNERS_FOLDER, was_private=was_private)


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
        except PermissionError:  # a file system without hard links, or Android
            descriptor = os.open(file, _NEW_FILE, _OWNERS_FILE)
            with os.fdopen(descriptor, "wb") as copy:
                copy.write(draft.read_bytes())


def _give(opened: int, folder: Path) -> None:
    """Give a file that root creates, as in a restore, to the owner of its folder.

    By file descriptor, because the owner could replace the file of that name meanwhile.
    """
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # Windows has no root
        owner = folder.stat()
        with suppress(OSError):  # a file system without owners
            os.fchown(opened, owner.st_uid, owner.st_gid)


def _is_open(path: Path) -> bool:
    """Whether group or others have permissions there."""
    return path.exists() and bool(path.stat().st_mode & 0o077)


def _tighten(path: Path, mode: int, *, was_private: bool) -> None:
    """Remove the permissions of group and others; logs it, unless nothing was readable."""
    with suppress(OSError):  # another owner, or a file system without permissions
        had = path.stat().st_mode & 0o777
        if had & ~mode:
            path.chmod(had & mode)
            if not was_private:
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
        _link(Path(draft.name), path)  # if another worker was first, its key is used


def _common(environ: Mapping[str, str]) -> dict[str, Any]:
    return {
        # Brotli makes pages a seventh smaller than zstd, for a millisecond each.
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        "COMPRESS_BR_LEVEL": 5,
        "DAILY_COPIES": Path(folder) if (folder := of.DAILY_COPIES.read(environ)) else None,
        "LOG": of.LOG.read(environ),
        "METRICS": _metrics(environ),
        "PASSPHRASE": _passphrase(environ),
        "PREFIX": _prefix(environ),
        "PROXIES": int(of.PROXIES.read(environ) or 0),
        "TIMEZONE": _time_zone(environ),
        "FILES_AN_HOUR": _FILES_AN_HOUR,
        "GAMES_AN_HOUR": _GAMES_AN_HOUR,
        "GUESSES_AN_HOUR": _GUESSES_AN_HOUR,
        "HTTPS_FOR_GOOD": False,  # at home a certificate may be removed again
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
        # Not Flask's TRUSTED_HOSTS, whose own comparison differs in case and has no IPv6.
        "HOSTS": hosts_served(environ),
        "WTF_CSRF_TIME_LIMIT": None,  # a game takes longer than any time limit
    }


def hosts_served(environ: Mapping[str, str] = os.environ) -> list[str] | None:
    """The hosts of the app, by `host_name`; None for any. Raises HalfConfigured."""
    return [*map(_host_served, of.HOSTS.read(environ).split())] or None


def _host_served(text: str) -> str:
    host = host_name(f"[{text}]") or host_name(text)
    if host is None:
        raise HalfConfigured(
            f"COMPANION_HOSTS names “{text}”, and that is no host: set names without https:// and "
            "without a path, such as cards.example."
        )
    return host


def _prefix(environ: Mapping[str, str]) -> str:
    """The path below which the app is mounted, such as /rummy; empty for the root."""
    return f"/{of.SCRIPT_NAME.read(environ).strip('/')}".removesuffix("/")


def _time_zone(environ: Mapping[str, str]) -> Zone:
    """The zone of times that no phone asks for; None for that of the machine."""
    name = of.TIMEZONE.read(environ)
    zone = zone_called(name)
    if name and zone is None:
        raise HalfConfigured(
            f"{of.TIMEZONE.name} is “{name}”: set the name of a time zone, such as Europe/Berlin."
        )
    return zone


def _metrics(environ: Mapping[str, str]) -> str:
    """The address of the metrics for Prometheus; None by default."""
    address = of.METRICS.read(environ)
    if address and find_spec("prometheus_client") is None:
        raise HalfConfigured(
            "COMPANION_METRICS is set, and what it needs is not installed. "
            "Install it: pip install '.[metrics]' in the folder of the app."
        )
    return address


def _passphrase(environ: Mapping[str, str]) -> str | None:
    """The passphrase that every phone is asked for once; None by default."""
    passphrase = of.PASSPHRASE.read(environ).strip()
    if passphrase and len(passphrase) < _PASSPHRASE_LENGTH:
        raise HalfConfigured(
            f"COMPANION_PASSPHRASE is too short: set {_PASSPHRASE_LENGTH} characters or more."
        )
    return passphrase or None


def _production(environ: Mapping[str, str]) -> dict[str, Any]:
    database = _database(environ)
    key = of.SECRET_KEY.needed(environ, "a random text of 32 characters or more")
    if len(key) < _SECRET_BYTES:
        raise HalfConfigured("COMPANION_SECRET_KEY is too short: set 32 random characters or more.")
    return {
        "SECRET_KEY": key,
        "SQLALCHEMY_DATABASE_URI": database,
        "HTTPS_FOR_GOOD": not of.HTTP.read(environ),
        "SESSION_COOKIE_SECURE": not of.HTTP.read(environ),
    }


def _database(environ: Mapping[str, str]) -> str:
    """The URL of the database, by the name that hosting platforms give it if ours is not set.

    At home DATABASE_URL is ignored: there it belongs to another project. Raises HalfConfigured.
    """
    setting = of.DATABASE
    if not setting.read(environ) and of.DATABASE_URL.read(environ):
        setting = of.DATABASE_URL
    example = "the database, such as sqlite:////srv/x.sqlite"
    database = database_address(setting.needed(environ, example), setting.name)
    _refuse_relative_path(make_url(database), setting.name)
    return database


def _refuse_relative_path(address: URL, name: str) -> None:
    """Refuse a relative path, which would mean another file in another working directory.

    Raises HalfConfigured.
    """
    path = address.database or ""
    if address.get_backend_name() == "sqlite" and not path.startswith("/"):
        raise HalfConfigured(
            f"{name} names the file “{path}” without its folder: "
            "set its whole path, with four slashes, such as sqlite:////srv/x.sqlite."
        )


def database_address(value: str, name: str = of.DATABASE.name) -> str:
    """The URL of the database with our driver; `name` is its setting. Raises HalfConfigured."""
    try:
        address = make_url(value)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        raise HalfConfigured(
            f"{name} is no address: set one such as sqlite:////srv/x.sqlite."
        ) from None
    kind = address.drivername.partition("+")[0]
    if kind not in _DRIVERS:
        raise HalfConfigured(
            f"{name} names “{kind}”, and games are kept in SQLite or PostgreSQL: "
            "set an address such as sqlite:////srv/x.sqlite or postgresql://name@host/games."
        )
    if kind == "sqlite" and address.database in {None, "", ":memory:"}:
        raise HalfConfigured(
            f"{name} names no file: set its whole path, with four slashes, such as "
            "sqlite:////srv/x.sqlite."
        )
    if kind != "sqlite" and find_spec("psycopg") is None:
        raise HalfConfigured(
            f"{name} names PostgreSQL, and its driver is not installed. "
            "Install it: pip install '.[postgres]' in the folder of the app."
        )
    return address.set(drivername=_DRIVERS[kind]).render_as_string(hide_password=False)
