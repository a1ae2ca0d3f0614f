"""The games of the catalogue as parameters: those that differ are in the suite, all in the soak."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any

import pytest

from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import catalogue, game_data

# Texts and prices, which say nothing about the rules that apply.
_UNREAD = {"key", "name", "summary", "also_called", "played_in", "house_rules", "how_to_play"}
_UNREAD |= {"melds", "differences", "sources", "values", "called", "exceptions", "cards"}


def one_of_each_kind(games: Iterable[str] = ()) -> list[Any]:
    """These games, or all, as parameters; the first of each way to score, end and advance."""
    return _first_with({key: {_kind(catalogue()[key])} for key in games or catalogue()})


def with_every_key(games: Iterable[str] = ()) -> list[Any]:
    """These games, or all, as parameters; so many that each key of a ruleset is in one."""
    return _first_with({key: {*_keys(game_data(key))} for key in games or catalogue()})


def _kind(game: Ruleset) -> Hashable:
    return game.scoring.key, game.end.when, game.advancing


def _keys(data: Mapping[str, Any], place: str = "") -> Iterator[Hashable]:
    for name, value in data.items():
        if name in _UNREAD:
            continue
        rows = value if isinstance(value, list) else [value]
        tables = [row for row in rows if isinstance(row, Mapping)]
        yield f"{place}{name}"
        for table in tables:
            yield from _keys(table, f"{place}{name}.")


def _first_with(having: Mapping[str, set[Hashable]]) -> list[Any]:
    """The games, those marked `soak` that have nothing that the others lack."""
    missing, chosen = set[Hashable]().union(*having.values()), set[str]()
    while missing:
        richest = max(having, key=lambda key: len(having[key] & missing))
        missing -= having[richest]
        chosen.add(richest)
    return [pytest.param(key, marks=() if key in chosen else (pytest.mark.soak,)) for key in having]
