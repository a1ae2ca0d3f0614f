"""The table: contracts, marks, and the actions of the open round."""

import time
from collections.abc import Sequence
from typing import cast

from flask import Blueprint, flash, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.records.log.stored_game import StoredGame
from companion.rules.decide import Command, Conflict
from companion.rules.fold.entries import Entry, EntryUndone, HandCounted, WentOut
from companion.rules.judging.refusals import Refused
from companion.rules.model.state import OpenRound, State
from companion.sentences import N_
from companion.web.forms.fields import SentNumber
from companion.web.game.embedded_game import embedded_game
from companion.web.game.gateway import (
    NotWritten,
    command_for_game,
    command_for_round,
    not_written,
    open_round_of,
    out_of_date,
    repeated_request,
    round_seen,
    the_game,
    version_seen,
    write,
)
from companion.web.game.page import game_page, live_page
from companion.web.game.phones import Phones, phones_at, remember_link
from companion.web.guard.rights import scorers_only
from companion.web.live import follows_the_game
from companion.web.pages.table.forms import MarkForm, OutForm, UndoForm
from companion.web.pages.table.two_out import NOBODY, taken_back, two_out_view
from companion.web.pages.table.view import TableView, out_view, table_view
from companion.web.view_models.undoing import taken_back_with
from companion.web.words.entries import undo_words
from companion.web.words.playing import nobody_out_words, other_starts
from companion.web.words.text import say

blueprint = Blueprint("table", __name__, url_prefix="/g/<token>")
_TAKEN_BACK = N_("Undone: %(what)s.")
_CONFLICT = 409


@blueprint.get("/")
@follows_the_game
def page(token: str) -> ResponseReturnValue:
    """The open round; redirects to the winner after the end."""
    return _page(the_game(token))


def _page(stored: StoredGame, error: str = "", status: int = 200) -> ResponseReturnValue:
    phones = phones_at(stored)
    if phones.is_new or not stored.may_score:
        remember_link(stored.token)
    view = _view(stored, open_round_of(stored, error), phones)
    return live_page("table/table.html", phones, view=view, error=error), status


