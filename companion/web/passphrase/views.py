"""The passphrase of the server, asked once per phone."""

from dataclasses import replace

from flask import Blueprint, abort, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms import PasswordField

from companion.records.counted import check_one, count_one
from companion.records.limits import wrong_passphrases
from companion.web.forms.fields import PageForm
from companion.web.http.gate import is_right, let_in
from companion.web.http.return_path import return_path
from companion.web.http.source import source_of_request

blueprint = Blueprint("passphrase", __name__, url_prefix="/enter")
_UNPROCESSABLE = 422
_NOBODY_SHUT_OUT = 10**6


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
    at_most = wrong_passphrases(*current_app.config["GUESSES_AN_HOUR"])
    # Only failures of this address count first, so that others cannot lock anybody out.
    check_one(replace(at_most, of_all=at_most.of_all * _NOBODY_SHUT_OUT), source_of_request())
    if is_right(form.passphrase.data or ""):
        let_in()
        return redirect(return_path(), 303)
    count_one(at_most, source_of_request())
    form.passphrase.errors = [
        gettext("This is not the passphrase. Ask the person who runs this app for it.")
    ]
    return _page(form), _UNPROCESSABLE


def _page(form: EnterForm) -> str:
    form.passphrase.data = ""  # it is not echoed
    return render_template("passphrase/enter.html", form=form, to=request.values.get("to", ""))
