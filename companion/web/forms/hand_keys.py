"""The keys on which the cards of a hand are counted."""

from dataclasses import dataclass

from companion.rules.model.cards import CardClass
from companion.web.forms.numbers import CountField


@dataclass(frozen=True, slots=True)
class Key:
    """The key of a card class, dearest first, with the field that says how many of it there are.

    `is_nine` says that the figures of a telephone begin there, `says_value` that its name is what
    it costs.
    """

    card_class: CardClass
    field: CountField

    @property
    def key(self) -> str:
        """The key of the card class."""
        return self.card_class.key

    @property
    def value(self) -> int:
        """What each costs, in points."""
        return self.card_class.value

    @property
    def wild(self) -> bool:
        """Whether all of them are wild."""
        return self.card_class.wild

    @property
    def most(self) -> int:
        """How many are in play."""
        return self.field.most

    @property
    def has_some(self) -> bool:
        """Whether the hand holds a card of it."""
        return bool(self.field.count)

    @property
    def is_nine(self) -> bool:
        """Whether it is the nine, and no other card."""
        return self.key == "9" and not self.wild

    @property
    def says_value(self) -> bool:
        """Whether its name is its price."""
        return self.key == str(self.value) and not self.wild
