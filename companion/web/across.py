"""The view across the table: everyone's contract, to be read from the far side."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.web.games import the_game
from companion.web.live import follows_the_game
from companion.web.outcome import outcome_words
from companion.web.phones import phones_at

blueprint = Blueprint("across", __name__, url_prefix="/g/<token>")


@blueprint.get("/across")
@follows_the_game
def page(token: str) -> ResponseReturnValue:
    """Who is on what, in large type; turned round for the far side where that is asked for.

    It stays when the game is over, and says who won: the game may be gone on with.
    """
    sitting = the_game(token)
    standings = {standing.seat: standing for standing in sitting.state.standings}
    return render_template(
        "across/across.html",
        token=token,
        sitting=sitting,
        standings=standings,
        phones=phones_at(sitting),
        outcome=outcome_words(sitting),
        turned="turned" in request.args,
    )
