"""The form of one hand: cards by class, or a typed total; down or not; buys."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from flask_babel import gettext, lazy_gettext
from werkzeug.datastructures import MultiDict
from wtforms import Field, Form, SelectChoice, StringField
from wtforms.validators import Optional

from companion.rules.fold.entries import Hand
from companion.rules.judging.hand_sizes import infer_down, total_leaves_down_open
from companion.rules.model.card_points import hand_points
from companion.rules.model.cards import CardClass, CardValues, Decks
from companion.rules.model.play import Missing
from companion.rules.model.ruleset import MOST_BUYS
from companion.rules.model.state import Deal
from companion.web.forms.expected_hand import ExpectedHand
from companion.web.forms.fields import ChoiceField, typed_number
from companion.web.forms.hand_keys import Key
from companion.web.forms.numbers import CountField, StepperField, SumField

_FEW_KEYS = 6  # more stand in three columns


def _is_new(field: Field) -> bool:
    """Whether something else was typed than stood there."""
    return (field.data or "") != (field.object_data or "")


class CardsForm(Form):
    """The shape of some cards as typed: counts by class, or a total; `hand` is what it says."""

    total = SumField()
    values: CardValues

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether what was typed can be read, and says one thing and not two."""
        fits: bool = super().validate(extra_validators)
        if fits and self._says_two_things():
            self.total.errors = [
                gettext("The cards and the total do not agree. Clear one of them.")
            ]
            return False
        return fits

    @property
    def hand(self) -> Hand:
        """The cards as typed; blank where nothing was. What was typed over holds."""
        if self.total.total is not None and not self._only_cards_are_new():
            return Hand(points=self.total.total)
        return self._cards()

    @property
    def hand_is_blank(self) -> bool:
        """Whether nothing was typed, whatever can be read of it."""
        typed = [self.total.data, *(field.data for _, field in self.count_fields())]
        return not any(text and text.strip() for text in typed)

    def count_fields(self) -> list[tuple[CardClass, CountField]]:
        """Each card class with its field, dearest first."""
        return [(c, self[f"card{n}"]) for n, c in enumerate(self.values.classes)]

    @property
    def keys(self) -> tuple[Key, ...]:
        """What is tapped."""
        return tuple(Key(*pair) for pair in self.count_fields())

    @property
    def has_many(self) -> bool:
        """Whether the keys stand in three columns, like those of a telephone."""
        return len(self.values.classes) > _FEW_KEYS

    def _cards(self) -> Hand:
        counts = {c.key: field.count for c, field in self.count_fields()}
        if all(count is None for count in counts.values()):
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
    """One hand: the cards left, down or not, buys, and what was melded where that scores.

    `asked` is the typed total at which the page asked whether the player is down.
    """

    down = ChoiceField(validators=[Optional()])
    asked = StringField()
    buys: StepperField | None = None
    melded: CardsForm | None = None
    takes_one_off = False  # by the minus of a key, without a script
    page_said_not_down: bool | None = None  # when it was opened; None: as the hand is stored now
    keeps_answer = False  # a ticked “Not down” also counts for a total typed since

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether all of it can be read; looks at every part, so that all errors show."""
        fits = super().validate(extra_validators)
        return (self.melded is None or self.melded.validate()) and fits

    @property
    def has_errors(self) -> bool:
        """Whether something in it cannot be read."""
        return bool(self.errors or (self.melded and self.melded.errors))

    @property
    def wrong_fields(self) -> list[Field]:
        """The fields with errors, melds first, as they stand on the page."""
        parts = (self.melded, self) if self.melded else (self,)
        return [field for part in parts for field in part if field.errors]

    @property
    def buys_typed(self) -> int | None:
        """Buys as somebody said them; None where they are left to the cards, or buying is off."""
        return self.buys.count if self.buys else None

    @property
    def is_stepped(self) -> bool:
        """Whether the button that was tapped only changed a number: of buys, or of a card."""
        return self.takes_one_off or bool(self.buys and self.buys.is_stepped)

    @property
    def melded_typed(self) -> Hand | None:
        """What was melded, as typed; None in games that do not score it."""
        return self.melded.hand if self.melded else None

    def ask_for_what_is_missing(self, missing: Missing) -> None:
        """Where melds score, say at the part that nobody has counted what to type there."""
        asked: list[CardsForm] = [self.melded] if self.melded and missing != "hand" else []
        if self.melded and missing != "melds":
            asked.append(self)
        for part in asked:
            part.total.errors = [gettext("Not counted yet. Enter 0 if there are no cards.")]

    @property
    def blank_parts(self) -> set[Literal["melds", "hand"]]:
        """Where melds score, those parts in whose fields nothing stands."""
        if self.melded is None:
            return set()
        blank: set[Literal["melds", "hand"]] = {"melds"} if self.melded.hand_is_blank else set()
        return blank | ({"hand"} if self.hand_is_blank else set())

    @property
    def typed(self) -> list[str]:
        """What stands in every field, readable or not."""
        parts = (self, self.melded) if self.melded else (self,)
        return [str(field.data or "") for part in parts for field in part]

    @property
    def says_down(self) -> bool | None:
        """Down or not as somebody said; None where nobody did.

        A “Not down” that stood there already says nothing of a total that was typed since, unless
        the form `keeps_answer`.
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
        """Whether the total that was typed may be a whole hand or not, and nobody said which."""
        if self.says_down is not None or expected.marked_down:
            return False
        known = (expected.ruleset, expected.deal, expected.seat, self.hand, self.buys_typed)
        return total_leaves_down_open(*known)

    def ask_down(self, question: str) -> None:
        """Ask at the field whether the player is down, with nothing chosen."""
        self.down.errors, self.down.data = [question], None
        for option in self.down.choices or ():
            option.checked = False
        self.asked.data = self.total.data

    def is_down(self, expected: ExpectedHand) -> bool:
        """As the keeper says, else as the cards show, else as marked at the table."""
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
    """The form for one hand, filled with what was sent, or else with what is counted so far."""
    ruleset, deal, play = expected.ruleset, expected.deal, expected.play
    # Nobody counted the hand of who went out: it is blank, and asked for if somebody else did.
    data = _counted(expected) | _cards_data(deal, play.hands.get(expected.seat, Hand()))
    form_class = _hand_form_class(deal.values.classes, deal.decks, ruleset.buys.allowed)
    sent, fewer = _one_fewer(sent)
    form = form_class(sent, prefix=prefix, data=data)
    form.takes_one_off = fewer.startswith((f"{prefix}card", f"{prefix}melded-"))
    form.values = deal.values
    if deal.scoring.melds_score:
        form.melded = _melded_form(expected, sent, f"{prefix}melded-")
    return form


