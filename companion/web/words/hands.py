"""A hand in words: 2 × A, 8 cards (10 J Q K), 4 cards (3 – 9)."""

from flask_babel import gettext, ngettext, pgettext
from markupsafe import Markup

from companion.rules.fold.entries import Hand
from companion.rules.judging.scoring import hand_score
from companion.rules.model.cards import CardValues
from companion.rules.model.state import PlayedRound
from companion.sentences import NN_
from companion.web.words.cards import class_words
from companion.web.words.text import bdi, comma, isolated, say

_TIED = "\u00a0"  # a count stays on one line with its class
_DASH = f"–\u2060{_TIED}"  # a line may break only after a dash


def hand_words(hand: Hand, values: CardValues) -> str:
    """The cards by class, or a typed total, or no cards."""
    if hand.points is not None:
        return str(gettext("a typed total"))
    if hand.is_blank:
        return str(pgettext("hand", "not counted"))
    by_class: dict[str, int] = {}
    for name, count in (hand.cards or {}).items():
        found = values.find(name)
        key = found.key if found else name
        by_class[key] = by_class.get(key, 0) + count
    cards = [_of_class(key, count, values) for key, count in by_class.items() if count]
    if not cards:
        return str(gettext("no cards"))
    tied = [words.replace("– ", _DASH).replace(" ", _TIED) for words in cards]
    return comma().join(tied)


def _of_class(key: str, count: int, values: CardValues) -> str:
    """2 × A; several ranks are no factor: 8 cards (10 J Q K)."""
    found = values.find(key)
    ranks = isolated(class_words(found) if found else key)
    if found is None or len(found.ranks) == 1:
        return f"{count} × {ranks}"
    return str(
        ngettext("%(num)s card (%(ranks)s)", "%(num)s cards (%(ranks)s)", count, ranks=ranks)
    )


_COUNTED = NN_("%(name)s: %(points)s point.", "%(name)s: %(points)s points.", by="points")
_COUNTED_DOWN = NN_(
    "%(name)s: %(points)s point, down.", "%(name)s: %(points)s points, down.", by="points"
)
_COUNTED_NOT_DOWN = NN_(
    "%(name)s: %(points)s point, not down.", "%(name)s: %(points)s points, not down.", by="points"
)


_BY_DOWN = {None: _COUNTED, True: _COUNTED_DOWN, False: _COUNTED_NOT_DOWN}


def counted_words(name: str, played: PlayedRound, seat: int) -> Markup:
    """What a hand came to: Bo: 120 points, not down."""
    down = seat in played.play.laid_down if played.deal.contracts else None
    return came_to_words(name, hand_score(played, seat), down)


def came_to_words(name: str, points: int, down: bool | None) -> Markup:  # noqa: FBT001
    """The same by its figures; `down` is None without contracts."""
    return say(_BY_DOWN[down], {"name": bdi(name), "points": points})
