"""A pseudo-language made from the messages: in brackets, and optionally 40 % longer."""

import fcntl
import re
from collections.abc import Callable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tests.catalogues import BLANK, extract, read
from tests.once import made_once

CODE = "eo"  # with two plural forms, like English
_BLANK_OR_VOWEL = re.compile(rf"{BLANK.pattern}|(?P<doubled>[aeioury])", re.IGNORECASE)


def messages_once() -> Catalog:
    """All messages, extracted once for all processes."""
    pot = made_once() / "messages.pot"
    with pot.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return read(pot) if pot.exists() else extract(pot)


def bracketed(text: str) -> str:
    return f"⟦{text}⟧"


def longer(text: str) -> str:
    """The text with each vowel, r and y doubled, except in placeholders and tags."""
    return bracketed(_BLANK_OR_VOWEL.sub(lambda found: found[0] + (found["doubled"] or ""), text))


def write_pseudo(folder: Path, messages: Catalog, said: Callable[[str], str] = bracketed) -> Path:
    """A folder of translations with only this language."""
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
