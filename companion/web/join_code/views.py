"""Join a table: type its code, and be redirected to its link."""

from flask import Blueprint, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.records.join_codes import CodeEnded, NoSuchCode, link_of
from companion.records.limits import wrong_codes
from companion.records.links import is_watch_link
from companion.web.http.source import source_of_request
from companion.web.join_code.forms import JoinForm

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
