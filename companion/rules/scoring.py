"""Cards left in hand -> points."""

from companion.rules.log import Hand
from companion.rules.rulesets import Ruleset


class UnknownCard(LookupError):
    """A card that the game does not have."""


def hand_points(ruleset: Ruleset, hand: Hand) -> int:
    """What the leftovers cost, in points: a typed total as it is, or each card at its value.

    A blank hand costs nothing yet. Raises UnknownCard.
    """
    if hand.points is not None:
        return hand.points
    return sum(_value(ruleset, name) * count for name, count in (hand.cards or {}).items())


def _value(ruleset: Ruleset, name: str) -> int:
    card_class = ruleset.card_class(name)
    if card_class is None:
        raise UnknownCard(name)
    return card_class.value
