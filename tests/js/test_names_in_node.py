"""Server and browser agree about which names are equal."""

import sys
import unicodedata
from collections import defaultdict

from companion.rules.model.names import folded
from tests.js.node import run_in_node


def test_each_character_equals_the_same_others_in_both_languages() -> None:
    there = {chr(int(code)): name for code, name in run_in_node("names.mjs").items()}
    here = {c: folded(c) for c in map(chr, range(sys.maxunicode + 1)) if folded(c) != c}
    # Characters that either one folds, and the results; browsers may know a newer Unicode than
    # Python.
    met = {*there, *here, *there.values(), *here.values()}
    known = {c for c in met if len(c) == 1 and unicodedata.category(c) not in {"Cn", "Cs"}}
    assert _equal(here, known) == _equal(there, known)


def _equal(folds: dict[str, str], known: set[str]) -> set[frozenset[str]]:
    same = defaultdict(set)
    for character in known:
        same[folds.get(character, character)].add(character)
    return {frozenset(characters) for characters in same.values()}
