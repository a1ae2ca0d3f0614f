"""The form of one hand: cards by class, or a typed total; down or not; buys."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from flask_babel import gettext, lazy_pgettext
from werkzeug.datastructures import MultiDict
from wtforms import Field, Form, SelectChoice, StringField
from wtforms.validators import Optional

from companion.rules.fold.entries import Hand
from companion.rules.judging.hand_sizes import infer_down, total_leaves_down_open
from companion.rules.model.cards import (
    Bonus,
    CardClass,
    CardValues,
    CountedPart,
    Decks,
    hand_points,
)
from companion.rules.model.play import Missing
from companion.rules.model.ruleset import MOST_BUYS
from companion.web.forms.expected_hand import ExpectedHand
from companion.web.forms.fields import ChoiceField, CountField, StepperField, SumField, typed_number


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
    def by_count(self) -> str:
        """The points of one, of two, and so on, where they depend on the number."""
        by_count = self.card_class.by_count if isinstance(self.card_class, Bonus) else ()
        return " ".join(map(str, by_count))

    @property
    def rises_to(self) -> int:
        """The points of all of them, where points depend on their number; 0 otherwise."""
        return int(self.by_count.rpartition(" ")[2]) if " " in self.by_count else 0

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


_FEW_KEYS = 6  # more keys take three columns


def _is_new(field: Field) -> bool:
    """Whether the input differs from the former value."""
    return (field.data or "") != (field.object_data or "")


class CardsForm(Form):
    """The form of some cards: counts by class, or a total; `hand` is the value."""

    total = SumField()
    values: CardValues
    part: CountedPart = "held"

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether the input is valid and unambiguous."""
        fits: bool = super().validate(extra_validators)
        if fits and self._says_two_things():
            self.total.errors = [
                gettext("The cards and the total do not agree. Clear one of them.")
            ]
            return False
        return fits

    @property
    def hand(self) -> Hand:
        """The typed cards; blank without input. A changed field has priority."""
        if self.total.total is not None and not self._only_cards_are_new():
            return Hand(points=self.total.total)
        return self._cards()

    @property
    def hand_is_blank(self) -> bool:
        """Whether there is no input, valid or not."""
        typed = [self.total.data, *(field.data for _, field in self.count_fields())]
        return not any(text and text.strip() for text in typed)

    @property
    def is_new(self) -> bool:
        """Whether the cards or the total differ from the stored count."""
        return _is_new(self.total) or self._cards_are_new()

    def count_fields(self) -> list[tuple[CardClass, CountField]]:
        """Each card class with its field, the most expensive first, then bonuses."""
        return [(c, self[f"card{n}"]) for n, c in enumerate(self.values.of_part(self.part).counted)]

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys."""
        return tuple(Key(*pair) for pair in self.count_fields())

    @property
    def has_some(self) -> bool:
        """Whether a card is counted."""
        return any(key.has_some for key in self.keys)

    @property
    def has_many(self) -> bool:
        """Whether the keys take three columns, like those of a telephone."""
        return len(self.values.of_part(self.part).counted) > _FEW_KEYS

    @property
    def has_bonuses(self) -> bool:
        """Whether a total includes bonuses."""
        return bool(self.values.of_part(self.part).extras)

    @property
    def counts(self) -> dict[str, int]:
        """The number of cards typed for each class, also 0."""
        typed = ((c.key, field.count) for c, field in self.count_fields())
        return {key: count for key, count in typed if count is not None}

    def _cards(self) -> Hand:
        counts = self.counts
        if not counts:
            return Hand()
        return Hand(cards={key: count for key, count in counts.items() if count})

    def _says_two_things(self) -> bool:
        cards, total = self._cards(), self.total.total
        both = (
            total is not None and bool(cards.size) and self._cards_are_new() == _is_new(self.total)
        )
        return both and hand_points(self.values, cards) != total

    def _only_cards_are_new(self) -> bool:
        return self._cards_are_new() and not _is_new(self.total)

    def _cards_are_new(self) -> bool:
        return any(_is_new(field) for _, field in self.count_fields())


class HandForm(CardsForm):
    """One hand: leftovers, down or not, buys, and melds if they score.

    `asked` is the typed total for which the page asked whether the player is down.
    """

    down = ChoiceField(validators=[Optional()])
    asked = StringField()
    buys: StepperField | None = None
    melded: CardsForm | None = None
    takes_one_off = False  # the minus of a key, without JavaScript
    page_said_not_down: bool | None = None  # when it was opened; None: as stored
    keeps_answer = False  # a checked “Not down” also applies to a total typed since

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether everything is valid; validates every part, so that all errors show."""
        fits = super().validate(extra_validators)
        return (self.melded is None or self.melded.validate()) and fits

    @property
    def is_new(self) -> bool:
        """Whether cards, total or melds differ from the stored count."""
        return super().is_new or bool(self.melded and self.melded.is_new)

    @property
    def has_errors(self) -> bool:
        """Whether any field has an error."""
        return bool(self.errors or (self.melded and self.melded.errors))

    @property
    def wrong_fields(self) -> list[Field]:
        """The fields with errors, melds first, in the order of the page."""
        parts = (self.melded, self) if self.melded else (self,)
        return [field for part in parts for field in part if field.errors]

    def counted(self, expected: ExpectedHand) -> Hand:
        """The typed cards; the price of not having opened, if that is all that was chosen."""
        is_price = self.hand.is_blank and self.says_down is False and expected.price is not None
        return Hand(points=expected.price) if is_price else self.hand

    @property
    def buys_typed(self) -> int | None:
        """The entered buys; None if left to the cards, or without buying."""
        return self.buys.count if self.buys else None

    @property
    def is_stepped(self) -> bool:
        """Whether the tapped button only changed a number: of buys, or of a card."""
        return self.takes_one_off or bool(self.buys and self.buys.is_stepped)

    @property
    def melded_typed(self) -> Hand | None:
        """The typed melds; None in games that do not score them."""
        return self.melded.hand if self.melded else None

    def ask_for_what_is_missing(self, missing: Missing) -> None:
        """In games that score melds, add an error to each part that is not counted."""
        asked: list[CardsForm] = [self.melded] if self.melded and missing != "hand" else []
        if self.melded and missing != "melds":
            asked.append(self)
        for part in asked:
            part.total.errors = [gettext("Not counted yet. Enter 0 if there are no cards.")]

    @property
    def blank_parts(self) -> set[Literal["melds", "hand"]]:
        """In games that score melds, the parts without input."""
        if self.melded is None:
            return set()
        blank: set[Literal["melds", "hand"]] = {"melds"} if self.melded.hand_is_blank else set()
        return blank | ({"hand"} if self.hand_is_blank else set())

    @property
    def typed(self) -> list[str]:
        """The raw input of every field."""
        parts = (self, self.melded) if self.melded else (self,)
        return [str(field.data or "") for part in parts for field in part]

    @property
    def says_down(self) -> bool | None:
        """Down or not as chosen; None if not chosen.

        A “Not down” from before does not apply to a total typed since, unless the form
        `keeps_answer`.
        """
        if not self.keeps_answer and self.down.data == "no" and self._stood_before_the_total():
            return None
        return self.down.data == "yes" if self.down.data else None

    def _stood_before_the_total(self) -> bool:
        is_typed_anew = bool(self.total.data) and _is_new(self.total)
        is_answer = self.asked.data == self.total.data
        stood_there = self.page_said_not_down
        if stood_there is None:
            stood_there = self.down.object_data == "no"
        return is_typed_anew and not is_answer and stood_there

    def leaves_down_open(self, expected: ExpectedHand) -> bool:
        """Whether the typed total fits both, and neither was chosen."""
        if self.says_down is not None or expected.marked_down:
            return False
        known = (expected.ruleset, expected.deal, expected.seat, self.hand, self.buys_typed)
        return total_leaves_down_open(*known)

    def ask_down(self, question: str) -> None:
        """Add the question whether the player is down, with nothing selected."""
        self.down.errors, self.down.data = [question], None
        for option in self.down.choices or ():
            option.checked = False
        self.asked.data = self.total.data

    def is_down(self, expected: ExpectedHand) -> bool:
        """As chosen, otherwise as the cards show, otherwise as marked at the table."""
        if self.says_down is not None:
            return self.says_down
        hand = self.hand
        shown = (
            None
            if hand.is_blank
            else infer_down(expected.ruleset, expected.deal, expected.seat, hand, self.buys_typed)
        )
        return expected.marked_down if shown is None else shown


