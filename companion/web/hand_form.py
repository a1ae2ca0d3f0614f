"""The form of one hand: cards by class, or a typed total; down or not; buys."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask_babel import gettext, lazy_gettext
from wtforms import Form, SelectChoice
from wtforms.validators import Optional

from companion.rules.cards import CardClass, CardValues, Decks
from companion.rules.hand_sizes import HandSizes, hand_sizes, infer_down, points_range
from companion.rules.log import Hand, RoundPlay
from companion.rules.rulesets import Ruleset
from companion.rules.scoring import hand_points
from companion.rules.state import Deal
from companion.web.fields import ChoiceField, CountField, SumField


@dataclass(frozen=True, slots=True)
class Holding:
    """Whose hand it is, and what is known of it before anybody counts.

    `marked` are the seats said to be down at the table, None for a round that is written.
    """

    ruleset: Ruleset
    deal: Deal
    play: RoundPlay
    seat: int
    marked: frozenset[int] | None = None

    @property
    def is_down(self) -> bool:
        """Down as the round stands."""
        return self.seat in self.play.laid_down

    @property
    def marked_down(self) -> bool:
        """Marked as down at the table; in a round that is written, down as it was written."""
        return self.is_down if self.marked is None else self.seat in self.marked

    @property
    def down_is_only_shown(self) -> bool:
        """Down or not by the cards counted so far, and by nobody's word: more cards may tell."""
        hand = self.play.hand(self.seat)
        shown = infer_down(self.ruleset, self.deal, self.seat, hand, self.buys)
        return not hand.is_blank and shown == self.is_down != self.marked_down

    @property
    def buys(self) -> int | None:
        """How often the player bought; None where buying is off."""
        return self.play.buys.get(self.seat, 0) if self.ruleset.buys.allowed else None

    @property
    def sizes(self) -> HandSizes | None:
        """How many cards the player can hold; None where nobody can know."""
        return hand_sizes(self.ruleset, self.deal, self.seat, self.buys)

    @property
    def held(self) -> int | None:
        """The cards a player who is not down holds."""
        return self.sizes.without_contract[0] if self.sizes else None

    @property
    def least_points(self) -> int:
        """The least that a whole hand costs: any total below it means that the player is down."""
        return points_range(self.deal, self.sizes.without_contract)[0] if self.sizes else 0

    @property
    def may_be_empty(self) -> bool:
        """Whether nothing may be left to somebody who did not go out: after a last turn, say."""
        return self.seat != self.play.went_out and (self.ruleset.last_turns or self.sizes is None)

    @property
    def points(self) -> int:
        """What is counted so far."""
        return hand_points(self.deal.values, self.play.hand(self.seat))


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
        """The cards as typed; blank where nothing was."""
        if self.total.total is not None:
            return Hand(points=self.total.total)
        return self._cards()

    def count_fields(self) -> list[tuple[CardClass, CountField]]:
        """Each card class with its field, dearest first."""
        return [(c, self[f"card{n}"]) for n, c in enumerate(self.values.classes)]

    def _cards(self) -> Hand:
        counts = {c.key: field.count for c, field in self.count_fields()}
        if all(count is None for count in counts.values()):
            return Hand()
        return Hand(cards={key: count for key, count in counts.items() if count})

    def _says_two_things(self) -> bool:
        cards, total = self._cards(), self.total.total
        both = total is not None and bool(cards.size)
        return both and hand_points(self.values, cards) != total


class HandForm(CardsForm):
    """One hand: the cards left, down or not, buys, and what was melded where that scores."""

    down = ChoiceField(validators=[Optional()])
    buys: CountField | None = None
    melded: CardsForm | None = None

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether all of it can be read; looks at every part, so that all errors show."""
        fits = super().validate(extra_validators)
        return (self.melded is None or self.melded.validate()) and fits

    @property
    def has_errors(self) -> bool:
        """Whether something in it cannot be read."""
        return bool(self.errors or (self.melded and self.melded.errors))

    @property
    def buys_typed(self) -> int | None:
        """Buys as typed; None where buying is off."""
        return self.buys.count or 0 if self.buys else None

    @property
    def melded_typed(self) -> Hand | None:
        """What was melded, as typed; None in games that do not score it."""
        return self.melded.hand if self.melded else None

    def is_down(self, holding: Holding) -> bool:
        """As the keeper says, else as the cards show, else as marked at the table."""
        if self.down.data:
            return bool(self.down.data == "yes")
        hand = self.hand
        shown = (
            None
            if hand.is_blank
            else infer_down(holding.ruleset, holding.deal, holding.seat, hand, self.buys_typed)
        )
        return holding.marked_down if shown is None else shown


def hand_form(
    holding: Holding,
    sent: Any = None,  # noqa: ANN401 - a request's form
    prefix: str = "",
) -> HandForm:
    """The form for one hand, filled with what was sent, or else with what is counted so far."""
    ruleset, deal, play = holding.ruleset, holding.deal, holding.play
    most_buys = ruleset.buys.most(deal.planned) if ruleset.buys.allowed else None
    data = _counted(holding) | _cards_data(deal, play.hand(holding.seat))
    form_class = _hand_form_class(deal.values.classes, deal.decks, most_buys)
    form = form_class(sent, prefix=prefix, data=data)
    form.values = deal.values
    if ruleset.scoring == "melded_minus_hand":
        form.melded = _melded_form(holding, sent, f"{prefix}melded-")
    return form


def likely_rest(deal: Deal) -> list[CardClass]:
    """The two classes with the most cards in play: what is left of a hand is most often these."""
    by_copies = sorted(deal.values.classes, key=lambda c: c.copies(deal.decks), reverse=True)
    return by_copies[:2]


def _melded_form(holding: Holding, sent: Any, prefix: str) -> CardsForm:  # noqa: ANN401
    deal = holding.deal
    data = _cards_data(deal, holding.play.melds(holding.seat))
    form = _cards_form_class(deal.values.classes, deal.decks)(sent, prefix=prefix, data=data)
    form.values = deal.values
    return form


_CHOICES = [SelectChoice("yes", lazy_gettext("Down")), SelectChoice("no", lazy_gettext("Not down"))]


@lru_cache(maxsize=128)
def _hand_form_class(
    classes: tuple[CardClass, ...], decks: Decks, most_buys: int | None
) -> type[HandForm]:
    """The fields of a hand; the same for every hand of every game with these cards."""
    fields = _count_fields(classes, decks)
    fields["down"] = ChoiceField(choices=_CHOICES, validators=[Optional()])
    if most_buys is not None:
        fields["buys"] = CountField(most=most_buys)
    return type("OneHand", (HandForm,), fields)


@lru_cache(maxsize=128)
def _cards_form_class(classes: tuple[CardClass, ...], decks: Decks) -> type[CardsForm]:
    return type("SomeCards", (CardsForm,), _count_fields(classes, decks))


def _count_fields(classes: tuple[CardClass, ...], decks: Decks) -> dict[str, Any]:
    return {f"card{n}": CountField(most=c.copies(decks)) for n, c in enumerate(classes)}


def _counted(holding: Holding) -> dict[str, Any]:
    """What the round says of this player so far, as the form's data."""
    nothing_said = holding.play.hand(holding.seat).is_blank and not holding.is_down
    return {
        "down": None if nothing_said else ("yes" if holding.is_down else "no"),
        "buys": str(holding.play.buys.get(holding.seat, 0)),
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
    return data | {"total": None if hand.points is None else str(hand.points)}