def _view(stored: StoredGame, open_round: OpenRound, phones: Phones) -> TableView:
    return table_view(
        stored.ruleset,
        stored.state,
        open_round,
        may_score=stored.may_score,
        counting=phones.still_counting,
        title=stored.title,
        now=int(time.time() // 60),
    )


@blueprint.post("/mark")
def mark(token: str) -> ResponseReturnValue:
    """Mark a player as down or dropped, or remove the mark; name the card turned up."""
    form = MarkForm()
    place = _own_page(token, form.mine) or url_for(".page", token=token)
    entries = form.entries(the_game(token).state.open)
    return _write_and_go(token, command_for_round(*entries), place)


def _own_page(token: str, mine: SentNumber) -> str | None:
    """The player's own page, if the button was there."""
    seat = mine.number
    return None if seat is None else url_for("seating.page", token=token, seat=seat)


@blueprint.get("/out")
@blueprint.get("/out/<int:seat>")
@scorers_only
def who_went_out(token: str, seat: int | None = None) -> ResponseReturnValue:
    """Ask who went out: players who are down first, then the others, then nobody; or only how."""
    stored = the_game(token)
    if stored.ruleset.scoring.only_points:
        return redirect(url_for(".page", token=token))
    return game_page(
        "table/out.html",
        stored,
        view=out_view(stored.ruleset, stored.state, open_round_of(stored), seat),
        scored=nobody_out_words(stored.ruleset),
    )


@blueprint.post("/out")
def out(token: str) -> ResponseReturnValue:
    """End the round; go to the first hand, or back to the table while others have a last turn."""
    form = OutForm()
    if not form.validate():
        return _no_such_player(token)
    if form.takes_back is not None:
        command = taken_back(form.takes_back, version_seen(), round_seen())
        place = _own_page(token, form.mine) or url_for(".page", token=token)
        return _write_and_go(token, command, place)
    place = _own_page(token, form.mine) or _after_out(token, form)
    try:
        return _write_and_go(token, command_for_round(*form.entries()), place)
    except Conflict as conflict:
        return _two_out(the_game(token), conflict, form) or redirect(place, 303)


def _after_out(token: str, form: OutForm) -> str:
    is_last_turn = the_game(token).ruleset.last_turns and form.out.data != NOBODY
    return url_for(".page" if is_last_turn else "counting.next_hand", token=token)


@blueprint.get("/out/twice")
@scorers_only
def two_out(token: str) -> str:
    """Two phones differ on who went out; only the phone that met the conflict can decide."""
    return _asked_here(token, "out/twice", "pad", "table", "taps")


@blueprint.get("/twice/<int:number>")
@scorers_only
def two_rounds(token: str, number: int) -> str:
    """Two phones differ on a round; as above."""
    return _asked_here(token, f"twice/{number}", "pad", "taps")


def _asked_here(token: str, path: str, *styles: str) -> str:
    """The game for its script, which draws the conflict; also after the end.

    `styles` are the stylesheets of that place.
    """
    stored = the_game(token)
    carried = embedded_game(phones_at(stored))
    return game_page("table/asked.html", stored, carried=carried, path=path, styles=styles)


def _two_out(stored: StoredGame, conflict: Conflict, form: OutForm) -> ResponseReturnValue | None:
    """Both claims side by side; None if there is no conflict any more."""
    mine, open_round = cast("WentOut", conflict.entry), stored.state.open
    if open_round is None or not open_round.over or open_round.play.went_out == mine.seat:
        return None
    said = stored.line(stored.game.fold.events.draft.out_at or conflict.sequence or 0)
    by, at = phones_at(stored).name(said.device), said.at
    view = two_out_view(stored.game, open_round, mine, said.sequence, by, at)
    return game_page("table/two_out.html", stored, view=view, mine=form.mine.number), _CONFLICT


def _no_such_player(token: str) -> ResponseReturnValue:
    trouble = not_written(the_game(token), Refused("unknown_player"))
    return _page(the_game(token), trouble.sentence, trouble.status)


@blueprint.post("/undo")
def undo(token: str) -> ResponseReturnValue:
    """Undo the last step."""
    stored, form = the_game(token), UndoForm()
    try:
        written = repeated_request(stored) or write(token, command_for_game(*_undone(stored, form)))
    except NotWritten as trouble:
        return _page(the_game(token), trouble.sentence, trouble.status)
    before = written.before.state
    if written.entries:
        flash(say(_TAKEN_BACK, {"what": undo_words(stored.ruleset, before)}))
    for sentence in other_starts(before, written.after.state):
        flash(sentence)
    place = _page_it_came_from(token, form) or _where_to_do_it_again(
        token, before, written.after.state
    )
    return redirect(place, 303)


def _undone(stored: StoredGame, form: UndoForm) -> Sequence[Entry]:
    """The last step, if it is the displayed one. Raises NotWritten."""
    last = stored.state.last
    if last is None or form.undo.number != last[0]:
        raise out_of_date()
    return [*map(EntryUndone, taken_back_with(stored.game, last[0], stored.device_of))]


def _page_it_came_from(token: str, form: UndoForm) -> str | None:
    """The page of the button: the history, the sheet, or a player's own page."""
    if form.back.number is not None:
        return url_for("seating.page", token=token, seat=form.back.number)
    place = {"history": "history.page", "sheet": "sheet.page"}.get(form.back.data or "")
    return url_for(place, token=token) if place else None


def _where_to_do_it_again(token: str, before: State, after: State) -> str:
    """The page after the undo: the hand whose count was undone, or the table."""
    undone = before.last[1] if before.last else None
    if isinstance(undone, HandCounted) and after.open and after.open.over:
        return url_for("counting.page", token=token, seat=undone.seat)
    return url_for(".page", token=token)


def _write_and_go(token: str, command: Command, place: str) -> ResponseReturnValue:
    try:
        write(token, command)
    except NotWritten as trouble:
        return _page(the_game(token), trouble.sentence, trouble.status)
    return redirect(place, 303)
