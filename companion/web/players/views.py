"""Changes of players: joining, leaving, returning, names, order and dealer."""

from collections.abc import Sequence

from flask import Blueprint, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext
from markupsafe import Markup

from companion.records.kept_game import KeptGame
from companion.rules.fold.entries import (
    DealerChanged,
    Entry,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    SeatsReordered,
)
from companion.rules.model.state import State
from companion.sentences import N_, NN_, Sentence
from companion.web.http.games import the_game
from companion.web.http.rights import scorers_only
from companion.web.players.forms import (
    JoinForm,
    RenameForm,
    SeatForm,
    join_form,
    people_here,
    rename_form,
    seat_form,
)
from companion.web.players.page import Change, change_page, join_page, make
from companion.web.words.text import bdi, say

blueprint = Blueprint("players", __name__, url_prefix="/g/<token>/players")

_HAS_LEFT = N_("%(name)s has left. Undo brings %(name)s back.")
_DEALS = N_("%(name)s deals this round.")
_JOINS = NN_(
    "%(name)s joins with %(points)s point.", "%(name)s joins with %(points)s points.", "points"
)
_JOINS_ON = NN_(
    "%(name)s joins on contract %(contract)s with %(points)s point.",
    "%(name)s joins on contract %(contract)s with %(points)s points.",
    "points",
)
_IS_BACK = NN_(
    "%(name)s is back with %(points)s point.", "%(name)s is back with %(points)s points.", "points"
)
_IS_BACK_ON = NN_(
    "%(name)s is back on contract %(contract)s with %(points)s point.",
    "%(name)s is back on contract %(contract)s with %(points)s points.",
    "points",
)
_HAS_NOT_LEFT = lazy_gettext("That player has not left.")
_NOT_IN_THIS_GAME = lazy_gettext("That player is not in this game.")


@blueprint.get("")
@scorers_only
def page(token: str) -> str:
    """The players, the dealer, newcomers; the title, the note and the end of the game."""
    return change_page(the_game(token))


@blueprint.get("/join")
@scorers_only
def ask_where(token: str) -> str:
    """Ask for the newcomer's place."""
    return join_page(the_game(token))


@blueprint.post("/join")
def join(token: str) -> ResponseReturnValue:
    """Add a player before the open round."""
    return make(_JOINING, token, url_for("table.page", token=token))


@blueprint.post("/leave")
def leave(token: str) -> ResponseReturnValue:
    """Remove a player, who stays on the sheet but is no longer dealt in."""
    return make(_LEAVING, token, url_for("table.page", token=token))


@blueprint.post("/back")
def come_back(token: str) -> ResponseReturnValue:
    """Return a player to their place."""
    return make(_COMING_BACK, token, url_for("table.page", token=token))


@blueprint.post("/dealer")
def change_dealer(token: str) -> ResponseReturnValue:
    """Change the dealer of the open round."""
    return make(_DEALING, token, url_for("table.page", token=token))


@blueprint.post("/rename")
def rename(token: str) -> ResponseReturnValue:
    """Rename a player, on every round of the sheet."""
    return make(_RENAMING, token, url_for(".page", token=token))


@blueprint.post("/up")
def move_up(token: str) -> ResponseReturnValue:
    """Move a player one place earlier, before the first round is written."""
    return make(_MOVING_UP, token, url_for(".page", token=token, _anchor="players"))


@blueprint.post("/down")
def move_down(token: str) -> ResponseReturnValue:
    """Move a player one place later, before the first round is written."""
    return make(_MOVING_DOWN, token, url_for(".page", token=token, _anchor="players"))


def _joined(kept: KeptGame, form: JoinForm) -> Sequence[Entry]:
    return (PlayerJoined(form.name.text, _played_before(kept.state, int(form.after.data or 0))),)


def _played_before(state: State, after: int) -> int | None:
    """The next seat, clockwise, after the newcomer; None for the last place."""
    if after == people_here(state)[-1]:
        return None
    return state.order[state.order.index(after) + 1]


def _who_plays(kept: KeptGame) -> SeatForm:
    return seat_form(kept.state.open.deal.players if kept.state.open else ())


def _renamed_form(kept: KeptGame) -> RenameForm | SeatForm:
    """The form of the player concerned; for an unknown one, only the submitted fields."""
    who = seat_form(kept.state.order, _NOT_IN_THIS_GAME)
    return rename_form(kept.state, who.seat.chosen, sent=True) if who.validate() else who


def _renamed(_: KeptGame, form: SeatForm) -> Sequence[Entry]:
    assert isinstance(form, RenameForm)  # anything else is invalid
    return (PlayerRenamed(form.seat.chosen, form.name.text),)


def _moved(kept: KeptGame, form: SeatForm, places: int) -> Sequence[Entry]:
    """The order with this player moved by some places; players who left come last."""
    state, seat = kept.state, form.seat.chosen
    here = people_here(state)
    place = here.index(seat) + places
    if not 0 <= place < len(here):
        return (SeatsReordered(state.order),)
    here.remove(seat)
    here.insert(place, seat)
    return (SeatsReordered((*here, *(s for s in state.order if s not in state.active))),)


def _has_joined(state: State, _: JoinForm) -> Markup:
    return _goes_on(state, len(state.names) - 1, _JOINS, _JOINS_ON)


def _is_back(state: State, form: SeatForm) -> Markup:
    return _goes_on(state, form.seat.chosen, _IS_BACK, _IS_BACK_ON)


def _goes_on(state: State, seat: int, sentence: Sentence, on_contract: Sentence) -> Markup:
    """Points and, if there are any, the contract to continue with."""
    contract = state.open.deal.contracts.get(seat) if state.open else None
    said = {"name": bdi(state.names[seat]), "points": state.totals[seat], "contract": contract}
    return say(on_contract if contract else sentence, said)


def _named(sentence: Sentence, state: State, form: SeatForm) -> Markup:
    return say(sentence, {"name": bdi(state.names[form.seat.chosen])})


_JOINING = Change(
    lambda kept: join_form(kept.state, sent=True), _joined, _has_joined, page=join_page
)
_LEAVING = Change(
    _who_plays,
    lambda _, form: (PlayerLeft(form.seat.chosen),),
    lambda state, form: _named(_HAS_LEFT, state, form),
)
_COMING_BACK = Change(
    lambda kept: seat_form(kept.state.left, _HAS_NOT_LEFT),
    lambda _, form: (PlayerReturned(form.seat.chosen),),
    _is_back,
)
_DEALING = Change(
    _who_plays,
    lambda _, form: (DealerChanged(form.seat.chosen),),
    lambda state, form: _named(_DEALS, state, form),
)
_RENAMING = Change(_renamed_form, _renamed, in_round=False)
_MOVING_UP = Change(_who_plays, lambda kept, form: _moved(kept, form, -1))
_MOVING_DOWN = Change(_who_plays, lambda kept, form: _moved(kept, form, 1))
