"""The parts of the form of an own game: what can be picked, and the rows in it."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from flask_babel import gettext
from flask_babel import lazy_gettext as _
from wtforms import Field, Form, SelectChoice, StringField, TextAreaField
from wtforms.validators import ValidationError

from companion.rules.model.cards import JOKER
from companion.rules.reading.keys import Choice, Named, Price, Text, Whole, key_at, kind_at
from companion.web.forms.fields import ChoiceField, check_text, tidy_name, typed_number
from companion.web.forms.numbers import WholeField
from companion.web.own_game.contracts import read_contract


def _choices(path: str, words: Mapping[str, Any]) -> list[SelectChoice]:
    """Every choice there is for this key, in its words."""
    return [SelectChoice(choice, words[choice]) for choice in kind_at(path, Choice).words]


def _whole_field(path: str, *, needed: bool | None = None) -> WholeField:
    """A field for the number at this key; the key says whether it is needed, or else the form."""
    kind = kind_at(path, Whole)
    is_needed = key_at(path).is_needed if needed is None else needed
    return WholeField(kind.least, kind.most, needed=is_needed)


ADVANCING = _choices(
    "advancing",
    {
        "finish": _("On making it: you stay on a contract until you have made it"),
        "round": _("By round: everybody goes on, made or not"),
        "none": _("There are no contracts"),
    },
)
WHEN = _choices(
    "end.when",
    {
        "contract_finished": _("When somebody has made the last contract"),
        "rounds_played": _("When all rounds are played"),
        "limit_reached": _("When somebody has so many points:"),
    },
)
WINNER = _choices(
    "end.winner",
    {
        "first_to_finish": _("Who made the last contract; of several, the one with fewest points"),
        "lowest_points_when_someone_finishes": _(
            "Whoever has the fewest points when somebody has made it"
        ),
        "lowest_total": _("Whoever has the fewest points"),
        "highest_total": _("Whoever has the most points"),
    },
)
TIEBREAK = _choices(
    "end.tiebreak",
    {
        "shared": _("They share the win"),
        "went_out_last_round": _("Whoever of them went out in the last round"),
        "playoff": _("They play the last contract again: first one out wins"),
        "play_on": _("Everybody plays another round"),
    },
)
MOVING = [
    SelectChoice("no", _("No")),
    SelectChoice("own", _("Yes, and it costs in hand what that rank costs")),
    SelectChoice("points", _("Yes, and in hand it costs:")),
]
DIRECTION = _choices(
    "direction",
    {
        "left": _("To the left, clockwise"),
        "right": _("To the right"),
    },
)
_MOST_CHARACTERS = kind_at("summary", Text).most
_DEALT = kind_at("cards_dealt", Whole)
Validator = Callable[[object, Field], None]


def text(blank: str = "", most: int = _MOST_CHARACTERS) -> Validator:
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
        check_text(line, _MOST_CHARACTERS)


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
    if any(isinstance(n, str) or not _DEALT.least <= n <= _DEALT.most for n in numbers):
        sentence = gettext(
            "Whole numbers from 1 to %(most)s: one, or one for each round.", most=_DEALT.most
        )
        raise ValidationError(sentence)


class RowForm(Form):
    """A row of a list: one in which nothing is typed is no row."""

    def validate(self, extra_validators: object = None) -> bool:
        """Whether each field of the row holds what belongs there."""
        return not any(self.data.values()) or super().validate(extra_validators)


class PlayersForm(Form):
    """How many can play."""

    least = _whole_field("players.least")
    most = _whole_field("players.most")


class DecksForm(RowForm):
    """The cards in play while there are at most `up_to` players."""

    up_to = _whole_field("decks.up_to")
    decks = _whole_field("decks.decks")
    jokers = _whole_field("decks.jokers")
    cards_dealt = _whole_field("decks.cards_dealt")


class AdjustmentForm(RowForm):
    """Points that the game gives or takes for a reason."""

    points = _whole_field("adjustments.points")
    reason = StringField(validators=[text(blank=_("Say what the points are for."))])


class MovingWildForm(Form):
    """What the wild card that is named by the number of cards dealt costs."""

    value = _whole_field("moving_wild.value", needed=False)


class EndForm(Form):
    """When the game is over, and who has won."""

    when = ChoiceField(choices=WHEN)
    limit = _whole_field("end.limit", needed=False)
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
    price = cast("Price", kind_at("values", Named).each)
    fields = {
        f"rank_{rank}": WholeField(price.least, price.most, needed=rank != JOKER, name=rank)
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
