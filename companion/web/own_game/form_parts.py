"""The parts of the form of an own game: what can be picked, and the rows in it."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask_babel import gettext
from flask_babel import lazy_gettext as _
from wtforms import Field, Form, SelectChoice, StringField, TextAreaField
from wtforms.validators import ValidationError

from companion.rules.card_reading import MOST_CARDS_DEALT, MOST_DECKS, MOST_POINTS_A_CARD
from companion.rules.cards import JOKER
from companion.rules.ruleset_reading import MOST_PLAYERS
from companion.rules.sections import MOST, MOST_CHARACTERS
from companion.web.forms.fields import ChoiceField, WholeField, check_text, tidy_name, typed_number
from companion.web.own_game.contracts import read_contract

ADVANCING = [
    SelectChoice("finish", _("On making it: you stay on a contract until you have made it")),
    SelectChoice("round", _("By round: everybody goes on, made or not")),
    SelectChoice("none", _("There are no contracts")),
]
WHEN = [
    SelectChoice("contract_finished", _("When somebody has made the last contract")),
    SelectChoice("rounds_played", _("When all rounds are played")),
    SelectChoice("limit_reached", _("When somebody has so many points:")),
]
WINNER = [
    SelectChoice(
        "first_to_finish", _("Who made the last contract; of several, the one with fewest points")
    ),
    SelectChoice(
        "lowest_points_when_someone_finishes",
        _("Whoever has the fewest points when somebody has made it"),
    ),
    SelectChoice("lowest_total", _("Whoever has the fewest points")),
    SelectChoice("highest_total", _("Whoever has the most points")),
]
TIEBREAK = [
    SelectChoice("shared", _("They share the win")),
    SelectChoice("went_out_last_round", _("Whoever of them went out in the last round")),
    SelectChoice("playoff", _("They play the last contract again: first one out wins")),
    SelectChoice("play_on", _("Everybody plays another round")),
]
MOVING = [
    SelectChoice("no", _("No")),
    SelectChoice("own", _("Yes, and it costs in hand what that rank costs")),
    SelectChoice("points", _("Yes, and in hand it costs:")),
]
DIRECTION = [
    SelectChoice("left", _("To the left, clockwise")),
    SelectChoice("right", _("To the right")),
]
Validator = Callable[[object, Field], None]


def text(blank: str = "", most: int = MOST_CHARACTERS) -> Validator:
    """Whether a text can be read and fits; `blank` is what is said where it has to be there."""

    def check(_form: object, field: Field) -> None:
        typed = tidy_name(field.data)
        check_text(typed, most)
        if blank and not typed:
            raise ValidationError(str(blank))

    return check


def lines_fit(_form: object, field: Field) -> None:
    """Whether each line can be read and fits."""
    for line in map(tidy_name, (field.data or "").splitlines()):
        check_text(line, MOST_CHARACTERS)


def has_melds(_form: object, field: Field) -> None:
    """Whether there is something to lay down in this contract."""
    if not read_contract(field.data or "").melds:
        raise ValidationError(gettext("Tap + Set or + Run."))


def numbers_in(text: str | None) -> list[str]:
    """The numbers of a list as they were typed; one blank where nothing was."""
    return re.split(r"[\s,;]+", (text or "").strip())


def are_cards_dealt(_form: object, field: Field) -> None:
    """Whether these are numbers of cards, one or one for each round."""
    numbers = [typed_number(number) for number in numbers_in(field.data)]
    if any(isinstance(n, str) or not 1 <= n <= MOST_CARDS_DEALT for n in numbers):
        sentence = gettext(
            "Whole numbers from 1 to %(most)s: one, or one for each round.", most=MOST_CARDS_DEALT
        )
        raise ValidationError(sentence)


class RowForm(Form):
    """A row of a list: one in which nothing is typed is no row."""

    def validate(self, extra_validators: object = None) -> bool:
        """Whether each field of the row holds what belongs there."""
        return not any(self.data.values()) or super().validate(extra_validators)


class PlayersForm(Form):
    """How many can play."""

    least = WholeField(1, MOST_PLAYERS)
    most = WholeField(2, MOST_PLAYERS)


class DecksForm(RowForm):
    """The cards in play while there are at most `up_to` players."""

    up_to = WholeField(1, MOST)
    decks = WholeField(1, MOST_DECKS)
    jokers = WholeField(0, MOST)
    cards_dealt = WholeField(1, MOST_CARDS_DEALT, needed=False)


class AdjustmentForm(RowForm):
    """Points that the game gives or takes for a reason."""

    points = WholeField(-MOST, MOST)
    reason = StringField(validators=[text(blank=_("Say what the points are for."))])


class MovingWildForm(Form):
    """What the wild card that is named by the number of cards dealt costs."""

    value = WholeField(0, MOST_POINTS_A_CARD, needed=False)


class EndForm(Form):
    """When the game is over, and who has won."""

    when = ChoiceField(choices=WHEN)
    limit = WholeField(1, MOST, needed=False)
    winner = ChoiceField(choices=WINNER)
    tiebreak = ChoiceField(choices=TIEBREAK)


class HowToPlayForm(Form):
    """What the rules card tells, by part, a paragraph a line."""

    setting_up = TextAreaField(_("Setting up"), validators=[lines_fit])
    turn = TextAreaField(_("A turn"), validators=[lines_fit])
    stock = TextAreaField(_("When the stock runs out"), validators=[lines_fit])
    melds = TextAreaField(_("Melds"), validators=[lines_fit])
    laying_down = TextAreaField(_("Laying down"), validators=[lines_fit])
    wild_cards = TextAreaField(_("Wild cards"), validators=[lines_fit])
    buying = TextAreaField(_("Buying"), validators=[lines_fit])


def prices_form(ranks: Iterable[str]) -> type[Form]:
    """What each rank costs: its field is sent by its name, whatever else a form calls so."""
    fields = {
        f"rank_{rank}": WholeField(0, MOST_POINTS_A_CARD, needed=rank != JOKER, name=rank)
        for rank in ranks
    }
    return type("PricesForm", (Form,), fields)


def numbers(text: str | None) -> int | str | list[int | str]:
    """One number for every round, or one for each."""
    typed = [typed_number(word) for word in numbers_in(text)]
    return typed[0] if len(typed) == 1 else typed


def plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers as numbers; a reason stays a text, also one that is a number."""
    return {
        key: tidy_name(value) if key == "reason" else typed_number(value)
        for key, value in data.items()
    }


def filled(data: Mapping[str, Any]) -> dict[str, Any]:
    """The same, without what was left empty."""
    return {key: value for key, value in plain(data).items() if value != ""}
