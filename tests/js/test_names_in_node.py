"""Server and browser agree about which names are equal, and which are none."""

import sys
import unicodedata
from collections import defaultdict
from typing import Any

import pytest

from companion.rules.model.names import folded, is_readable, searchable, tidy_name
from tests.js.node import run_in_node


def _is_assigned(character: str) -> bool:
    """Whether it is a letter or a sign, not for private use."""
    return unicodedata.category(character) not in {"Cn", "Co", "Cs"}


@pytest.fixture(scope="module")
def every_character() -> list[str]:
    return [*filter(_is_assigned, map(chr, range(sys.maxunicode + 1)))]


@pytest.fixture(scope="module")
def browser() -> dict[str, Any]:
    return run_in_node("names.mjs")


def test_each_character_equals_the_same_others_in_both_languages(
    browser: dict[str, Any], every_character: list[str]
) -> None:
    there = {chr(int(code)): name for code, name in browser["equal"].items()}
    here = {c: name for c in every_character if (name := folded(c)) != c}
    invisible = [{c for c in folds if not folds[c]} for folds in (there, here)]
    assert {*filter(_is_assigned, invisible[0])} == invisible[1]
    # Characters that either one folds, and the results; browsers may know a newer Unicode than
    # Python.
    met = {*there, *here, *there.values(), *here.values()}
    known = {c for c in met if len(c) == 1 and _is_known(c)}
    assert _equal(here, known) == _equal(there, known)


def test_letters_are_searched_for_alike_in_both_languages(browser: dict[str, Any]) -> None:
    there = {chr(int(code)): found for code, found in browser["sought"].items()}
    letters = [c for c in there if _is_known(c) and unicodedata.category(c) != "Cc"]
    assert {c: there[c] for c in letters} == {c: searchable(f"a{c}b") for c in letters}


def test_the_same_characters_are_no_name_in_both_languages(
    browser: dict[str, Any], every_character: list[str]
) -> None:
    there = {*map(chr, browser["unseen"])}
    here = {c for c in every_character if not is_readable(tidy_name(c))}
    assert {*filter(_is_assigned, here ^ there)} == set()


def _is_known(character: str) -> bool:
    return unicodedata.category(character) not in {"Cn", "Cs"}


def _equal(folds: dict[str, str], known: set[str]) -> set[frozenset[str]]:
    same = defaultdict(set)
    for character in known:
        same[folds.get(character, character)].add(character)
    return {frozenset(characters) for characters in same.values()}
