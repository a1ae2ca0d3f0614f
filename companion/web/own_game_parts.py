"""The parts of the form of an own game: what can be picked, and the rows in it."""

from collections.abc import Iterable

from flask_babel import lazy_gettext as _
from wtforms import Form, SelectChoice, StringField

from companion.web.fields import ChoiceField

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


class PlayersForm(Form):
    """How many can play."""

    least = StringField()
    most = StringField()


class DecksForm(Form):
    """The cards in play while there are at most `up_to` players."""

    up_to = StringField()
    decks = StringField()
    jokers = StringField()
    cards_dealt = StringField()


class AdjustmentForm(Form):
    """Points that the game gives or takes for a reason."""

    points = StringField()
    reason = StringField()


class MovingWildForm(Form):
    """What the wild card that is named by the number of cards dealt costs."""

    value = StringField()


class EndForm(Form):
    """When the game is over, and who has won."""

    when = ChoiceField(choices=WHEN)
    limit = StringField()
    winner = ChoiceField(choices=WINNER)
    tiebreak = ChoiceField(choices=TIEBREAK)


def prices_form(ranks: Iterable[str]) -> type[Form]:
    """What each rank costs: its field is sent by its name, whatever else a form calls so."""
    fields = {f"rank_{rank}": StringField(name=rank) for rank in ranks}
    return type("PricesForm", (Form,), fields)
