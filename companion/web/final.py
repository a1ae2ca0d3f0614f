"""Who won, and why."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.records.games import new_key
from companion.web.games import the_game
from companion.web.live import follows_the_game
from companion.web.outcome import outcome_words

blueprint = Blueprint("final", __name__, url_prefix="/g/<token>")


@blueprint.get("/final")
@follows_the_game
def page(token: str) -> ResponseReturnValue:
    """The winner with the reason, and the standings; a game that goes on shows its table."""
    sitting = the_game(token)
    if not sitting.state.outcome.over:
        return redirect(url_for("table.page", token=token))
    return render_template(
        "final/final.html",
        sitting=sitting,
        outcome=outcome_words(sitting),
        key=new_key(),
    )
