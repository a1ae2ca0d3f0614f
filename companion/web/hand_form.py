"""The form of one hand: cards by class, or a typed total; down or not; buys."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask_babel import gettext, lazy_gettext
from wtforms import Form, SelectChoice
from wtforms.validators import Optional

from companion.rules.cards import CardClass, Decks
from companion.rules.hand_sizes import HandSizes, hand_sizes, infer_down, points_range
from companion.rules.log import Hand, RoundPlay
from companion.rules.rulesets import Buys, Ruleset
from companion.rules.scoring import hand_points
from companion.rules.state import Deal
from companion.web.fields import ChoiceField, CountField, SumField


@dataclass(frozen=True, slots=True)
class Holding:
    """Whose hand it is, and what is known of it before anybody counts."""

    ruleset: Ruleset
    deal: Deal
    play: RoundPlay
    seat: int

    @property
    def marked_down(self) -> bool:
        """Marked as down at the table."""
        return self.seat in self.play.laid_down

    @property
    def buys(self) -> int | None:
        """How often the player bought; None where buying is off."""
        return self.play.buys.get(self.seat, 0) if self.ruleset.buys.allowed else None

    @property
    def sizes(self) -> HandSizes:
        """How many cards the player can hold."""
        return hand_sizes(self.ruleset, self.deal, self.seat, self.buys)

    @property
    def held(self) -> int:
        """The cards a player who is not down holds."""
        return self.sizes.without_contract[0]

    @property
    def least_points(self) -> int:
        """The least that a whole hand costs: any total below it means that the player is down."""
        return points_range(self.ruleset, self.deal.decks, self.sizes.without_contract)[0]

    @property
    def points(self) -> int:
        """What is counted so far."""
        return hand_points(self.ruleset, self.play.hand(self.seat))


class HandForm(Form):
    """The shape of one hand as typed; `hand` is what it says."""

    down = ChoiceField(validators=[Optional()])
    total = SumField()
    buys: CountField | None = None
    ruleset: Ruleset

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether what was typed can be read, and is one hand and not two."""
        fits: bool = super().validate(extra_validators)
        if fits and self._says_two_things():
            self.total.errors = [
                gettext("The cards and the total do not agree. Clear one of them.")
            ]
            return False
        return fits

    @property
    def hand(self) -> Hand:
        """The hand as typed; blank where nothing was."""
        if self.total.total is not None:
            return Hand(points=self.total.total)
        return self._cards()

    @property
    def buys_typed(self) -> int | None:
        """Buys as typed; None where buying is off."""
        return self.buys.count or 0 if self.buys else None

    def count_fields(self) -> list[tuple[CardClass, CountField]]:
        """Each card class with its field, dearest first."""
        return [(c, self[f"card{n}"]) for n, c in enumerate(self.ruleset.classes)]

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

    def _cards(self) -> Hand:
        counts = {c.key: field.count for c, field in self.count_fields()}
        if all(count is None for count in counts.values()):
            return Hand()
        return Hand(cards={key: count for key, count in counts.items() if count})

    def _says_two_things(self) -> bool:
        cards, total = self._cards(), self.total.total
        both = total is not None and bool(cards.size)
        return both and hand_points(self.ruleset, cards) != total


def hand_form(
    holding: Holding,
    sent: Any = None,  # noqa: ANN401 - a request's form
    prefix: str = "",
) -> HandForm:
    """The form for one hand, filled with what was sent, or else with what is counted so far."""
    ruleset = holding.ruleset
    form_class = _form_class(ruleset.classes, holding.deal.decks, ruleset.buys)
    form = form_class(sent, prefix=prefix, data=_counted(holding))
    form.ruleset = ruleset
    return form


_CHOICES = [SelectChoice("yes", lazy_gettext("Down")), SelectChoice("no", lazy_gettext("Not down"))]


@lru_cache(maxsize=64)
def _form_class(classes: tuple[CardClass, ...], decks: Decks, buys: Buys) -> type[HandForm]:
    """The fields of a hand; the same for every hand of every game with these cards."""
    fields: dict[str, Any] = {
        f"card{n}": CountField(most=c.copies(decks)) for n, c in enumerate(classes)
    }
    fields["down"] = ChoiceField(choices=_CHOICES, validators=[Optional()])
    if buys.allowed:
        fields["buys"] = CountField(most=buys.most)
    return type("OneHand", (HandForm,), fields)


def _counted(holding: Holding) -> dict[str, Any]:
    """What the round says of this hand so far, as the form's data."""
    hand = holding.play.hand(holding.seat)
    said = holding.marked_down or not hand.is_blank
    data: dict[str, Any] = {
        "down": ("yes" if holding.marked_down else "no") if said else None,
        "total": None if hand.points is None else str(hand.points),
        "buys": str(holding.play.buys.get(holding.seat, 0)),
    }
    by_class: dict[str, int] = {}
    for name, count in (hand.cards or {}).items():
        card_class = holding.ruleset.card_class(name)
        key = card_class.key if card_class else name
        by_class[key] = by_class.get(key, 0) + count
    for n, card_class in enumerate(holding.ruleset.classes):
        counted = by_class.get(card_class.key)
        data[f"card{n}"] = None if counted is None else str(counted)
    return data
