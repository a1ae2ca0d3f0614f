"""Read aloud: questions about the game, by button or by a typed command."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.web.aloud.view import QUESTIONS, aloud_view
from companion.web.http.carried import carried_game
from companion.web.http.games import the_game
from companion.web.http.phones import phones_at
from companion.web.words.aloud import question_of

blueprint = Blueprint("aloud", __name__, url_prefix="/g/<token>")


@blueprint.get("/aloud")
def page(token: str) -> ResponseReturnValue:
    """The questions, and the answer to one of them."""
    kept = the_game(token)
    if kept.state.open is None:
        return redirect(url_for("sheet.final", token=token))
    phones = phones_at(kept)
    typed = request.args.get("command", "")
    asked = request.args.get("ask") or question_of(typed)
    question = asked if asked in QUESTIONS else ""
    counting = phones.still_counting
    return render_template(
        "aloud/aloud.html",
        token=token,
        view=aloud_view(kept.ruleset, kept.state, kept.state.open, question, counting),
        unknown=typed if typed and not question else "",
        ruleset=kept.ruleset,
        carried=carried_game(phones),
    )
