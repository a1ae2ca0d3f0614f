"""Which seat is yours? And then that player's own page: their contract, and what they can say."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms.validators import ValidationError

from companion.records.games import new_key
from companion.records.kept_game import KeptGame
from companion.records.phones import sit_down
from companion.web.forms.fields import NAME_LENGTH, check_text, tidy_name, whole_number
from companion.web.http.device import keep_cookie, this_device
from companion.web.http.games import the_game
from companion.web.http.live import follows_the_game
from companion.web.http.phones import phones_at
from companion.web.http.rights import scorers_only

blueprint = Blueprint("seating", __name__, url_prefix="/g/<token>/seat")
_UNPROCESSABLE = 422


@blueprint.get("")
def arrive(token: str) -> ResponseReturnValue:
    """Where the link to keep score leads: ask whose phone this is, and once told, go to their page.

    Who starts the game, or only watched so far, may point a camera at the code to take a seat.
    """
    kept = the_game(token)
    phones = phones_at(kept)
    if phones.is_new or phones.may_sit:
        return _question(kept)
    return redirect(phones.place, 303)


@blueprint.get("/choose")
@scorers_only
def choose(token: str) -> ResponseReturnValue:
    """Ask again: somebody else has the phone now, or it was the wrong name."""
    return _question(the_game(token))


@blueprint.post("")
def sit(token: str) -> ResponseReturnValue:
    """Remember whose phone this is."""
    kept, sent = the_game(token), request.form.get("seat", "")
    seat, name = whole_number(sent), tidy_name(request.form.get("name"))
    if sent and (seat is None or seat >= len(kept.state.names)):
        return _question(kept), _UNPROCESSABLE
    try:
        check_text(name, NAME_LENGTH)
    except ValidationError as error:
        return _question(kept, str(error)), _UNPROCESSABLE
    sit_down(kept.row.id, this_device(), token, seat, name)
    keep_cookie()
    return redirect(phones_at(kept).place, 303)


@blueprint.get("/<int:seat>")
@follows_the_game
def page(token: str, seat: int) -> ResponseReturnValue:
    """One player's own page; for nobody at the table, and once the game is over, the table."""
    kept = the_game(token)
    open_round = kept.state.open
    if open_round is None or seat not in open_round.deal.players:
        return redirect(url_for("table.page", token=token))
    return render_template(
        "seating/seat.html",
        kept=kept,
        round=open_round,
        seat=seat,
        phones=phones_at(kept),
        standing=next(s for s in kept.state.standings if s.seat == seat),
        key=new_key(),
    )


def _question(kept: KeptGame, error: str = "") -> str:
    phones = phones_at(kept)
    typed = phones.mine.name if phones.mine else ""
    return render_template(
        "seating/choose.html",
        kept=kept,
        phones=phones,
        name=request.form.get("name", typed),
        error=error,
        key=new_key(),
    )
