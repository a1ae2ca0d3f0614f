"""Rules signed by this server, which a phone stores to start a game offline."""

from typing import Any

from flask import current_app
from itsdangerous import BadData, Serializer

from companion.records.kept_game import KeptGame
from companion.web.http.signing import signer, signing_keys

Data = dict[str, Any]
_SALT = "companion-rules"


def rules_again(kept: KeptGame) -> Data:
    """The rules of this game for another one: unresolved, with the current choices."""
    return {**kept.game.snapshot_data, "options": dict(kept.ruleset.options)}


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
