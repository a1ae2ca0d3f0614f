"""Server and browser agree about which names are equal, and which are none."""

import json
import sys
import unicodedata
from collections import defaultdict
from typing import Any

from companion.rules.model.names import folded, is_readable, searchable, tidy_name
from tests.js.node import run_in_node
from tests.soak import is_soak


def _is_assigned(character: str) -> bool:
    """Whether it is a letter or a sign, not for private use."""
    return unicodedata.category(character) not in {"Cn", "Co", "Cs"}


# The scripts without ideographs and syllables of Hangul, of which a few stand for all; signs and
# compatibility forms; tags and selectors. All characters in the soak.
_TRIED = [(0, 0x3500), (0xA490, 0xAD00), (0xF800, 0x10900), (0x1D000, 0x1FC00), (0xE0000, 0xE0200)]
RANGES = [(0, sys.maxunicode + 1)] if is_soak() else _TRIED


def test_both_languages_agree_about_each_character() -> None:
    browser = run_in_node("names.mjs", json.dumps(RANGES))
    tried = [*filter(_is_assigned, (chr(code) for few in RANGES for code in range(*few)))]
    _equals_the_same_others(browser, tried)
    _is_searched_for_alike(browser)
    unseen = {*map(chr, browser["unseen"])}
    assert {*filter(_is_assigned, unseen)} == {c for c in tried if not is_readable(tidy_name(c))}


def _equals_the_same_others(browser: dict[str, Any], tried: list[str]) -> None:
    there = {chr(int(code)): name for code, name in browser["equal"].items()}
    here = {c: name for c in tried if (name := folded(c)) != c}
    invisible = [{c for c in folds if not folds[c]} for folds in (there, here)]
    assert {*filter(_is_assigned, invisible[0])} == invisible[1]
    # Characters that either one folds, and the results; browsers may know a newer Unicode than
    # Python.
    met = {*there, *here, *there.values(), *here.values()}
    known = {c for c in met if len(c) == 1 and _is_known(c)}
    assert _equal(here, known) == _equal(there, known)


def _is_searched_for_alike(browser: dict[str, Any]) -> None:
    there = {chr(int(code)): found for code, found in browser["sought"].items()}
    letters = [c for c in there if _is_known(c) and unicodedata.category(c) != "Cc"]
    assert {c: there[c] for c in letters} == {c: searchable(f"a{c}b") for c in letters}


def _is_known(character: str) -> bool:
    return unicodedata.category(character) not in {"Cn", "Cs"}


def _equal(folds: dict[str, str], known: set[str]) -> set[frozenset[str]]:
    same = defaultdict(set)
    for character in known:
        same[folds.get(character, character)].add(character)
    return {frozenset(characters) for characters in same.values()}
