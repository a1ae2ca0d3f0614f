"""Checks the translations: `python -m tests.catalogues [code…]`; part of `make lint`.

A catalogue has every message of the app, none empty or fuzzy, with the placeholders and tags of
the English one, and as many plural forms as its header declares.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "companion" / "translations"
KEYWORDS = tuple(
    part
    for keyword in ("lazy_gettext", "lazy_pgettext:1c,2", "N_", "NC_:1c,2", "NN_:1,2")
    for part in ("-k", keyword)
)
BLANK = re.compile(r"%\((\w+)\)s|%%|<[^>]+>|\{\w+\}|…")
_STRAY = re.compile(r"%(?!%|\(\w+\)s)")


def extract(to: Path) -> Catalog:
    """Extract all messages of the app, also into this file."""
    command = ["pybabel", "-q", "extract", "-F", str(ROOT / "babel.cfg"), *KEYWORDS]
    CommandLineInterface().run([*command, "-o", str(to), str(ROOT)])
    return read(to)


def read(path: Path, locale: str | None = None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def codes() -> list[str]:
    """The languages with a catalogue."""
    return sorted(path.parts[-3] for path in FOLDER.glob("*/*/messages.po"))


def faults(catalogue: Catalog, messages: Catalog) -> Iterator[str]:
    """Each fault with its message."""
    for message in messages:
        if message.id:
            translated = catalogue.get(message.id, message.context)
            found = _fault(translated, catalogue) if translated else "is missing"
            if found:
                yield f"{message.id!r} {found}"


def _fault(message: Message, catalogue: Catalog) -> str:
    if message.fuzzy:
        return "is fuzzy"
    many = isinstance(message.id, tuple)
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    if not all(forms):
        return "is empty"
    if len(forms) != (catalogue.num_plurals if many else 1):
        return f"has {len(forms)} forms"
    english = message.id if isinstance(message.id, tuple) else (message.id,)
    fault = next((fault for form in forms if (fault := _differs(english, form))), "")
    errors = message.check(catalogue)  # the checks of `pybabel compile`
    return fault or (f"does not compile: {errors[0]}" if errors else "")


def _differs(english: Sequence[str], form: str) -> str:
    """The difference in placeholders and tags; a plural form may omit its number."""
    needed, known = _blanks(english[0]), _blanks(english[-1])
    if len(english) > 1:
        needed &= known
        needed["%(num)s"] = 0
        known |= Counter(["%(num)s"])
    if "%(" in english[0] and _STRAY.search(form.replace("%%", "")):
        return "has a % that is none of a placeholder; write %%"
    has = _blanks(form)
    lacking, more = needed - has, has - known
    said = [*(f"lacks {blank}" for blank in lacking), *(f"has {blank}" for blank in more)]
    return " ".join(said)


def _blanks(text: str) -> Counter[str]:
    return Counter(found[0] for found in BLANK.finditer(text))


def main(asked: Sequence[str]) -> int:
    """Print all faults; returns the number of languages with faults."""
    wanted = asked or codes()
    if not wanted:
        return 0
    with TemporaryDirectory() as folder:
        messages = extract(Path(folder) / "messages.pot")
    faulty = 0
    for code in wanted:
        found = [*faults(read(FOLDER / code / "LC_MESSAGES" / "messages.po", code), messages)]
        complete = f"{code}: {len(messages) - len(found)} of {len(messages)} messages"
        print(complete, *found, sep="\n  ")  # noqa: T201
        faulty += bool(found)
    return faulty


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
