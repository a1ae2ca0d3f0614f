"""The passphrase of the server, asked once per phone."""

from flask import Blueprint, abort, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms import PasswordField

from companion.web.forms.fields import PageForm
from companion.web.game.cookies import return_path
from companion.web.guard.gate import is_entered, let_in

blueprint = Blueprint("passphrase", __name__, url_prefix="/enter")
_UNPROCESSABLE = 422


class EnterForm(PageForm):
    """The passphrase."""

    passphrase = PasswordField(
        render_kw={"type": "password", "autocomplete": "current-password", "maxlength": "200"}
    )


@blueprint.before_request
def _is_closed() -> None:
    if not current_app.config["PASSPHRASE"]:
        abort(404)


@blueprint.get("")
def page() -> str:
    """The form for the passphrase."""
    return _page(EnterForm(formdata=None))


@blueprint.post("")
def enter() -> ResponseReturnValue:
    """Admit the phone, and redirect it to the requested page."""
    form = EnterForm()
    if is_entered(form.passphrase.data or ""):
        let_in()
        return redirect(return_path(), 303)
    form.passphrase.errors = [
        gettext("This is not the passphrase. Ask the person who runs this app for it.")
    ]
    return _page(form), _UNPROCESSABLE


def _page(form: EnterForm) -> str:
    form.passphrase.data = ""  # it is not echoed
    return render_template("passphrase/enter.html", form=form, to=request.values.get("to", ""))
