"""The page that asks who plays on in the seat of a player who leaves."""

from collections.abc import Sequence

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext, lazy_gettext
from wtforms import SelectChoice

from companion.records.log.stored_game import StoredGame
from companion.records.people.known_people import nicknames_of
from companion.records.people.lists import people_of
from companion.rules.fold.entries import Entry, PlayerLeft, SeatTakenOver
from companion.rules.model.names import folded, tidy_name
from companion.rules.model.state import State
from companion.sentences import NN_
from companion.web.forms.fields import NAME_LENGTH, ChoiceField, TextField
from companion.web.game.gateway import the_game
from companion.web.game.page import game_page
from companion.web.game.phones import known_device
from companion.web.guard.rights import scorers_only
from companion.web.pages.players.forms import ChangeForm, SeatForm
from companion.web.pages.players.view import handover_view
from companion.web.pages.players.views import Change, change_page
from companion.web.words.text import bdi, say

blueprint = Blueprint("handing_over", __name__, url_prefix="/g/<token>/players/<int:seat>")
_MOST_KNOWN = 6
_GONE = lazy_gettext("That player is not at the table now.")
_PLAYS_ON = NN_(
    "%(name)s plays on for %(former)s with %(points)s point.",
    "%(name)s plays on for %(former)s with %(points)s points.",
    "points",
)
_LEFT_EMPTY = NN_(
    "%(former)s has left with %(points)s point. Undo brings %(former)s back.",
    "%(former)s has left with %(points)s points. Undo brings %(former)s back.",
    "points",
)


class HandoverForm(SeatForm):
    """Somebody takes the seat over, or it stays empty; the name of the former player as seen."""

    way = ChoiceField(default="taken_over")
    name = TextField(NAME_LENGTH, render_kw={"autocapitalize": "words", "spellcheck": "false"})
    former = TextField(NAME_LENGTH)

    def refuse(self, sentence: str) -> None:
        """Show a refusal at the name."""
        self.name.errors = [*self.name.errors, sentence]

    def validate(self) -> bool:
        """A name is needed only if somebody takes the seat over."""
        fits = super().validate()
        if self.way.data == "taken_over" and not self.name.text:
            self.refuse(gettext("Enter a name."))
            return False
        return bool(fits)


@blueprint.get("/leaving")
@scorers_only
def ask(token: str, seat: int) -> str:
    """Ask who plays on in this seat."""
    stored = the_game(token)
    if handover_view(stored.game, seat) is None:
        abort(404)
    return _page(stored, seat)


@blueprint.post("/leaving")
def hand_over(token: str, seat: int) -> ResponseReturnValue:
    """Hand the seat over with contract and points, or leave it empty."""
    change = Change(
        lambda stored: _form(stored.state, seat, sent=True),
        _entries,
        _said,
        page=lambda stored, form, trouble: _page(stored, seat, form, trouble),
    )
    return change.apply(token)


def _page(stored: StoredGame, seat: int, sent: ChangeForm | None = None, trouble: str = "") -> str:
    view = handover_view(stored.game, seat)
    if view is None:
        return change_page(stored, sent, trouble)
    form = sent if isinstance(sent, HandoverForm) else _form(stored.state, seat, sent=False)
    return game_page(
        "players/hand_over.html",
        stored,
        game=stored.ruleset.name,
        view=view,
        known=_known(stored.state),
        form=form,
        trouble=trouble,
    )


def _known(state: State) -> tuple[str, ...]:
    """People of this phone who are not in the game."""
    device = known_device()
    if device is None:
        return ()
    here = set(map(folded, state.names))
    called = dict.fromkeys(map(nicknames_of(device).called, people_of(device)))
    return tuple(name for name in called if folded(name) not in here)[:_MOST_KNOWN]


def _form(state: State, seat: int, *, sent: bool) -> HandoverForm:
    former = state.names[seat] if seat in state.active else ""
    data = {"seat": str(seat), "former": former, "name": tidy_name(request.args.get("name"))}
    form = HandoverForm(data=data) if sent else HandoverForm(formdata=None, data=data)
    form.seat.among, form.seat.otherwise = (seat,) if former else (), _GONE
    form.way.choices = [SelectChoice("taken_over", ""), SelectChoice("empty", "")]
    return form


def _entries(_: StoredGame, form: HandoverForm) -> Sequence[Entry]:
    if form.way.data == "empty":
        return (PlayerLeft(form.seat.chosen),)
    return (SeatTakenOver(form.seat.chosen, form.name.text, form.former.text),)


def _said(state: State, form: HandoverForm) -> str:
    seat = form.seat.chosen
    told = {"former": bdi(form.former.text), "points": state.totals[seat]}
    if form.way.data == "empty":
        return say(_LEFT_EMPTY, told)
    return say(_PLAYS_ON, told | {"name": bdi(state.names[seat])})
