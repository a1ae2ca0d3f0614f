"""A game as a file, for any link to it."""

from flask import Blueprint, Response, flash, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.records.kept_game import KeptGame
from companion.records.plays import NotOver
from companion.web.http.games import the_game
from companion.web.import_export.files import as_plays, as_record, as_table, none_is_over
from companion.web.local_time import day_of

blueprint = Blueprint("game_file", __name__, url_prefix="/g/<token>")


@blueprint.get("/game.json")
def record(token: str) -> Response:
    """The game as a record with its history, for archiving or import elsewhere."""
    kept = the_game(token)
    return as_record(kept, _name(kept))


@blueprint.get("/game.csv")
def table(token: str) -> Response:
    """A row for each player and round."""
    kept = the_game(token)
    return as_table([kept], _name(kept))


@blueprint.get("/game.bgsplay")
def plays(token: str) -> ResponseReturnValue:
    """The finished game for BG Stats; redirects to the table during the game."""
    kept = the_game(token)
    try:
        return as_plays([kept], _name(kept))
    except NotOver:
        flash(none_is_over())
        return redirect(url_for("table.page", token=token), 303)


def _name(kept: KeptGame) -> str:
    return f"{kept.ruleset.key} {day_of(kept.row.started_at)}"
