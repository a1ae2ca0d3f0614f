"""The signing keys for data that a phone stores and returns."""

from typing import Any

from flask import Flask
from itsdangerous import URLSafeSerializer


def signing_keys(app: Flask) -> tuple[str, ...]:
    """The former keys, which are still accepted, and last the current one."""
    return (*(app.config["SECRET_KEY_FALLBACKS"] or ()), app.config["SECRET_KEY"])


def signer(app: Flask, salt: str, **how: Any) -> URLSafeSerializer:  # noqa: ANN401
    """A signer without a time; `salt` separates purposes."""
    return URLSafeSerializer([*signing_keys(app)], salt=salt, **how)
