"""Enter the melds of a player during the round, or undo one."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.games import new_key
from companion.records.kept_game import KeptGame
from companion.rules.fold.entries import EntryUndone, Melded
from companion.rules.model.state import OpenRound
from companion.web.forms.fields import PageForm, SentNumber
from companion.web.forms.hand_form import CardsForm
from companion.web.http.carried import carried_game, is_first_look
from companion.web.http.games import NotWritten, of_the_round, the_game, write
from companion.web.http.live import follows_the_game
from companion.web.http.phones import phones_at, place_of_seat
from companion.web.http.rights import scorers_only
from companion.web.melding.form import meld_form
from companion.web.melding.view import meld_view

blueprint = Blueprint("melding", __name__, url_prefix="/g/<token>")


class TakeBackForm(PageForm):
    """The number of the meld whose button was tapped."""

    undo = SentNumber()


@blueprint.get("/meld/<int:seat>")
@scorers_only
@follows_the_game
def page(token: str, seat: int) -> ResponseReturnValue:
    """The keys of a meld during the round; before and after that, redirect to the table."""
    kept = the_game(token)
    open_round = _where_melds_are_entered(kept, seat)
    if open_round is None:
        return redirect(phones_at(kept).place)
    return _page(kept, open_round, seat, meld_form(open_round.deal))


@blueprint.post("/meld/<int:seat>")
def meld(token: str, seat: int) -> ResponseReturnValue:
    """Write the meld and go back; or undo one, or remove a card from a key, and stay."""
    kept, taken_back = the_game(token), TakeBackForm().undo.number
    open_round = _where_melds_are_entered(kept, seat)
    if open_round is None:
        return redirect(phones_at(kept).place, 303)
    if taken_back is not None:
        return _write(kept, open_round, seat, EntryUndone(taken_back), stays=True)
    form = meld_form(open_round.deal, request.form)
    if not form.validate() or request.form.get("fewer") or not form.hand.size:
        return _page(kept, open_round, seat, form), 200 if request.form.get("fewer") else 422
    return _write(kept, open_round, seat, Melded(seat, form.hand.cards or {}), stays=False)


def _where_melds_are_entered(kept: KeptGame, seat: int) -> OpenRound | None:
    """The open round, if this player can meld in it."""
    now = kept.state.open
    may_meld = now and not now.over and now.deal.scoring.melds_score and not now.deal.playoff
    return now if now and may_meld and seat in now.deal.players else None


def _write(
    kept: KeptGame, open_round: OpenRound, seat: int, entry: Melded | EntryUndone, *, stays: bool
) -> ResponseReturnValue:
    try:
        write(kept.token, of_the_round(entry))
    except NotWritten as trouble:
        form = meld_form(open_round.deal, request.form)
        return _page(the_game(kept.token), open_round, seat, form, trouble.sentence), trouble.status
    here = url_for(".page", token=kept.token, seat=seat)
    return redirect(here if stays else _back(kept, seat), 303)


def _back(kept: KeptGame, seat: int) -> str:
    """The own page of the player if this is their phone, otherwise the table."""
    is_mine = phones_at(kept).seat == seat
    return place_of_seat(kept.token, seat if is_mine else None)


def _page(
    kept: KeptGame, open_round: OpenRound, seat: int, form: CardsForm, error: str = ""
) -> str:
    phones = phones_at(kept)
    return render_template(
        "melding/meld.html",
        token=kept.token,
        ruleset=kept.ruleset,
        view=meld_view(kept.ruleset, kept.state, open_round, seat, phones.seat),
        form=form,
        error=error,
        key=new_key(),
        is_empty=bool(request.form) and not error and not form.has_some,
        carried=carried_game(phones) if is_first_look() else None,
    )
