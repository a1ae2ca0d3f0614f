"""Undo while a hand is counted: what was counted of it is taken back, and one stays with it."""

from collections.abc import Sequence

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.sitting import Sitting
from companion.rules.entries import Entry
from companion.web.games import NotWritten, of_the_round, the_game, write, written_before
from companion.web.taking_back import count_taken_back
from companion.web.too_late import too_late

blueprint = Blueprint("uncounting", __name__, url_prefix="/g/<token>")


@blueprint.post("/count/<int:seat>/undo")
def undo(token: str, seat: int) -> ResponseReturnValue:
    """Take back what this phone kept of a hand since its page was opened, and stay there."""
    sitting = the_game(token)
    try:
        if not written_before(sitting):
            write(token, of_the_round(*_taken_back(sitting, seat)))
    except NotWritten as trouble:
        late = too_late(the_game(token), seat, trouble)
        return late or redirect(url_for("counting.page", token=token, seat=seat), 303)
    return redirect(url_for("counting.page", token=token, seat=seat), 303)


def _taken_back(sitting: Sitting, seat: int) -> Sequence[Entry]:
    opened = request.form.get("opened", type=int)
    return count_taken_back(sitting, seat, sitting.state.version if opened is None else opened)
