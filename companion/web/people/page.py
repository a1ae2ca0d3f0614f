"""Change the table: one page for who plays, who deals, what the game is called, and its end."""

from collections.abc import Callable

from flask import flash, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms.validators import ValidationError

from companion.records.games import new_key
from companion.records.kept_game import KeptGame
from companion.rules.decide import Command
from companion.rules.entries import GameEnded, PlayerReturned
from companion.rules.state import State
from companion.web.forms.fields import NAME_LENGTH, TITLE_LENGTH, check_text, tidy_name
from companion.web.http.device import known_device
from companion.web.http.games import NotWritten, the_game, write, written_before

_UNPROCESSABLE = 422
NOTE_LENGTH = 300


def change(
    token: str,
    wanted: Callable[[KeptGame], Command],
    place: str,
    done: Callable[[State], str] | None = None,
    field: str = "",
) -> ResponseReturnValue:
    """Write the change that is `wanted`, say what is `done` and go to that place.

    Or show the page again with what is the matter; what the rules refuse stands at `field`.
    """
    kept = the_game(token)
    try:
        written = written_before(kept) or write(token, wanted(kept))
    except NotWritten as trouble:
        trouble.field = trouble.field or field
        return change_page(the_game(token), trouble)
    if done:
        flash(done(written.after.state))
    return redirect(place, 303)


def change_page(kept: KeptGame, trouble: NotWritten | None = None) -> ResponseReturnValue:
    """The page; where something was refused, with all that was typed still there."""
    html = render_template(
        "people/people.html",
        kept=kept,
        round=kept.state.open,
        trouble=trouble,
        typed=request.form if trouble else {},
        back_with=_totals_of_those_away(kept),
        would_win=_winners_as_it_stands(kept),
        keeps=kept.row.device == known_device(),
        key=new_key(),
        name_length=NAME_LENGTH,
        title_length=TITLE_LENGTH,
        note_length=NOTE_LENGTH,
    )
    return html, trouble.status if trouble else 200


def _totals_of_those_away(kept: KeptGame) -> dict[int, int]:
    """What everybody who has left would go on with, by seat."""
    state = kept.state
    if state.open is None or state.open.deal.playoff:
        return {}
    back = {seat: kept.game.with_entries(PlayerReturned(seat)) for seat in state.left}
    return {seat: game.state.totals[seat] for seat, game in back.items()}


def _winners_as_it_stands(kept: KeptGame) -> tuple[int, ...]:
    """Who would win if the game ended now; nobody while nothing is written down."""
    if kept.state.open is None or not kept.state.has_scores:
        return ()
    return kept.game.after(GameEnded("")).state.outcome.winners


def a_text(field: str, most: int) -> str:
    """What was typed into a field, if it fits on the sheet. Raises NotWritten."""
    text = tidy_name(request.form.get(field))
    try:
        check_text(text, most)
    except ValidationError as error:
        raise refused(str(error), field) from error
    return text


def a_name(field: str) -> str:
    """A name that fits on the sheet. Raises NotWritten."""
    name = a_text(field, NAME_LENGTH)
    if not name:
        raise refused(gettext("Type a name."), field)
    return name


def refused(sentence: str, field: str = "") -> NotWritten:
    """A change that cannot be: why, and at which field."""
    return NotWritten(sentence, _UNPROCESSABLE, field=field)
