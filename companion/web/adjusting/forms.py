"""The form of an adjustment: the player, the points and the reason."""

import re

from flask import request
from flask_babel import gettext
from wtforms import Form, SelectChoice, StringField
from wtforms.validators import StopValidation

from companion.records.kept_game import KeptGame
from companion.rules.fold.entries import Adjustment
from companion.rules.model.names import tidy_name
from companion.rules.model.state import OpenRound
from companion.web.forms.fields import ChoiceField, check_text, whole_number
from companion.web.words.text import own_words

_POINTS = re.compile(r"[+−-]?\d{1,4}")
_REASON_LENGTH = 60
OWN, NONE = "own", "none"


def _named_or_own(form: Form, field: StringField) -> None:
    """Refuse points or a reason typed beside a named reason, which would be ignored."""
    if form["named"].data != OWN and tidy_name(field.data):
        raise StopValidation(gettext("Choose “Another reason” for this, or clear the field."))


def _points_fit(form: Form, field: StringField) -> None:
    if form["named"].data == OWN and not _POINTS.fullmatch((field.data or "").strip()):
        raise StopValidation(gettext("Enter the points, such as -50 or 25."))


def _reason_fits(form: Form, field: StringField) -> None:
    if form["named"].data == OWN:
        if not tidy_name(field.data):
            raise StopValidation(gettext("Enter the reason for the points."))
        check_text(tidy_name(field.data), _REASON_LENGTH)


class AdjustingForm(Form):
    """A player, and a named adjustment of the game, or points and a reason."""

    seat = ChoiceField()
    named = ChoiceField()
    points = StringField(
        validators=[_named_or_own, _points_fit],
        render_kw={"autocomplete": "off", "dir": "ltr", "maxlength": 8},
    )
    reason = StringField(
        validators=[_named_or_own, _reason_fits],
        render_kw={"autocomplete": "off", "dir": "auto", "maxlength": 200},
    )

    def adjustment(self, kept: KeptGame) -> Adjustment:
        """The chosen or typed adjustment; named reasons are stored in the words of the ruleset."""
        number = whole_number(self.named.data)
        if number is not None:
            return kept.ruleset.adjustments[number]
        if self.named.data == NONE:
            return Adjustment(0, "")
        points = (self.points.data or "").strip().replace("−", "-")
        return Adjustment(int(points), tidy_name(self.reason.data))


def adjusting_form(kept: KeptGame, open_round: OpenRound) -> AdjustingForm:
    """The form for the players of this round, with the named reasons of the game."""
    form = AdjustingForm(request.form or None)
    adjusted = open_round.play.adjustments
    form.seat.choices = [
        SelectChoice(str(seat), kept.state.names[seat]) for seat in open_round.deal.players
    ]
    form.named.choices = [
        *(
            SelectChoice(str(n), own_words(a.reason))
            for n, a in enumerate(kept.ruleset.adjustments)
        ),
        SelectChoice(OWN, gettext("Another reason")),
        *([SelectChoice(NONE, gettext("Remove these points"))] if adjusted else []),
    ]
    return form
