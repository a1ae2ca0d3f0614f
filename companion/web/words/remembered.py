"""Sentences about records of a game, and its duration."""

from collections.abc import Sequence

from babel.lists import format_list
from flask_babel import get_locale, gettext, ngettext
from markupsafe import Markup

from companion.sentences import N_, NN_
from companion.web.words.text import bdi, say, with_its_number

_TITLES = {
    "most_often_out": N_("Most often out"),
    "most_rounds_ended": N_("Most knocks and gins"),
    "most_rounds_won": N_("Most rounds won"),
    "dearest_hand": N_("Most expensive hand"),
    "best_round": N_("Best round"),
    "longest_on_one": N_("Longest on one contract"),
    "best_gap": N_("Best round, points ahead"),
    "close_finish": N_("Close finish, points apart"),
}
_IN_ROUNDS = NN_("%(name)s, round %(rounds)s", "%(name)s, rounds %(rounds)s", by="times")
_ON = N_("%(name)s on contract %(contract)s")
_HOUR = 60


def memory_title(code: str) -> str:
    """The name of the record."""
    return str(gettext(_TITLES[code].one))


def holder_words(name: str, rounds: Sequence[int], contract: int | None) -> Markup:
    """Its holder: Tom, rounds 2 and 4."""
    if contract is not None:
        return say(_ON, {"name": bdi(name), "contract": contract})
    if not rounds:
        return bdi(name)
    numbers = format_list([str(number) for number in rounds], locale=get_locale() or "en")
    return say(_IN_ROUNDS, {"name": bdi(name), "rounds": numbers, "times": len(rounds)})


def duration_words(minutes: int) -> str:
    """2 h 10 min."""
    hours, rest = divmod(minutes, _HOUR)
    if not hours:
        return with_its_number(ngettext("%(num)s minute", "%(num)s minutes", rest))
    return with_its_number(gettext("%(hours)s h %(minutes)s min", hours=hours, minutes=rest))
