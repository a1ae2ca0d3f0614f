"""The seat of a phone, and then the player's own page: their contract and actions."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.records.games import new_key
from companion.records.kept_game import KeptGame
from companion.records.phones import sit_down
from companion.web.http.carried import carried_game, is_first_look
from companion.web.http.device import keep_cookie, remember_link, this_device
from companion.web.http.games import the_game
from companion.web.http.live import follows_the_game
from companion.web.http.phones import phones_at
from companion.web.http.rights import scorers_only
from companion.web.seating.forms import SitForm, sit_form
from companion.web.seating.view import chairs, own_page

blueprint = Blueprint("seating", __name__, url_prefix="/g/<token>/seat")
_UNPROCESSABLE = 422


@blueprint.get("")
def arrive(token: str) -> ResponseReturnValue:
    """The target of the link for keeping score: ask for the seat, afterwards the own page.

    A phone that started the game or only watched so far may scan the code to take a seat.
    """
    kept = the_game(token)
    phones = phones_at(kept)
    if phones.is_new:
        remember_link(token)
    if phones.is_new or phones.may_sit:
        return _question(kept)
    return redirect(phones.place, 303)


@blueprint.get("/choose")
@scorers_only
def choose(token: str) -> ResponseReturnValue:
    """Ask again, because the phone was passed on, or the answer was wrong."""
    return _question(the_game(token))


@blueprint.post("")
def sit(token: str) -> ResponseReturnValue:
    """Store the seat of this phone."""
    kept = the_game(token)
    form = sit_form(kept.state, "", sent=True)
    if not form.validate():
        return _question(kept, form), _UNPROCESSABLE
    sit_down(kept.row.id, this_device(), token, form.seat.number, form.name.text)
    keep_cookie()
    return redirect(phones_at(kept).place, 303)


@blueprint.get("/<int:seat>")
@follows_the_game
def page(token: str, seat: int) -> ResponseReturnValue:
    """A player's own page; for an absent player, and after the end, the table."""
    kept = the_game(token)
    open_round = kept.state.open
    if open_round is None or seat not in open_round.deal.players:
        return redirect(url_for("table.page", token=token))
    phones = phones_at(kept)
    view = own_page(
        kept.ruleset,
        kept.state,
        open_round,
        seat,
        may_score=kept.may_score,
        counting=phones.still_counting,
        counted_here=phones.counted_here(seat),
        wrote_last=phones.wrote_last,
    )
    return render_template(
        "seating/seat.html",
        token=token,
        ruleset=kept.ruleset,
        view=view,
        phones=phones,
        key=new_key(),
        carried=carried_game(phones) if is_first_look() else None,
    )


def _question(kept: KeptGame, sent: SitForm | None = None) -> str:
    phones, open_round = phones_at(kept), kept.state.open
    name = phones.mine.name if phones.mine else ""
    return render_template(
        "seating/choose.html",
        token=kept.token,
        game=kept.ruleset.name,
        round=open_round.deal.number if open_round else None,
        has_contracts=bool(kept.ruleset.contracts),
        mine=phones.seat,
        chairs=chairs(kept.state, phones.seat, phones.of_seat),
        form=sent or sit_form(kept.state, name, sent=False),
        key=new_key(),
    )
