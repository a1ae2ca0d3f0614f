"""A hand in words: A, 8 × 10 J Q K, 4 × 3 – 9."""

from collections.abc import Mapping

from babel.lists import format_list
from flask_babel import get_locale, gettext, ngettext
from markupsafe import Markup

from companion.rules.cards import CardValues
from companion.rules.entries import Hand
from companion.rules.state import PlayedRound
from companion.sentences import NN_
from companion.web.words.cards import class_words
from companion.web.words.text import bdi, say

_TIED = "\u00a0"  # three of a kind stay on one line
_DASH = f"–\u2060{_TIED}"  # after a dash alone a line may end


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
    cards = [f"{count} × {words}" for words, count in by_class.items() if count]
    if not cards:
        return str(gettext("no cards"))
    tied = [words.replace("– ", _DASH).replace(" ", _TIED) for words in cards]
    return format_list(tied, style="unit", locale=get_locale() or "en")


_COUNTED = NN_("%(name)s: %(points)s point.", "%(name)s: %(points)s points.", by="points")
_COUNTED_DOWN = NN_(
    "%(name)s: %(points)s point, down.", "%(name)s: %(points)s points, down.", by="points"
)
_COUNTED_NOT_DOWN = NN_(
    "%(name)s: %(points)s point, not down.", "%(name)s: %(points)s points, not down.", by="points"
)


def counted_words(name: str, played: PlayedRound, seat: int) -> Markup:
    """What a hand came to: Bo: 120 points, not down."""
    deal, play = played.deal, played.play
    points = deal.scoring.worth(deal.values, play.hand(seat), play.melds(seat))
    is_down = seat in play.laid_down
    sentence = (_COUNTED_DOWN if is_down else _COUNTED_NOT_DOWN) if deal.contracts else _COUNTED
    return say(sentence, {"name": bdi(name), "points": points})


def shown_buys_words(figures: Mapping[str, int]) -> list[str]:
    """What a whole hand shows, by the number of buys: 15 cards: one buy. Nothing for none."""
    return ["", *(_bought(figures, buys) for buys in range(1, figures["most-buys"] + 1))]


def _bought(figures: Mapping[str, int], buys: int) -> str:
    cards = figures["dealt"] + figures["each"] * buys
    words = ngettext("%(cards)s cards: one buy", "%(cards)s cards: %(num)s buys", buys, cards=cards)
    return str(words)
