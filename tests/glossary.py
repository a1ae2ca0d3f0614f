"""The fixed terms of the translations, and the words that stand for none of them.

They are in `companion/translations/glossary.toml`, which says how words are matched.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "companion" / "translations" / "glossary.toml"
_NOT_LETTERS = re.compile(r"[\u064b-\u065f\u0640]|%\(\w+\)s")  # Arabic vowel signs; placeholders
_BEFORE_A_MARK = re.compile("(?<=[ \n]):(?= |$)|(?<=[ \n])[;?!»]|«(?=[ \n])")


@dataclass(frozen=True)
class Rule:
    """A term of a language: `said` finds it in English, `never` other words for it."""

    term: str
    said: re.Pattern[str]
    never: re.Pattern[str]

    def fault(self, english: Iterable[str], forms: Iterable[str]) -> str:
        """The other word that one of these forms has; empty for none."""
        if not any(map(self.said.search, english)):
            return ""
        found = next(filter(None, (self.never.search(_bare(form)) for form in forms)), None)
        return f"has “{found[0]}” for “{self.term}”" if found else ""


def faults(code: str, english: Sequence[str], forms: Sequence[str]) -> Iterator[str]:
    """Each word of a message in this language that is not the term, and each loose mark."""
    yield from filter(None, (rule.fault(english, forms) for rule in rules(code)))
    if code == "fr" and any(map(_BEFORE_A_MARK.search, forms)):
        yield "has a plain space beside one of : ; ? ! « », where a line could end"


@cache
def rules(code: str) -> tuple[Rule, ...]:
    """The terms of this language."""
    return tuple(_rules(tomllib.loads(FILE.read_text("utf-8")), code))


def _rules(terms: dict[str, Any], code: str) -> Iterator[Rule]:
    for term in terms.values():
        if code in term:
            said = _any_of(term["said"]) if "said" in term else re.compile("")
            yield Rule(term[code]["term"], said, _any_of(term[code]["never"]))


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(_pattern, words)), re.IGNORECASE)


def _pattern(word: str) -> str:
    inside = re.escape(_bare(word)).replace(r"\*", r"\w*")
    return rf"(?<!\w){inside}(?!\w)" if re.search(r"\w", word) else inside


def _bare(text: str) -> str:
    return _NOT_LETTERS.sub("", text)
