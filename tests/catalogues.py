"""Checks the translations: `python -m tests.catalogues [code…]`; part of `make lint`.

A catalogue has every message of the app, none empty or fuzzy, with the placeholders and tags of
the English one, and as many plural forms as its header declares, in its order.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from gettext import c2py
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from tests import glossary

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "companion" / "translations"
KEYWORDS = tuple(
    part
    for keyword in ("lazy_gettext", "lazy_pgettext:1c,2", "N_", "NC_:1c,2", "NN_:1,2")
    for part in ("-k", keyword)
)
BLANK = re.compile(r"%\((\w+)\)s|%%|<[^>]+>|\{\w+\}|…")
_STRAY = re.compile(r"%(?!%|\(\w+\)s)")
_BEFORE_A_WORD = re.compile(r"(%\(\w+\)s) (\w+)")
_NUMBERS = range(1001)  # all plural forms of every language
_SINGULAR_OBJECT = "\u064b\u0627"  # ـًا, after 11 to 99 in Arabic


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
    exact = _exact_forms(catalogue.plural_expr) if many else ()
    differences = (_differs(english, form, exact=at in exact) for at, form in enumerate(forms))
    fault = next(filter(None, differences), "")
    errors = message.check(catalogue)  # the checks of `pybabel compile`
    fault = fault or (_swapped(catalogue, forms) if many else "")
    fault = fault or "; ".join(glossary.faults(str(catalogue.locale), english, forms))
    return fault or (f"does not compile: {errors[0]}" if errors else "")


def _differs(english: Sequence[str], form: str, *, exact: bool) -> str:
    """The difference in placeholders and tags; the form of a single number may omit it."""
    needed, known = _blanks(english[0]), _blanks(english[-1])
    if len(english) > 1:
        needed &= known
        known |= Counter(["%(num)s"])
        for number in _counting(*english):
            needed[number] -= exact
    if "%(" in english[0] and _STRAY.search(form.replace("%%", "")):
        return "has a % that is none of a placeholder; write %%"
    has = _blanks(form)
    # A name that the English repeats may be a pronoun.
    lacking, more = (+needed).keys() - has.keys(), has - known
    said = [*(f"lacks {blank}" for blank in lacking), *(f"has {blank}" for blank in more)]
    return " ".join(said)


def _counting(one: str, many: str) -> set[str]:
    """The placeholders before a word that differs in the plural, or never does: what decides."""
    singular, plural = {*_BEFORE_A_WORD.findall(one)}, {*_BEFORE_A_WORD.findall(many)}
    differing = {
        (number, word) for number, word in singular if word == "series"
    } | singular - plural
    return {"%(num)s"} | {placeholder for placeholder, _ in differing}


@cache
def _exact_forms(expression: str) -> set[int]:
    """The plural forms that stand for a single number, such as the Arabic dual."""
    uses = Counter(map(c2py(expression), _NUMBERS))
    return {form for form, numbers in uses.items() if numbers == 1}


def _swapped(catalogue: Catalog, forms: Sequence[str]) -> str:
    """Arabic: of the forms for 100 and for 11, only the latter has the noun as an object."""
    if catalogue.locale is None or catalogue.locale.language != "ar":
        return ""
    form = c2py(catalogue.plural_expr)
    hundred, eleven = forms[form(100)], forms[form(11)]
    objects = [text.count(_SINGULAR_OBJECT) for text in (hundred, eleven)]
    return "has the forms of 11 and 100 swapped" if objects[0] > objects[1] else ""


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
