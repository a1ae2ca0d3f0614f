"""The keys of the keypad that counts cards."""

from dataclasses import dataclass

from companion.rules.model.cards import CardClass
from companion.web.forms.numbers import CountField


@dataclass(frozen=True, slots=True)
class Key:
    """The key of a card class, with the field of its count.

    `is_nine` marks the start of the digits of a telephone keypad, `says_value` that its label is
    its value.
    """

    card_class: CardClass
    field: CountField

    @property
    def key(self) -> str:
        """The key of the card class."""
        return self.card_class.key

    @property
    def value(self) -> int:
        """Points per card."""
        return self.card_class.value

    @property
    def wild(self) -> bool:
        """Whether all of them are wild."""
        return self.card_class.wild

    @property
    def most(self) -> int:
        """The number of cards in play."""
        return self.field.most

    @property
    def has_some(self) -> bool:
        """Whether the hand has a card of this class."""
        return bool(self.field.count)

    @property
    def is_nine(self) -> bool:
        """Whether it is the class of the nine alone."""
        return self.key == "9" and not self.wild

    @property
    def says_value(self) -> bool:
        """Whether its label is its value."""
        return self.key == str(self.value) and not self.wild
