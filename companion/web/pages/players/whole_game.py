"""Changes of the whole game: title and note, early end, reopening, deletion."""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta

from flask import Blueprint, flash, redirect, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.records.log.deleting import NotYours, TooLate, delete_game
from companion.records.log.deleting import put_back as put_game_back
from companion.records.log.stored_game import StoredGame
from companion.rules.fold.entries import EndTimeSet, Entry, EntryUndone, GameEnded, Noted, Titled
from companion.web.game.gateway import NotWritten, the_game
from companion.web.game.phones import known_device
from companion.web.local_time import next_at
from companion.web.pages.players.forms import (
    EndForm,
    GameForm,
    ReopenForm,
    game_form,
)
from companion.web.pages.players.views import UNPROCESSABLE, Change, add_routes, change_page

_JUST_PASSED, _LONG_PASSED = timedelta(hours=3), timedelta(hours=12)
blueprint = Blueprint("this_game", __name__, url_prefix="/g/<token>")


@blueprint.post("/delete")
def delete(token: str) -> ResponseReturnValue:
    """Delete the game, which can be restored for a day."""
    stored = the_game(token)
    try:
        delete_game(token, known_device())
    except NotYours:
        sentence = gettext("Only the phone that started this game can delete it.")
        return change_page(stored, trouble=sentence), 403
    flash(gettext("The game is deleted. You can restore it below."))
    return redirect(url_for("home.page"), 303)


@blueprint.post("/put-back")
def put_back(token: str) -> ResponseReturnValue:
    """Restore a deleted game."""
    try:
        put_game_back(token, known_device())
    except TooLate:
        flash(
            gettext("That game is gone: it was deleted more than a day ago, or on another phone.")
        )
        return redirect(url_for("home.page"), 303)
    return redirect(url_for("table.page", token=token), 303)


def _described(stored: StoredGame, form: GameForm) -> Sequence[Entry]:
    """The note, and the title if it has changed: a game may have started with one.

    The time of the last round, while one is open: the next one of an unchanged clock may be later.
    """
    titled = [Titled(form.title.text)] if form.title.text != stored.title else []
    is_other = (form.until.data or "") != form.until.object_data
    is_timed_anew = stored.state.open and (is_other or _is_of_another_day(stored.state.end_time))
    until = [EndTimeSet(_last_round(form.clock))] if is_timed_anew else []
    return (*titled, Noted(form.note.text), *until)


def _is_of_another_day(end_time: int | None) -> bool:
    """Whether this time, in minutes since 1970, passed too long ago to be meant."""
    now = datetime.now(UTC).timestamp() / 60
    return end_time is not None and timedelta(minutes=now - end_time) > _LONG_PASSED


def _last_round(clock: time | None) -> int | None:
    """The next time that the clock of the phone shows this, or one less than three hours ago.

    In minutes since 1970.
    """
    if clock is None:
        return None
    at = next_at(time(clock.hour, clock.minute), datetime.now(UTC) - _JUST_PASSED)
    return int(at.timestamp()) // 60


def _ended(_: StoredGame, form: EndForm) -> Sequence[Entry]:
    return (GameEnded(form.reason.text),)


def _reopened(stored: StoredGame, form: ReopenForm) -> Sequence[Entry]:
    if stored.state.ended is None:
        sentence = gettext(
            "The game was not ended early. To play on, undo the last step or correct a round."
        )
        raise NotWritten(sentence, UNPROCESSABLE)
    return (EntryUndone(form.ended.number or 0),)


add_routes(
    blueprint,
    {
        "describe": Change(
            lambda stored: game_form(stored, sent=True),
            _described,
            in_round=False,
            place="players.page",
        ),
        "end": Change(lambda _: EndForm(), _ended, place="sheet.final"),
        "reopen": Change(lambda _: ReopenForm(), _reopened, in_round=False),
    },
)