def _one_fewer(sent: Any) -> tuple[Any, str]:  # noqa: ANN401
    """What was sent, less the card whose minus was tapped; and the name of its field, or blank."""
    name = sent.get("fewer", "") if sent else ""
    number = typed_number(sent.get(name)) if name else None
    if not isinstance(number, int) or number < 1:
        return sent, name
    changed = MultiDict(sent)
    changed[name] = str(number - 1) if number > 1 else ""
    return changed, name


def _melded_form(expected: ExpectedHand, sent: Any, prefix: str) -> CardsForm:  # noqa: ANN401
    deal = expected.deal
    data = _cards_data(deal, expected.play.melds(expected.seat))
    form = _cards_form_class(deal.values.classes, deal.decks)(sent, prefix=prefix, data=data)
    form.values = deal.values
    return form


DOWN_CHOICES = [
    SelectChoice("yes", lazy_gettext("Down")),
    SelectChoice("no", lazy_gettext("Not down")),
]


@lru_cache(maxsize=128)
def _hand_form_class(
    classes: tuple[CardClass, ...],
    decks: Decks,
    buying: bool,  # noqa: FBT001
) -> type[HandForm]:
    """The fields of a hand; the same for every hand of every game with these cards."""
    fields = _count_fields(classes, decks)
    fields["down"] = ChoiceField(choices=DOWN_CHOICES, validators=[Optional()])
    if buying:  # above the limit of the table is a doubt, and asked about
        fields["buys"] = StepperField(most=MOST_BUYS)
    return type("OneHand", (HandForm,), fields)


@lru_cache(maxsize=128)
def _cards_form_class(classes: tuple[CardClass, ...], decks: Decks) -> type[CardsForm]:
    return type("SomeCards", (CardsForm,), _count_fields(classes, decks))


def _count_fields(classes: tuple[CardClass, ...], decks: Decks) -> dict[str, Any]:
    return {f"card{n}": CountField(most=c.copies(decks)) for n, c in enumerate(classes)}


def _counted(expected: ExpectedHand) -> dict[str, Any]:
    """What the round says of this player so far, as the form's data."""
    is_blank = expected.play.hand(expected.seat).is_blank and not expected.is_down
    nothing_said = is_blank or expected.down_is_only_shown
    return {
        "down": None if nothing_said else ("yes" if expected.is_down else "no"),
        "buys": "" if expected.buys is None else str(expected.buys),
    }


def _cards_data(deal: Deal, hand: Hand) -> dict[str, Any]:
    """Cards or a total as the form's data; ranks are added up to their classes."""
    by_class: dict[str, int] = {}
    for name, count in (hand.cards or {}).items():
        card_class = deal.values.find(name)
        key = card_class.key if card_class else name
        by_class[key] = by_class.get(key, 0) + count
    data = {
        f"card{n}": str(by_class[c.key]) if c.key in by_class else None
        for n, c in enumerate(deal.values.classes)
    }
    if hand.cards is not None and not by_class:  # no cards at all: said, and not blank
        data["card0"] = "0"
    return data | {"total": None if hand.points is None else str(hand.points)}
