"""Somebody sits down later, somebody gets up, somebody else deals."""

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms.validators import ValidationError

from companion.records.games import new_key
from companion.records.sitting import Sitting
from companion.rules.log import DealerChanged, Entry, PlayerJoined, PlayerLeft
from companion.web.fields import NAME_LENGTH, check_text, tidy_name, whole_number
from companion.web.games import NotWritten, same_round, the_game, write
from companion.web.rights import scorers_only

blueprint = Blueprint("people", __name__, url_prefix="/g/<token>/players")
_UNPROCESSABLE = 422


@blueprint.get("")
@scorers_only
def page(token: str) -> ResponseReturnValue:
    """Who plays, who deals, and who could join."""
    return _page(the_game(token))


@blueprint.post("/join")
def join(token: str) -> ResponseReturnValue:
    """Somebody sits down after everybody else, before the open round."""
    return _write(token, _joined)


@blueprint.post("/leave")
def leave(token: str) -> ResponseReturnValue:
    """Somebody gets up: kept on the sheet, dealt in no more."""
    return _write(token, _left)


@blueprint.post("/dealer")
def change_dealer(token: str) -> ResponseReturnValue:
    """Somebody else deals the open round."""
    return _write(token, lambda now: DealerChanged(_seat(now)))


def _joined(now: Sitting) -> Entry:
    same_round(now)
    name = tidy_name(request.form.get("name"))
    if not name:
        raise _refused(gettext("Type the name of the one who joins."))
    try:
        check_text(name, NAME_LENGTH)
    except ValidationError as error:
        raise _refused(str(error)) from error
    if name.casefold() in {known.casefold() for known in now.state.names}:
        raise _refused(gettext("Somebody in this game has this name. Add an initial."))
    if len(now.state.active) >= now.ruleset.most_players:
        most = now.ruleset.most_players
        raise _refused(gettext("The table is full: %(most)s players.", most=most))
    return PlayerJoined(name)


def _left(now: Sitting) -> Entry:
    seat = _seat(now)
    if len(now.state.active) <= now.ruleset.least_players:
        least = now.ruleset.least_players
        raise _refused(gettext("This game needs %(least)s players or more.", least=least))
    return PlayerLeft(seat)


def _seat(now: Sitting) -> int:
    open_round = same_round(now)
    seat = whole_number(request.form.get("seat"))
    if seat is None or seat not in open_round.deal.players:
        raise _refused(gettext("That player is not at the table now."))
    return seat


def _refused(sentence: str) -> NotWritten:
    return NotWritten(sentence, _UNPROCESSABLE)


def _write(token: str, entry_for: Callable[[Sitting], Entry]) -> ResponseReturnValue:
    try:
        write(token, entry_for)
    except NotWritten as trouble:
        return _page(the_game(token), trouble)
    return redirect(url_for("table.page", token=token), 303)


def _page(sitting: Sitting, trouble: NotWritten | None = None) -> ResponseReturnValue:
    if sitting.state.open is None:
        return redirect(url_for("final.page", token=sitting.token), 303)
    html = render_template(
        "table/people.html",
        sitting=sitting,
        round=sitting.state.open,
        trouble=trouble,
        at_name=trouble is not None and request.endpoint == "people.join",
        typed=request.form.get("name", ""),
        key=new_key(),
    )
    return html, trouble.status if trouble else 200
