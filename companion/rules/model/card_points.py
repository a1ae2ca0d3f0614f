"""The points of cards (RULES 16)."""

from companion.rules.model.cards import CardValues
from companion.rules.model.play import Hand


class UnknownCard(LookupError):
    """A card that is not in the game."""


def hand_points(values: CardValues, hand: Hand) -> int:
    """The points of a hand: a typed total as it is, or each card at its value.

    A blank hand has 0 points. Raises UnknownCard.
    """
    if hand.points is not None:
        return hand.points
    return sum(_value(values, name) * count for name, count in (hand.cards or {}).items())


def _value(values: CardValues, name: str) -> int:
    card_class = values.find(name)
    if card_class is None:
        raise UnknownCard(name)
    return card_class.value
