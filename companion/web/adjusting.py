"""Points added or taken off for a reason: an exact cut, going out blind, what a table agrees on."""

import re

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from markupsafe import Markup
from wtforms import Form, SelectChoice, StringField
from wtforms.validators import StopValidation

from companion.records.games import new_key
from companion.records.sitting import Sitting
from companion.rules.entries import Adjusted, Adjustment, Entry
from companion.rules.state import OpenRound, State
from companion.sentences import N_
from companion.web.fields import ChoiceField, check_text, tidy_name, whole_number
from companion.web.games import NotWritten, of_the_round, the_game, write
from companion.web.rights import scorers_only
from companion.web.words import bdi, say, signed

blueprint = Blueprint("adjusting", __name__, url_prefix="/g/<token>")

_POINTS = re.compile(r"[+−-]?\d{1,4}")
_REASON_LENGTH = 60
OWN, NONE = "own", "none"
_KEPT = N_("%(points)s for %(name)s is kept with this round.")
_NOTHING_KEPT = N_("No points for %(name)s are kept with this round any more.")


def _named_or_own(form: Form, field: StringField) -> None:
    """Points or a reason typed beside a named reason would be lost unseen."""
    if form["named"].data != OWN and tidy_name(field.data):
        raise StopValidation(gettext("Pick “Something else” for this, or empty the field."))


def _points_fit(form: Form, field: StringField) -> None:
    if form["named"].data == OWN and not _POINTS.fullmatch((field.data or "").strip()):
        raise StopValidation(gettext("Type the points, such as -50 or 25."))


def _reason_fits(form: Form, field: StringField) -> None:
    if form["named"].data == OWN:
        if not tidy_name(field.data):
            raise StopValidation(gettext("Say what the points are for."))
        check_text(tidy_name(field.data), _REASON_LENGTH)


class AdjustmentForm(Form):
    """Whose points, and an adjustment the game names, or points and a reason of the table's own."""

    seat = ChoiceField()
    named = ChoiceField()
    points = StringField(validators=[_named_or_own, _points_fit])
    reason = StringField(validators=[_named_or_own, _reason_fits])

    def adjustment(self, sitting: Sitting) -> Adjustment:
        """What was chosen or typed; named reasons are kept in the words of the ruleset."""
        number = whole_number(self.named.data)
        if number is not None:
            return sitting.ruleset.adjustments[number]
        if self.named.data == NONE:
            return Adjustment(0, "")
        points = (self.points.data or "").strip().replace("−", "-")
        return Adjustment(int(points), tidy_name(self.reason.data))


@blueprint.get("/adjust")
@scorers_only
def page(token: str) -> ResponseReturnValue:
    """Whose points, how many, and why."""
    sitting = the_game(token)
    if sitting.state.open is None:
        return redirect(url_for("final.page", token=token))
    return _page(sitting, sitting.state.open, _form(sitting, sitting.state.open))


@blueprint.post("/adjust")
def adjust(token: str) -> ResponseReturnValue:
    """Keep the adjustment and go back to the round."""
    sitting = the_game(token)
    if sitting.state.open is None:
        flash(gettext("The game is over, so nothing was changed."))
        return redirect(url_for("final.page", token=token), 303)
    form = _form(sitting, sitting.state.open)
    if not form.validate():
        return _page(sitting, sitting.state.open, form), 422
    try:
        written = write(token, of_the_round(_adjusted(sitting, form)))
    except NotWritten as trouble:
        return _page(sitting, sitting.state.open, form, trouble.sentence), trouble.status
    state = written.after.state
    flash(_kept(state, int(form.seat.data or 0)))
    place = "counting.walk" if state.open and state.open.over else "table.page"
    return redirect(url_for(place, token=token), 303)


def _kept(state: State, seat: int) -> Markup:
    adjusted = state.open.play.adjustments if state.open else {}
    points = signed(adjusted[seat].points) if seat in adjusted else ""
    name = bdi(state.names[seat])
    return say(_KEPT if points else _NOTHING_KEPT, {"points": points, "name": name})


def _adjusted(sitting: Sitting, form: AdjustmentForm) -> Entry:
    return Adjusted(int(form.seat.data or 0), form.adjustment(sitting))


def _form(sitting: Sitting, open_round: OpenRound) -> AdjustmentForm:
    form = AdjustmentForm(request.form or None)
    adjusted = open_round.play.adjustments
    form.seat.choices = [
        SelectChoice(str(seat), sitting.state.names[seat]) for seat in open_round.deal.players
    ]
    form.named.choices = [
        *(
            SelectChoice(str(n), gettext(a.reason))
            for n, a in enumerate(sitting.ruleset.adjustments)
        ),
        SelectChoice(OWN, gettext("Something else")),
        *([SelectChoice(NONE, gettext("Nothing: take it back"))] if adjusted else []),
    ]
    return form


def _page(sitting: Sitting, open_round: OpenRound, form: AdjustmentForm, error: str = "") -> str:
    return render_template(
        "counting/adjust.html",
        sitting=sitting,
        round=open_round,
        form=form,
        error=error,
        key=new_key(),
        own=OWN,
        take_back=NONE,
    )
