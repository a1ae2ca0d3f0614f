"""Large letters and keys on this phone."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.rules.model.contracts import Contract, Run, Set
from companion.web.game.cookies import return_path
from companion.web.game.preferences import choose_size, is_large

blueprint = Blueprint("large", __name__, url_prefix="/large")
_SAMPLE = Contract((Set(4), Run(4)))
blueprint.add_app_template_global(is_large)


@blueprint.get("")
def page() -> str:
    """A sample of both sizes, and a button for the other one."""
    to = request.args.get("to", "")
    return render_template("large/large.html", to=to, back=return_path(), contract=_SAMPLE)


@blueprint.post("")
def use() -> ResponseReturnValue:
    """Use this size on this phone, and go back."""
    choose_size(large=request.form.get("size") == "large")
    return redirect(return_path(), 303)
