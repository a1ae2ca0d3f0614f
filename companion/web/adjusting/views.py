"""Adjustments: points added or taken off for a reason, such as an exact cut or going out blind."""

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from markupsafe import Markup

from companion.records.games import new_key
from companion.records.kept_game import KeptGame
from companion.rules.fold.entries import Adjusted, Entry
from companion.rules.model.state import OpenRound, State
from companion.sentences import N_
from companion.web.adjusting.forms import OWN, AdjustingForm, adjusting_form
from companion.web.adjusting.view import adjusting_view
from companion.web.http.games import NotWritten, of_the_round, the_game, write
from companion.web.http.rights import scorers_only
from companion.web.words.figures import signed
from companion.web.words.text import bdi, say

blueprint = Blueprint("adjusting", __name__, url_prefix="/g/<token>")
_KEPT = N_("Saved with this round: %(points)s for %(name)s.")
_NOTHING_KEPT = N_("The extra points for %(name)s were removed from this round.")


@blueprint.get("/adjust")
@scorers_only
def page(token: str) -> ResponseReturnValue:
    """The player, the points and the reason."""
    kept = the_game(token)
    if kept.state.open is None:
        return redirect(url_for("sheet.final", token=token))
    return _page(kept, kept.state.open, adjusting_form(kept, kept.state.open))


@blueprint.post("/adjust")
def adjust(token: str) -> ResponseReturnValue:
    """Write the adjustment and go back to the round."""
    kept = the_game(token)
    if kept.state.open is None:
        flash(gettext("The game is over, so nothing was changed."))
        return redirect(url_for("sheet.final", token=token), 303)
    form = adjusting_form(kept, kept.state.open)
    if not form.validate():
        return _page(kept, kept.state.open, form), 422
    try:
        written = write(token, of_the_round(_adjusted(kept, form)))
    except NotWritten as trouble:
        return _page(kept, kept.state.open, form, trouble.sentence), trouble.status
    state = written.after.state
    flash(_kept(state, int(form.seat.data or 0)))
    place = "counting.next_hand" if state.open and state.open.over else "table.page"
    return redirect(url_for(place, token=token), 303)


def _kept(state: State, seat: int) -> Markup:
    adjusted = state.open.play.adjustments if state.open else {}
    points = signed(adjusted[seat].points) if seat in adjusted else ""
    name = bdi(state.names[seat])
    return say(_KEPT if points else _NOTHING_KEPT, {"points": points, "name": name})


def _adjusted(kept: KeptGame, form: AdjustingForm) -> Entry:
    return Adjusted(int(form.seat.data or 0), form.adjustment(kept))


def _page(kept: KeptGame, open_round: OpenRound, form: AdjustingForm, error: str = "") -> str:
    return render_template(
        "adjusting/adjust.html",
        token=kept.token,
        view=adjusting_view(kept.ruleset, kept.state, open_round),
        form=form,
        error=error,
        key=new_key(),
        own=OWN,
    )
