"""The values of cards in words, for the rules card and the printed sheet."""

from collections.abc import Iterator
from itertools import groupby

from flask_babel import gettext, ngettext

from companion.rules.model.cards import CardClass
from companion.rules.model.ruleset import Ruleset
from companion.web.words.cards import card_words, class_words
from companion.web.words.text import comma

_LEAST_IN_A_ROW = 3


def card_points_words(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Cards and their points, expensive ones first: 10 J Q K, 10 points; 2 – 9, their number."""
    for _, neighbours in groupby(enumerate(ruleset.card_values.classes), _number_row):
        classes = [card_class for _, card_class in neighbours]
        if len(classes) >= _LEAST_IN_A_ROW and _costs_its_number(classes[0]):
            yield _from_to(classes[-1], classes[0]), gettext("face value")
        else:
            yield from ((class_words(one), _points(one, ruleset)) for one in classes)


def _number_row(numbered: tuple[int, CardClass]) -> int | None:
    """The same for adjacent ranks that cost their own number each."""
    place, card_class = numbered
    return place + card_class.value if _costs_its_number(card_class) else None


def _costs_its_number(card_class: CardClass) -> bool:
    return card_class.ranks == (str(card_class.value),) and not card_class.wild


def _from_to(low: CardClass, high: CardClass) -> str:
    ends = (card_words(one.ranks[0], one.called) for one in (low, high))
    return " – ".join(ends)


def _points(card_class: CardClass, ruleset: Ruleset) -> str:
    """The value per card of the class, and which of its ranks is wild if not all are."""
    points = card_class.value
    wild = [card_words(r, card_class.called) for r in card_class.ranks if r in ruleset.wild]
    if card_class.wild:
        words = ngettext("%(num)s point, wild", "%(num)s points, wild", points)
    elif wild:
        ranks = comma().join(wild)
        words = ngettext(
            "%(num)s point; wild: %(ranks)s", "%(num)s points; wild: %(ranks)s", points, ranks=ranks
        )
    else:
        words = ngettext("%(num)s point", "%(num)s points", points)
    return str(words)
