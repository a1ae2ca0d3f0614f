"""Somebody joins, leaves, comes back, is called otherwise, sits elsewhere, deals instead."""

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from markupsafe import Markup

from companion.records.kept_game import KeptGame
from companion.rules.decide import Command
from companion.rules.entries import (
    DealerChanged,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    SeatsReordered,
)
from companion.rules.state import State
from companion.sentences import N_, NN_, Sentence
from companion.web.forms.fields import whole_number
from companion.web.http.games import of_the_game, of_the_round, open_round_seen, the_game
from companion.web.http.rights import scorers_only
from companion.web.people.page import a_name, change, change_page, refused
from companion.web.words.text import bdi, say

blueprint = Blueprint("people", __name__, url_prefix="/g/<token>/players")

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


@blueprint.get("")
@scorers_only
def page(token: str) -> ResponseReturnValue:
    """Who plays, who deals, who could join; the title, the note and the end of the game."""
    return change_page(the_game(token))


@blueprint.post("/join")
def join(token: str) -> ResponseReturnValue:
    """Somebody sits down where they say, before the open round."""
    return change(token, _joined, url_for("table.page", token=token), _has_joined, "name")


@blueprint.post("/leave")
def leave(token: str) -> ResponseReturnValue:
    """Somebody gets up: kept on the sheet, dealt in no more."""
    return change(token, _left, url_for("table.page", token=token), _has_left)


@blueprint.post("/back")
def come_back(token: str) -> ResponseReturnValue:
    """Somebody who had left sits down again in their place."""
    return change(token, _returned, url_for("table.page", token=token), _is_back)


@blueprint.post("/dealer")
def change_dealer(token: str) -> ResponseReturnValue:
    """Somebody else deals the open round."""
    return change(token, _deals, url_for("table.page", token=token), _deals_now)


@blueprint.post("/rename")
def rename(token: str) -> ResponseReturnValue:
    """Somebody is called this from now on, on every round of the sheet."""
    field = f"name-{request.form.get('seat', '')}"
    return change(token, _renamed, url_for(".page", token=token), field=field)


@blueprint.post("/up")
def move_up(token: str) -> ResponseReturnValue:
    """Somebody sits one place earlier, as long as no round is written down."""
    return change(token, _moved_up, url_for(".page", token=token, _anchor="players"))


def _joined(kept: KeptGame) -> Command:
    return of_the_round(PlayerJoined(a_name("name"), _played_before(kept.state)))


def _played_before(state: State) -> int | None:
    """Who sits next, clockwise, where the newcomer sits after somebody; None for the last place."""
    after = request.form.get("after")
    here = [seat for seat in state.order if seat in state.active]
    if after is None or whole_number(after) in here[-1:]:
        return None
    if whole_number(after) not in here:
        raise refused(gettext("That player is not at the table now."), "after")
    return state.order[state.order.index(int(after)) + 1]


def _left(kept: KeptGame) -> Command:
    left, least = PlayerLeft(_seat(kept)), kept.ruleset.least_players
    after = kept.game.after(left).state
    goes_on = after.open is not None and not after.open.deal.playoff
    if goes_on and len(after.active) < least:
        raise refused(gettext("This game needs %(least)s players or more.", least=least))
    return of_the_round(left)


def _returned(kept: KeptGame) -> Command:
    seat = whole_number(request.form.get("seat"))
    if seat is None or seat not in kept.state.left:
        raise refused(gettext("That player has not left."))
    return of_the_round(PlayerReturned(seat))


def _deals(kept: KeptGame) -> Command:
    return of_the_round(DealerChanged(_seat(kept)))


def _renamed(kept: KeptGame) -> Command:
    seat = whole_number(request.form.get("seat"))
    if seat is None or seat not in kept.state.order:
        raise refused(gettext("That player is not in this game."))
    return of_the_game(PlayerRenamed(seat, a_name(f"name-{seat}")))


def _moved_up(kept: KeptGame) -> Command:
    return of_the_round(SeatsReordered(_one_place_earlier(kept.state, _seat(kept))))


def _one_place_earlier(state: State, seat: int) -> tuple[int, ...]:
    """The order with this player before the one they follow; those who have left come last."""
    here = [s for s in state.order if s in state.active]
    gone = [s for s in state.order if s not in state.active]
    at = here.index(seat)
    if at == 0:
        return state.order
    return (*here[: at - 1], seat, here[at - 1], *here[at + 1 :], *gone)


def _has_joined(state: State) -> Markup:
    return _goes_on(state, len(state.names) - 1, _JOINS, _JOINS_ON)


def _is_back(state: State) -> Markup:
    return _goes_on(state, int(request.form["seat"]), _IS_BACK, _IS_BACK_ON)


def _has_left(state: State) -> Markup:
    return say(_HAS_LEFT, {"name": bdi(state.names[int(request.form["seat"])])})


def _deals_now(state: State) -> Markup:
    return say(_DEALS, {"name": bdi(state.names[int(request.form["seat"])])})


def _goes_on(state: State, seat: int, sentence: Sentence, on_contract: Sentence) -> Markup:
    """With how many points, and on which contract where there are any."""
    contract = state.open.deal.contracts.get(seat) if state.open else None
    said = {"name": bdi(state.names[seat]), "points": state.totals[seat], "contract": contract}
    return say(on_contract if contract else sentence, said)


def _seat(kept: KeptGame) -> int:
    """The seat that was sent, of somebody at the table now. Raises NotWritten."""
    seat, open_round = whole_number(request.form.get("seat")), open_round_seen(kept)
    if seat is None or seat not in open_round.deal.players:
        raise refused(gettext("That player is not at the table now."))
    return seat
