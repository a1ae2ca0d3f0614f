"""Names: when two of them are one, and what no text of a game may hold."""

import unicodedata

# Joiners hold scripts and family emoji together, marks steer direction, tags make flags.
_ALLOWED_CONTROLS = {*"\u200c\u200d\u200e\u200f", *map(chr, range(0xE0020, 0xE0080))}


def folded(name: str) -> str:
    """The name as it is compared: however its letters are composed, capitals aside."""
    composed = unicodedata.normalize("NFC", name)
    return unicodedata.normalize("NFC", composed.casefold())


def has_controls(text: str) -> bool:
    """Whether it breaks the line, turns what stands around it, or has other signs nobody sees."""
    return any(
        unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
        for character in text
        if character not in _ALLOWED_CONTROLS
    )
