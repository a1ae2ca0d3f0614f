"""A game as a whole: title and note, an early end, playing on after it, deleting it for a day."""

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.records.deleting import NotYours, TooLate, delete_game
from companion.records.deleting import put_back as put_game_back
from companion.records.kept_game import KeptGame
from companion.rules.decide import Command
from companion.rules.entries import EntryUndone, GameEnded, Noted, Titled
from companion.web.forms.fields import TITLE_LENGTH, whole_number
from companion.web.http.device import known_device
from companion.web.http.games import NotWritten, of_the_game, of_the_round, the_game, write
from companion.web.people.page import NOTE_LENGTH, a_text, change, change_page, refused

blueprint = Blueprint("this_game", __name__, url_prefix="/g/<token>")


@blueprint.post("/title")
def write_title(token: str) -> ResponseReturnValue:
    """What the game is called, and what is to be remembered of it."""
    kept = the_game(token)
    try:
        said = Titled(a_text("title", TITLE_LENGTH)), Noted(a_text("note", NOTE_LENGTH))
        write(token, of_the_game(*(entry for entry in said if entry != Titled(kept.title))))
    except NotWritten as trouble:
        return change_page(the_game(token), trouble)
    return redirect(url_for("people.page", token=token), 303)


@blueprint.post("/end")
def end(token: str) -> ResponseReturnValue:
    """The table stops for tonight: what is written down counts, the open round does not."""
    return change(token, _ended, url_for("sheet.final", token=token))


@blueprint.post("/reopen")
def reopen(token: str) -> ResponseReturnValue:
    """Play on after an early end, with the open round as it was."""
    return change(token, _reopened, url_for("table.page", token=token))


@blueprint.post("/delete")
def delete(token: str) -> ResponseReturnValue:
    """Take the game away from home and from behind its links; for a day it can be put back."""
    kept = the_game(token)
    try:
        delete_game(token, known_device())
    except NotYours:
        sentence = gettext("Only the phone that started this game can delete it.")
        return change_page(kept, NotWritten(sentence, 403))
    flash(gettext("The game is deleted. Put it back below if that was a slip."))
    return redirect(url_for("home.page"), 303)


@blueprint.post("/put-back")
def put_back(token: str) -> ResponseReturnValue:
    """The game is where it was before it was deleted."""
    try:
        put_game_back(token, known_device())
    except TooLate:
        flash(gettext("That game is gone: it was deleted more than a day ago, or elsewhere."))
        return redirect(url_for("home.page"), 303)
    return redirect(url_for("table.page", token=token), 303)


def _ended(_: KeptGame) -> Command:
    return of_the_round(GameEnded(a_text("reason", TITLE_LENGTH)))


def _reopened(kept: KeptGame) -> Command:
    if kept.state.ended is None:
        raise refused(gettext("The game was not ended early. Undo or correct a round to play on."))
    return of_the_game(EntryUndone(whole_number(request.form.get("ended")) or 0))
