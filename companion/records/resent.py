"""Entries that the server lost with a restore, and open pages send again.

Several phones may hold the same lost entry, but only one knows the random key of the tap that wrote
it. So each entry has a public name derived from that key. A phone resends an entry under a key made
of its name, which counts as the same key as the original: whoever resends it, and even if the
original tap arrives late, it is written once.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable

PREFIX = "resent-of-"
NAME_LENGTH = 8  # 48 bits: unique within a game
_MARK_LENGTH = 12


def name_of(key: str) -> str:
    """The public name of the entry that was written under this key."""
    return key.removeprefix(PREFIX) if is_resent(key) else _digest(key)[:NAME_LENGTH]


def is_resent(key: str) -> bool:
    """Whether an entry with this key was sent again."""
    return key.startswith(PREFIX)


def resent(key: str) -> str:
    """The key under which the entry with this key is sent again."""
    return PREFIX + name_of(key)


def mark_of(keys: Iterable[str]) -> str:
    """A digest of a log by the keys of its entries: two logs with the same mark are the same."""
    return _digest("\n".join(keys))[:_MARK_LENGTH]


def _digest(text: str) -> str:
    return urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode()
