"""Adjustments: points added or taken off for a reason, such as an exact cut or going out blind."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, lazy_gettext
from markupsafe import Markup
from wtforms import Form, SelectChoice, StringField
from wtforms.validators import Optional, StopValidation

from companion.records.log.stored_game import StoredGame
from companion.rules.fold.entries import Adjusted, Entry
from companion.rules.model.names import tidy_name
from companion.rules.model.play import Adjustment
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import OpenRound, State
from companion.sentences import N_
from companion.web.forms.fields import ChoiceField, check_text, whole_number
from companion.web.game.gateway import (
    NotWritten,
    command_for_round,
    open_round_of,
    the_game,
    write,
)
from companion.web.game.page import game_page
from companion.web.guard.rights import scorers_only
from companion.web.words.terms import signed
from companion.web.words.text import bdi, own_words, say

_POINTS = re.compile(r"[+−-]?\d{1,4}")
_REASON_LENGTH = 60
OWN, NONE = "own", "none"
_ADD, _TAKE_OFF = "add", "off"


def _named_or_own(form: Form, field: StringField) -> None:
    """Refuse points or a reason typed beside a named reason, which would be ignored."""
    if form["named"].data != OWN and tidy_name(field.data):
        raise StopValidation(gettext("Choose “Another reason” for this, or clear the field."))


def _points_fit(form: Form, field: StringField) -> None:
    if form["named"].data == OWN and not _POINTS.fullmatch((field.data or "").strip()):
        raise StopValidation(gettext("Enter the points, such as 25."))


def _reason_fits(form: Form, field: StringField) -> None:
    if form["named"].data == OWN:
        if not tidy_name(field.data):
            raise StopValidation(gettext("Enter the reason for the points."))
        check_text(tidy_name(field.data), _REASON_LENGTH)


class AdjustingForm(Form):
    """A player, and a named adjustment of the game, or points and a reason.

    Points with a minus are taken off, whatever the `sign`.
    """

    seat = ChoiceField()
    named = ChoiceField()
    sign = ChoiceField(
        choices=[
            SelectChoice(_ADD, lazy_gettext("+ Add")),
            SelectChoice(_TAKE_OFF, lazy_gettext("− Take off")),
        ],
        default=_ADD,
        validators=[Optional()],
    )
    points = StringField(
        validators=[_named_or_own, _points_fit],
        render_kw={"autocomplete": "off", "dir": "ltr", "maxlength": 8, "inputmode": "numeric"},
    )
    reason = StringField(
        validators=[_named_or_own, _reason_fits],
        render_kw={"autocomplete": "off", "dir": "auto", "maxlength": 200},
    )

    def adjustment(self, stored: StoredGame) -> Adjustment:
        """The chosen or typed adjustment; named reasons are stored in the words of the ruleset."""
        number = whole_number(self.named.data)
        if number is not None:
            return stored.ruleset.adjustments[number]
        if self.named.data == NONE:
            return Adjustment(0, "")
        points = int((self.points.data or "").strip().replace("−", "-"))
        taken_off = -abs(points) if self.sign.data == _TAKE_OFF else points
        return Adjustment(taken_off, tidy_name(self.reason.data))


def adjusting_form(stored: StoredGame, open_round: OpenRound) -> AdjustingForm:
    """The form for the players of this round, with the named reasons of the game."""
    form = AdjustingForm(request.form or None)
    adjusted = open_round.play.adjustments
    form.seat.choices = [
        SelectChoice(str(seat), stored.state.names[seat]) for seat in open_round.deal.players
    ]
    form.named.choices = [
        *(
            SelectChoice(str(n), own_words(a.reason))
            for n, a in enumerate(stored.ruleset.adjustments)
        ),
        SelectChoice(OWN, gettext("Another reason")),
        *([SelectChoice(NONE, gettext("Remove these extra points"))] if adjusted else []),
    ]
    return form


@dataclass(frozen=True, slots=True)
class GivenAdjustment:
    """An existing adjustment, which a new one replaces."""

    seat: int
    name: str
    adjustment: Adjustment


@dataclass(frozen=True, slots=True)
class AdjustingView:
    """The round; `points` are those of each named reason of the game, keyed by its choice."""

    number: int
    given: tuple[GivenAdjustment, ...]
    points: Mapping[str, int]


def adjusting_view(ruleset: Ruleset, state: State, open_round: OpenRound) -> AdjustingView:
    """The adjustments of this round."""
    given = open_round.play.adjustments
    return AdjustingView(
        number=open_round.deal.number,
        given=tuple(GivenAdjustment(seat, state.names[seat], one) for seat, one in given.items()),
        points={str(number): one.points for number, one in enumerate(ruleset.adjustments)},
    )


blueprint = Blueprint("adjusting", __name__, url_prefix="/g/<token>")
_KEPT = N_("Saved with this round: %(points)s for %(name)s.")
_NOTHING_KEPT = N_("The extra points for %(name)s were removed from this round.")


@blueprint.get("/adjust")
@scorers_only
def page(token: str) -> str:
    """The player, the points and the reason."""
    stored = the_game(token)
    open_round = open_round_of(stored)
    return _page(stored, open_round, adjusting_form(stored, open_round))


@blueprint.post("/adjust")
def adjust(token: str) -> ResponseReturnValue:
    """Write the adjustment and go back to the round."""
    stored = the_game(token)
    open_round = open_round_of(stored, gettext("The game is over, so nothing was changed."))
    form = adjusting_form(stored, open_round)
    if not form.validate():
        return _page(stored, open_round, form), 422
    try:
        written = write(token, command_for_round(_adjusted(stored, form)))
    except NotWritten as trouble:
        return _page(stored, open_round, form, trouble.sentence), trouble.status
    state = written.after.state
    flash(_kept(state, int(form.seat.data or 0)))
    return redirect(_place(written.after), 303)


def _place(stored: StoredGame) -> str:
    """Where to go on: the review or the next hand, or the table while the round is played."""
    is_over = stored.state.open and stored.state.open.over
    return url_for("counting.next_hand" if is_over else "table.page", token=stored.token)


def _kept(state: State, seat: int) -> Markup:
    adjusted = state.open.play.adjustments if state.open else {}
    points = signed(adjusted[seat].points) if seat in adjusted else ""
    name = bdi(state.names[seat])
    return say(_KEPT if points else _NOTHING_KEPT, {"points": points, "name": name})


def _adjusted(stored: StoredGame, form: AdjustingForm) -> Entry:
    return Adjusted(int(form.seat.data or 0), form.adjustment(stored))


def _page(stored: StoredGame, open_round: OpenRound, form: AdjustingForm, error: str = "") -> str:
    return game_page(
        "adjusting/adjust.html",
        stored,
        view=adjusting_view(stored.ruleset, stored.state, open_round),
        form=form,
        error=error,
        back=_place(stored),
        own=OWN,
        none_left=NONE,
    )
