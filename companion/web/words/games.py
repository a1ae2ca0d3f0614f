"""The names of a game in all languages, and the order of games in that of the page."""

from collections.abc import Iterable, Sequence
from functools import cache

from flask import current_app
from flask_babel import force_locale

from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import base_of, catalogue
from companion.web.view_models.games import Reader, in_order
from companion.web.words.languages import on_offer, spoken
from companion.web.words.text import own_words

_EXTENSION = "companion-names-of-games"


def reader(search: str, words: Sequence[str]) -> Reader:
    """The reader of this page, who typed this search, and searches for these words."""
    return Reader(spoken(), _every_name, words, base_of, search)


def catalogue_in_order() -> list[Ruleset]:
    """The games of the catalogue, the usual ones of the language of the page first."""
    return in_order(catalogue().values(), spoken())


def _every_name(ruleset: Ruleset) -> Iterable[str]:
    """The names of a game: its own, that in each language, and others; and its limits."""
    limits = map(str, sorted(_limits(ruleset)))
    return (ruleset.name, *_translated(ruleset.name), *ruleset.also_called, *limits)


def _limits(ruleset: Ruleset) -> set[int]:
    """The totals that end the game, or put a player out, by any house rules: a pool of 101."""
    changes = [choice.changes for rule in ruleset.house_rules for choice in rule.choices]
    ends = [ruleset.end.limit, *(change.get("end.limit") for change in changes)]
    ends += [change.get("end", {}).get("limit") for change in changes]
    return {limit for limit in ends if limit and ruleset.lost_lives is None}


def _translated(name: str) -> Sequence[str]:
    """The names in all languages, read once; a custom game has none."""
    known: dict[str, Sequence[str]] = current_app.extensions.setdefault(_EXTENSION, {})
    if name not in _names():
        return ()
    if name not in known:
        known[name] = [_in_language(name, language.code) for language in on_offer()]
    return known[name]


def _in_language(name: str, code: str) -> str:
    with force_locale(code):
        return own_words(name)


@cache
def _names() -> frozenset[str]:
    return frozenset(game.name for game in catalogue().values())
