"""Characters without a font here, such as those of Chinese names, and packages with fonts."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from companion.fair_queue import TooBusy
from companion.web.paper.typesetting import can_typeset, undrawn
from companion.web.words.text import bdi

_BROUGHT_BY_TYPST = 0x500  # Latin, Greek and Cyrillic are below
_MOST = 6  # characters that are named
_EAST_ASIAN = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO")
_EMOJI = {"So", "Sk"}  # general categories of Unicode
_DRAWN_WITH_OTHERS = ("M", "Z", "Cf")  # marks, spaces and joiners


@dataclass(frozen=True, slots=True)
class MissingFonts:
    """The first signs without a font, and the Debian packages that bring fonts for them."""

    signs: Markup
    packages: str


def missing_fonts(data: Mapping[str, Any]) -> MissingFonts | None:
    """The characters of this data without a font.

    None if all have one, if nothing can be typeset, or if another request is typesetting.
    """
    if not can_typeset():
        return None
    signs = {sign for text in _texts(data) for sign in text if _is_unusual(sign)}
    try:
        missing = undrawn("".join(sorted(signs)), _MOST + 1)
    except TooBusy:
        return None
    return _named(missing) if missing else None


def _named(missing: str) -> MissingFonts:
    packages = sorted({_package(sign) for sign in missing})
    more = ["…"] if len(missing) > _MOST else []
    return MissingFonts(bdi(" ".join([*missing[:_MOST], *more])), " ".join(packages))


def _texts(data: object) -> Iterator[str]:
    """All texts of this data, at any depth."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        yield from _texts(data.values())
    elif isinstance(data, Iterable):
        for one in data:
            yield from _texts(one)


def _is_unusual(sign: str) -> bool:
    if ord(sign) < _BROUGHT_BY_TYPST:
        return False
    return not unicodedata.category(sign).startswith(_DRAWN_WITH_OTHERS)


def _package(sign: str) -> str:
    if unicodedata.name(sign, "").startswith(_EAST_ASIAN):
        return "fonts-noto-cjk"
    return f"fonts-noto-{'color-emoji' if unicodedata.category(sign) in _EMOJI else 'core'}"
