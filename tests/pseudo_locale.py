"""A language for tests, made from the messages: each stands in brackets, and may be 40 % longer."""

import re
from collections.abc import Callable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tests.catalogues import BLANK

CODE = "eo"  # with two plural forms, as English
_VOWELS = re.compile(r"[aeiou]", re.IGNORECASE)


def bracketed(text: str) -> str:
    return f"⟦{text}⟧"


def longer(text: str) -> str:
    """With each vowel twice, but for placeholders and tags."""
    parts = re.split(f"({BLANK.pattern})", text)
    parts[::2] = [_VOWELS.sub(lambda vowel: vowel[0] * 2, part) for part in parts[::2]]
    return bracketed("".join(parts))


def write_pseudo(folder: Path, messages: Catalog, said: Callable[[str], str] = bracketed) -> Path:
    """The folder of translations, with this one language."""
    pseudo = Catalog(locale=CODE)
    for message in messages:
        if message.id:
            forms = message.id if isinstance(message.id, tuple) else (message.id,)
            words = tuple(map(said, forms))
            several = isinstance(message.id, tuple)
            pseudo.add(message.id, words if several else words[0], context=message.context)
    place = folder / CODE / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "messages.mo").open("wb") as file:
        write_mo(file, pseudo)
    return folder
