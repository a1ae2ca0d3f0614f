"""Join a table: type its code, and be redirected to its link."""

import re
import unicodedata
from typing import Any

from flask import Blueprint, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms import StringField
from wtforms.validators import StopValidation

from companion.records.people.limits import wrong_codes
from companion.records.people.links import (
    CHARACTERS,
    LENGTH,
    CodeEnded,
    NoSuchCode,
    is_watch_link,
    link_of,
)
from companion.web.forms.fields import PageForm
from companion.web.game.source import source_of_request

_CODE = re.compile(rf"[{CHARACTERS}]{{{LENGTH}}}")
_KEYBOARD = {
    "autocapitalize": "characters",
    "autocomplete": "off",
    "spellcheck": "false",
    "dir": "ltr",
    "maxlength": "40",
}


class CodeField(StringField):
    """A join code; lower case, spaces and dashes are accepted."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(**{"render_kw": _KEYBOARD} | kwargs)

    @property
    def normalised(self) -> str:
        """The code in capitals, without spaces and dashes."""
        typed = unicodedata.normalize("NFKC", self.data or "").upper()
        return "".join(letter for letter in typed if unicodedata.category(letter)[0] not in "ZPC")

    def pre_validate(self, form: object) -> None:  # noqa: ARG002 - WTForms passes it
        """Raises StopValidation if it cannot be a code."""
        if not _CODE.fullmatch(self.normalised):
            raise StopValidation(
                gettext(
                    "Enter the six-character code from the other phone, such as Q7R XM2. "
                    "It never uses O, 0, I or 1."
                )
            )


class JoinForm(PageForm):
    """The form with the code."""

    code = CodeField()

    def refuse(self, sentence: str) -> None:
        """Add the error at the field."""
        self.code.errors = [*self.code.errors, sentence]


blueprint = Blueprint("join_code", __name__, url_prefix="/join")
_UNPROCESSABLE = 422


@blueprint.get("")
def page() -> str:
    """The form for the code."""
    return _page(JoinForm(formdata=None))


@blueprint.post("")
def join() -> ResponseReturnValue:
    """Redirect to the table of this code, with its right."""
    form = JoinForm()
    if not form.validate():
        return _page(form), _UNPROCESSABLE
    try:
        at_most = wrong_codes(*current_app.config["GUESSES_AN_HOUR"])
        link = link_of(form.code.normalised, source_of_request(), at_most)
    except CodeEnded:
        form.refuse(
            gettext(
                "This code has expired. Open the share page on the other phone again for a new one."
            )
        )
    except NoSuchCode:
        form.refuse(gettext("No table has this code. Compare it with the other phone."))
    else:
        return redirect(url_for(_place(link), token=link), 303)
    return _page(form), _UNPROCESSABLE


def _place(link: str) -> str:
    """The page to which a shared link with this access leads."""
    return "table.page" if is_watch_link(link) else "seating.arrive"


def _page(form: JoinForm) -> str:
    return render_template("join_code/join.html", form=form)
