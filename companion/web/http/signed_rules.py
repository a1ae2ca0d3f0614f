"""Rules that a phone keeps for a new game without a network, as only this server writes them."""

from typing import Any

from flask import current_app
from itsdangerous import BadData

from companion.records.kept_game import KeptGame
from companion.web.http.signing import signer

Data = dict[str, Any]
_SALT = "companion-rules"


def rules_again(kept: KeptGame) -> Data:
    """The rules of this game for another one: before any house rule, with those of now chosen."""
    return {**kept.game.snapshot_data, "options": dict(kept.ruleset.options)}


def signed(rules: Data) -> str:
    """These rules in a line of plain letters that nobody else can write."""
    text: str = signer(current_app, _SALT).dumps(rules)
    return text


def read_signed(text: str) -> Data | None:
    """The rules in such a line; None where it is not ours."""
    try:
        rules: Data = signer(current_app, _SALT).loads(text)
    except BadData:
        return None
    return rules
