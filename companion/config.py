"""Settings: for a table at home made by itself, for a server taken from the environment."""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_YEARS = 365 * 24 * 3600
_SECRET_BYTES = 32
_ONLY_OWNER = 0o600
_LOCK_SECONDS = 15


class HalfConfigured(RuntimeError):
    """A production setting is missing or makes no sense; the message says what to set."""


def settings(instance: Path, environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Flask's settings. With COMPANION_ENV=production everything comes from the environment.

    Raises HalfConfigured.
    """
    if environ.get("COMPANION_ENV", "home") == "production":
        return _common() | _production(environ)
    instance.mkdir(parents=True, exist_ok=True)
    return _common() | {
        "SECRET_KEY": secret_key(instance / "secret_key"),
        "SQLALCHEMY_DATABASE_URI": f"sqlite:///{instance / 'companion.sqlite'}",
        "SQLALCHEMY_ENGINE_OPTIONS": {"connect_args": {"timeout": _LOCK_SECONDS}},
    }


def secret_key(path: Path) -> str:
    """The key that signs cookies: made once, and readable by nobody but its owner."""
    if not path.exists():
        _write_new(path, secrets.token_hex(_SECRET_BYTES))
    return path.read_text("ascii").strip()


def _write_new(path: Path, text: str) -> None:
    """Write the file whole or not at all, also when two workers start at once."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _ONLY_OWNER), "w") as file:
        file.write(text)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # another worker was first; its key is the one
    finally:
        draft.unlink()


def _common() -> dict[str, Any]:
    return {
        "MAX_CONTENT_LENGTH": 256 * 1024,
        "PERMANENT_SESSION_LIFETIME": 2 * _YEARS,
        "SEND_FILE_MAX_AGE_DEFAULT": _YEARS,
        "SESSION_COOKIE_NAME": "companion",
        "SESSION_COOKIE_SAMESITE": "Lax",
        "WTF_CSRF_TIME_LIMIT": None,  # a game outlasts any hour
    }


def _production(environ: Mapping[str, str]) -> dict[str, Any]:
    database = _needed(
        environ, "COMPANION_DATABASE", "the database, such as sqlite:////srv/x.sqlite"
    )
    key = _needed(environ, "COMPANION_SECRET_KEY", "a random text of 32 characters or more")
    if len(key) < _SECRET_BYTES:
        raise HalfConfigured("COMPANION_SECRET_KEY is too short: set 32 random characters or more.")
    lock = {"connect_args": {"timeout": _LOCK_SECONDS}} if database.startswith("sqlite") else {}
    return {
        "SECRET_KEY": key,
        "SQLALCHEMY_DATABASE_URI": database,
        "SQLALCHEMY_ENGINE_OPTIONS": lock,
        "SESSION_COOKIE_SECURE": environ.get("COMPANION_HTTP") != "plain",
    }


def _needed(environ: Mapping[str, str], name: str, what: str) -> str:
    if not environ.get(name):
        raise HalfConfigured(f"{name} is not set. Production needs it: {what}.")
    return environ[name]
