"""Correct a written round: first a preview, then save."""

from collections.abc import Sequence

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.records.games import new_key
from companion.rules.game import Game
from companion.rules.judging.doubts import Doubt, find_doubts
from companion.rules.judging.refusals import Doubted, Refused
from companion.web.correction.typed_round import Correction, correction_of
from companion.web.correction.view import correction_view
from companion.web.http.games import (
    NotWritten,
    accepted_doubts,
    digest_of_form,
    not_written,
    of_the_game,
    the_game,
    write,
)
from companion.web.http.rights import scorers_only
from companion.web.words.doubts import doubt_words, refusal_words

blueprint = Blueprint("correction", __name__, url_prefix="/g/<token>")


@blueprint.get("/correct/<int:number>")
@scorers_only
def page(token: str, number: int) -> ResponseReturnValue:
    """The written round, to be changed."""
    return _page(correction_of(the_game(token), number))


@blueprint.post("/correct/<int:number>")
def correct(token: str, number: int) -> ResponseReturnValue:
    """Show the preview of a correction; save it when it is confirmed."""
    correction = correction_of(the_game(token), number, request.form)
    if not correction.validate():
        return _page(correction, status=422)
    if correction.stepped is not None:
        return _page(correction, open_seat=correction.stepped)
    if unsaid := correction.unsaid():
        return _ask_down(correction, unsaid)
    doubts = find_doubts(correction.played())
    try:
        after = correction.after(frozenset(doubt.key for doubt in doubts))
    except Refused as refused:
        return _refused(correction, refused)
    if request.form.get("seen") != _what_was_typed():
        return _page(correction, after=after, doubts=doubts)
    return _save(token, correction)


def _ask_down(correction: Correction, seats: Sequence[int]) -> ResponseReturnValue:
    """Ask at each of these hands whether its player is down."""
    for seat in seats:
        asked = correction.down_or_not(seat)
        sentence = refusal_words(asked, correction.kept.ruleset, correction.kept.state)
        correction.hands[seat].ask_down(sentence)
    return _page(correction, open_seat=seats[0], status=422)


def _refused(correction: Correction, refused: Refused) -> ResponseReturnValue:
    if refused.code == "blank_hand" and refused.seat in correction.hands:
        correction.hands[refused.seat].ask_for_what_is_missing(refused.missing)
    return _page(correction, not_written(correction.kept, refused), status=422)


def _save(token: str, correction: Correction) -> ResponseReturnValue:
    try:
        write(token, of_the_game(correction.entry(accepted_doubts())))
    except NotWritten as trouble:
        return _page(correction, trouble, status=trouble.status)
    except Doubted as doubted:
        return _page(correction, doubts=doubted.doubts, status=422)
    flash(gettext("The correction is saved."))
    return redirect(url_for("sheet.page", token=token), 303)


def _page(
    correction: Correction,
    trouble: NotWritten | None = None,
    *,
    after: Game | None = None,
    doubts: tuple[Doubt, ...] = (),
    open_seat: int | None = None,
    status: int = 200,
) -> ResponseReturnValue:
    kept, asked_for = correction.kept, request.args.get("seat", type=int)
    html = render_template(
        "correction/correction.html",
        token=kept.token,
        view=correction_view(
            kept.game,
            correction.round,
            after=after,
            doubts=doubts,
            open_seat=asked_for if open_seat is None else open_seat,
            wrong_seat=trouble.seat if trouble else None,
        ),
        correction=correction,
        trouble=trouble.sentence if trouble else "",
        asked_words=lambda doubt: doubt_words(doubt, kept.ruleset, kept.state),
        seen=_what_was_typed() if after else "",
        key=request.form.get("key") or new_key(),
    )
    return html, status


def _what_was_typed() -> str:
    return digest_of_form("seen", "accept")