def hand_form(
    expected: ExpectedHand,
    sent: Any = None,  # noqa: ANN401 - a request's form
    prefix: str = "",
) -> HandForm:
    """The form of one hand, filled with the submitted data or with the stored count."""
    ruleset, deal = expected.ruleset, expected.deal
    # The hand of the player who went out is blank; it is asked for if another player did.
    data = _counted(expected) | _cards_data(deal.values, "held", expected.typed)
    classes = deal.values.of_part("held").counted
    form_class = _hand_form_class(classes, deal.decks, ruleset.buys.allowed)
    sent, fewer = _one_fewer(sent)
    form = form_class(sent, prefix=prefix, data=data)
    form.takes_one_off = fewer.startswith((f"{prefix}card", f"{prefix}melded-"))
    form.values = deal.values
    form.total.may_be_negative = deal.scoring.only_points
    if deal.scoring.melds_score:
        form.melded = _melded_form(expected, sent, f"{prefix}melded-")
    return form


def cards_form(
    values: CardValues,
    decks: Decks,
    sent: Any = None,  # noqa: ANN401 - a request's form
) -> CardsForm:
    """The form of some melded cards of these values, blank or as submitted."""
    sent, _ = _one_fewer(sent)
    form = _cards_form_class(values.counted, decks)(sent)
    form.values, form.part = values, "melded"
    return form


