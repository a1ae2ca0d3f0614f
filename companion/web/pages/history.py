"""The history: each entry with its time and phone; undone ones are struck through."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from companion.web.forms.fields import whole_number
from companion.web.game.gateway import the_game
from companion.web.game.history_lines import in_words
from companion.web.game.page import game_page
from companion.web.live import follows_the_game
from companion.web.view_models.history import history_view, stretch_before
from companion.web.words.entries import step_blanks, undo_words

blueprint = Blueprint("history", __name__, url_prefix="/g/<token>")


@blueprint.get("/history")
@follows_the_game
def page(token: str) -> ResponseReturnValue:
    """By round, the last entry of each first; entries `before` a number."""
    stored = the_game(token)
    stretch = stretch_before(len(stored.entries), whole_number(request.args.get("before")))
    some = [*stored.lines(stretch.first, stretch.reads_to)]
    view = history_view(stored.state, stored.entries, some, stretch, may_score=stored.may_score)
    return game_page(
        "history/history.html",
        stored,
        view=view,
        read=in_words(stored),
        is_over=stored.state.open is None,
        undo=stored.undoable,
        undone=undo_words(stored.ruleset, stored.state),
        steps=list(step_blanks()),
        colours=" ".join(str(colour + 1) for colour in stored.colours),
    )
