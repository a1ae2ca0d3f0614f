"""What signs whatever a phone keeps and brings back: the keys of the settings, in one place."""

from typing import Any

from flask import Flask
from itsdangerous import URLSafeSerializer


def signing_keys(app: Flask) -> tuple[str, ...]:
    """Those of before, which are still believed, and last the one that signs now."""
    return (*(app.config["SECRET_KEY_FALLBACKS"] or ()), app.config["SECRET_KEY"])


def signer(app: Flask, salt: str, **how: Any) -> URLSafeSerializer:  # noqa: ANN401
    """Signs without a time; `salt` tells apart what is signed for different purposes."""
    return URLSafeSerializer([*signing_keys(app)], salt=salt, **how)
