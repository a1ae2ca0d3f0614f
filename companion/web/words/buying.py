"""Sentences about buying, for the rules card."""

from collections.abc import Iterator
from itertools import groupby

from flask_babel import gettext, ngettext

from companion.rules.model.ruleset import Ruleset

_LIMIT = "buys.limit"


def buy_limit_words(ruleset: Ruleset) -> Iterator[str]:
    """The limit of buys; None without buying, or if a house rule says it."""
    limits = ruleset.buys.limits
    if not ruleset.buys.allowed or _is_asked(ruleset):
        return
    if limits is None:
        yield gettext("Each player may buy as often as they like.")
    elif len({*limits}) == 1:
        yield ngettext(
            "Each player may buy once in a round.",
            "Each player may buy up to %(num)s times in a round.",
            limits[0],
        )
    else:
        yield from _by_round(limits)


def _is_asked(ruleset: Ruleset) -> bool:
    """Whether the choices of a house rule tell it, on the same card."""
    choices = [choice for rule in ruleset.house_rules for choice in rule.choices]
    return any(_LIMIT in choice.changes for choice in choices)


def _by_round(limits: tuple[int, ...]) -> Iterator[str]:
    """The last number applies to all later rounds."""
    first = 1
    for buys, row in groupby(limits):
        last = first + len([*row]) - 1
        yield _rounds(buys, first, last, is_last=last == len(limits))
        first = last + 1


def _rounds(buys: int, first: int, last: int, *, is_last: bool) -> str:
    words: str
    if is_last:
        words = ngettext(
            "From round %(first)s on each player may buy once.",
            "From round %(first)s on each player may buy up to %(num)s times.",
            buys,
            first=first,
        )
    elif first == last:
        words = ngettext(
            "Round %(first)s: each player may buy once.",
            "Round %(first)s: each player may buy up to %(num)s times.",
            buys,
            first=first,
        )
    else:
        words = ngettext(
            "Rounds %(first)s to %(last)s: each player may buy once.",
            "Rounds %(first)s to %(last)s: each player may buy up to %(num)s times.",
            buys,
            first=first,
            last=last,
        )
    return words
