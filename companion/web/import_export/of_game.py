"""A game as a file, and its score for other programs, for any link to it."""

from flask import Blueprint, Response, flash, jsonify, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.gamefile import score
from companion.records.kept_game import KeptGame
from companion.records.plays import NotOver
from companion.web.http.games import the_game
from companion.web.import_export.files import as_plays, as_record, as_table, none_is_over

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


@blueprint.get("/score.json")
def score_now(token: str) -> Response:
    """The score as `companion score` prints it (`companion-score/1`), for dashboards at home."""
    kept = the_game(token)
    answer = jsonify(score(kept.ruleset, kept.state))
    answer.headers["Cache-Control"] = "no-store, private"
    return answer


def _name(kept: KeptGame) -> str:
    return f"{kept.ruleset.key} {kept.row.started_at:%Y-%m-%d}"
