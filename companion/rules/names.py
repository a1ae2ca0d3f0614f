"""Names: when two of them are one."""

import unicodedata


def folded(name: str) -> str:
    """The name as it is compared: however its letters are composed, capitals aside."""
    composed = unicodedata.normalize("NFC", name)
    return unicodedata.normalize("NFC", composed.casefold())
