"""Large letters and keys on this phone."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.web.game.cookies import return_path
from companion.web.game.letter_size import choose_size, is_large

blueprint = Blueprint("large", __name__, url_prefix="/large")
blueprint.add_app_template_global(is_large)


@blueprint.get("")
def page() -> str:
    """The current size, and a button for the other one."""
    to = request.args.get("to", "")
    return render_template("large/large.html", to=to, back=return_path())


@blueprint.post("")
def use() -> ResponseReturnValue:
    """Use this size on this phone, and go back."""
    choose_size(large=request.form.get("size") == "large")
    return redirect(return_path(), 303)
