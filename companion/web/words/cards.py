"""Cards, melds and contracts as people name them."""

from collections.abc import Mapping
from itertools import groupby

from flask_babel import gettext, ngettext

from companion.rules.cards import JOKER, CardClass, rank_of_number
from companion.rules.contracts import Colour, Contract, Meld, Set
from companion.rules.rulesets import Ruleset
from companion.web.words.text import own_words

_LISTED_RANKS = 4


def contract_words(contract: Contract) -> str:
    """2 sets of 3, run of 4."""
    parts = [meld_words(meld, len(list(same))) for meld, same in groupby(contract.melds)]
    words = ", ".join(parts)
    return words[:1].upper() + words[1:]


def meld_words(meld: Meld, count: int = 1) -> str:
    """Set of 3; 2 runs of 4."""
    if isinstance(meld, Set):
        words = ngettext("set of %(size)s", "%(num)s sets of %(size)s", count, size=meld.size)
    elif isinstance(meld, Colour):
        words = gettext("%(size)s of a colour", size=meld.size)
    else:
        words = ngettext("run of %(size)s", "%(num)s runs of %(size)s", count, size=meld.size)
    return str(words)


def class_words(card_class: CardClass) -> str:
    """Joker · 2; 10 J Q K; 3 – 9."""
    named = [[card_words(rank, card_class.called) for rank in span] for span in card_class.spans]
    return " · ".join(_span_words(names[::-1]) for names in named)


def _span_words(low_to_high: list[str]) -> str:
    if len(low_to_high) <= _LISTED_RANKS:
        return " ".join(low_to_high)
    return f"{low_to_high[0]} – {low_to_high[-1]}"


def card_words(rank: str, called: Mapping[str, str]) -> str:
    """A rank as people say it; `called` are the names its pack gives."""
    if rank in called:
        return own_words(called[rank])
    return str(gettext("Joker")) if rank == JOKER else rank


def wild_words(ruleset: Ruleset, cards: int) -> str:
    """The rank that is wild when so many cards are dealt."""
    return card_words(rank_of_number(cards), ruleset.pack.called)
