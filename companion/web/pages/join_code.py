"""Join a table, or show it on a screen: type its code, and be redirected to its link."""

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
    watch_link_of,
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


blueprint = Blueprint("join_code", __name__)
_UNPROCESSABLE = 422


@blueprint.get("/join")
def page() -> str:
    """The form for the code."""
    return _page(JoinForm(formdata=None))


@blueprint.post("/join")
def join() -> ResponseReturnValue:
    """Redirect to the table of this code, with its right."""
    form = JoinForm()
    link = _link(form)
    if not link:
        return _page(form), _UNPROCESSABLE
    return redirect(url_for(_place(link), token=link), 303)


@blueprint.get("/tv")
def screen() -> str:
    """The same form for a screen in the room."""
    return _page(JoinForm(formdata=None), for_screen=True)


@blueprint.post("/tv")
def show() -> ResponseReturnValue:
    """Redirect to the view across the table of this code: a screen only watches."""
    form = JoinForm()
    link = _link(form, to_watch=True)
    if not link:
        return _page(form, for_screen=True), _UNPROCESSABLE
    return redirect(url_for("sheet.across", token=link, tv=1), 303)


def _link(form: JoinForm, *, to_watch: bool = False) -> str:
    """The link behind the code; empty, with an error at the field, if there is none."""
    if not form.validate():
        return ""
    try:
        at_most = wrong_codes(*current_app.config["GUESSES_AN_HOUR"])
        link = link_of(form.code.normalised, source_of_request(), at_most)
        return watch_link_of(link) if to_watch else link
    except CodeEnded:
        form.refuse(
            gettext(
                "This code has expired. Open the share page on the other phone again for a new one."
            )
        )
    except NoSuchCode:
        form.refuse(gettext("No table has this code. Compare it with the other phone."))
    return ""


def _place(link: str) -> str:
    """The page to which a shared link with this access leads."""
    return "table.page" if is_watch_link(link) else "seating.arrive"


def _page(form: JoinForm, *, for_screen: bool = False) -> str:
    return render_template("join_code/join.html", form=form, for_screen=for_screen)