def _one_fewer(sent: Any) -> tuple[Any, str]:  # noqa: ANN401
    """The data without the card whose minus was tapped; and the name of its field, or blank."""
    name = sent.get("fewer", "") if sent else ""
    number = typed_number(sent.get(name)) if name else None
    if not isinstance(number, int) or number < 1:
        return sent, name
    changed = MultiDict(sent)
    changed[name] = str(number - 1) if number > 1 else ""
    return changed, name


def _melded_form(expected: ExpectedHand, sent: Any, prefix: str) -> CardsForm:  # noqa: ANN401
    deal = expected.deal
    data = _cards_data(deal.values, "melded", expected.play.melds(expected.seat))
    classes = deal.values.of_part("melded").counted
    form = _cards_form_class(classes, deal.decks)(sent, prefix=prefix, data=data)
    form.values, form.part = deal.values, "melded"
    return form


DOWN_CHOICES = [
    SelectChoice("yes", lazy_pgettext("player", "Down")),
    SelectChoice("no", lazy_pgettext("player", "Not down")),
]


@lru_cache(maxsize=128)
def _hand_form_class(
    classes: tuple[CardClass, ...],
    decks: Decks,
    buying: bool,  # noqa: FBT001
) -> type[HandForm]:
    """The form class, cached by its cards."""
    fields = _count_fields(classes, decks)
    fields["down"] = ChoiceField(choices=DOWN_CHOICES, validators=[Optional()])
    if buying:  # more than the limit of the table is a doubt, not an error
        fields["buys"] = StepperField(most=MOST_BUYS)
    return type("OneHand", (HandForm,), fields)


@lru_cache(maxsize=128)
def _cards_form_class(classes: tuple[CardClass, ...], decks: Decks) -> type[CardsForm]:
    return type("SomeCards", (CardsForm,), _count_fields(classes, decks))


def _count_fields(classes: tuple[CardClass, ...], decks: Decks) -> dict[str, Any]:
    return {f"card{n}": CountField(most=c.copies(decks)) for n, c in enumerate(classes)}


def _counted(expected: ExpectedHand) -> dict[str, Any]:
    """The stored count of this player as form data."""
    is_blank = expected.play.hand(expected.seat).is_blank and not expected.is_down
    nothing_said = is_blank or expected.down_is_only_shown
    return {
        "down": None if nothing_said else ("yes" if expected.is_down else "no"),
        "buys": "" if expected.buys is None else str(expected.buys),
    }


def _cards_data(values: CardValues, part: CountedPart, hand: Hand) -> dict[str, Any]:
    """Cards or a total as form data; ranks are summed by class."""
    by_class: dict[str, int] = {}
    for name, count in (hand.cards or {}).items():
        card_class = values.find(name)
        key = card_class.key if card_class else name
        by_class[key] = by_class.get(key, 0) + count
    data = {
        f"card{n}": str(by_class[c.key]) if c.key in by_class else None
        for n, c in enumerate(values.of_part(part).counted)
    }
    if hand.cards is not None and not by_class:  # no cards: counted, and not blank
        data["card0"] = "0"
    return data | {"total": None if hand.points is None else str(hand.points)}
