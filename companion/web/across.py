"""The view across the table: everyone's contract, to be read from the far side."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.web.games import the_game
from companion.web.live import follows_the_game

blueprint = Blueprint("across", __name__, url_prefix="/g/<token>")


@blueprint.get("/across")
@follows_the_game
def page(token: str) -> ResponseReturnValue:
    """Who is on what, in large type; turned round for the far side where that is asked for."""
    sitting = the_game(token)
    if sitting.state.open is None:
        return redirect(url_for("final.page", token=token))
    places = {standing.seat: standing.place for standing in sitting.state.standings}
    return render_template(
        "across/across.html",
        token=token,
        sitting=sitting,
        places=places,
        turned="turned" in request.args,
    )
