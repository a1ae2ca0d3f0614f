"""The history: each entry with its time and phone; undone ones are struck through."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.records.people.links import new_key
from companion.web.forms.fields import whole_number
from companion.web.game.gateway import the_game
from companion.web.game.history_lines import in_words
from companion.web.live import follows_the_game
from companion.web.view_models.history import history_view, stretch_before
from companion.web.words.entries import step_blanks, undo_words

blueprint = Blueprint("history", __name__, url_prefix="/g/<token>")


@blueprint.get("/history")
@follows_the_game
def page(token: str) -> ResponseReturnValue:
    """The last entry first, with a heading for each round; entries `before` a number."""
    stored = the_game(token)
    stretch = stretch_before(len(stored.entries), whole_number(request.args.get("before")))
    some = [*stored.lines(stretch.first, stretch.reads_to)]
    view = history_view(stored.state, stored.entries, some, stretch, may_score=stored.may_score)
    return render_template(
        "history/history.html",
        token=token,
        view=view,
        read=in_words(stored),
        undo=stored.undoable,
        undone=undo_words(stored.ruleset, stored.state),
        key=new_key(),
        steps=list(step_blanks()),
        ruleset=stored.ruleset,
        colours=" ".join(str(colour + 1) for colour in stored.colours),
    )
