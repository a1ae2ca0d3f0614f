"""A hand in words: A, 8 × 10 J Q K, 4 × 3 – 9."""

from babel.lists import format_list
from flask_babel import get_locale, gettext, ngettext

from companion.rules.cards import CardValues
from companion.rules.entries import Hand
from companion.web.forms.expected_hand import ExpectedHand
from companion.web.words.cards import class_words

_TIED = "\u00a0"  # three of a kind stay on one line


def hand_words(hand: Hand, values: CardValues) -> str:
    """The cards by class, or that they were typed as a total, or that there are none."""
    if hand.points is not None:
        return str(gettext("a typed total"))
    if hand.is_blank:
        return str(gettext("not counted"))
    by_class: dict[str, int] = {}
    for name, count in (hand.cards or {}).items():
        found = values.find(name)
        words = class_words(found) if found else name
        by_class[words] = by_class.get(words, 0) + count
    cards = [f"{count} × {words}".replace(" ", _TIED) for words, count in by_class.items() if count]
    if not cards:
        return str(gettext("no cards"))
    return format_list(cards, style="unit", locale=get_locale() or "en")


def shown_buys_words(expected: ExpectedHand) -> list[str]:
    """What a whole hand shows, by the number of buys: 15 cards: one buy. Nothing for none."""
    figures = expected.figures
    return ["", *(_bought(figures, buys) for buys in range(1, figures["most-buys"] + 1))]


def _bought(figures: dict[str, int], buys: int) -> str:
    cards = figures["dealt"] + figures["each"] * buys
    words = ngettext("%(cards)s cards: one buy", "%(cards)s cards: %(num)s buys", buys, cards=cards)
    return str(words)
