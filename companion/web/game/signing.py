"""The signing keys for data that a phone stores and returns, and signed rules of offline games."""

from typing import Any

from flask import Flask, current_app
from itsdangerous import BadData, Serializer, URLSafeSerializer

from companion.records.log.stored_game import StoredGame


def signing_keys(app: Flask) -> tuple[str, ...]:
    """The former keys, which are still accepted, and last the current one."""
    return (*(app.config["SECRET_KEY_FALLBACKS"] or ()), app.config["SECRET_KEY"])


def signer(app: Flask, salt: str, **how: Any) -> URLSafeSerializer:  # noqa: ANN401
    """A signer without a time; `salt` separates purposes."""
    return URLSafeSerializer([*signing_keys(app)], salt=salt, **how)


Data = dict[str, Any]
_SALT = "companion-rules"


def rules_again(stored: StoredGame) -> Data:
    """The rules of this game for another one: unresolved, with the current choices."""
    return {**stored.game.snapshot_data, "options": dict(stored.ruleset.options)}


def signed(rules: Data) -> str:
    """These rules as JSON in one line, with a signature.

    Uncompressed: all games of the catalogue go to a phone in one response, whose compression covers
    them together.
    """
    text: str = _signer().dumps(rules)
    return text


def read_signed(text: str) -> Data | None:
    """The rules of such a line; None if the signature is invalid."""
    for serializer in (
        _signer(),
        signer(current_app, _SALT),
    ):  # the second: of older pages
        try:
            rules: Data = serializer.loads(text)
        except BadData:
            continue
        return rules
    return None


def _signer() -> Serializer[str]:
    return Serializer([*signing_keys(current_app)], salt=_SALT)
