"""Join a table: type the six signs that the other phone shows, and go where its link leads."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from ipaddress import IPv6Address, ip_address

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.records.join_codes import CodeEnded, NoSuchCode, link_of
from companion.records.limits import GuessesAnHour
from companion.records.links import is_watch_link
from companion.web.joining.forms import JoinForm

blueprint = Blueprint("joining", __name__, url_prefix="/join")
_UNPROCESSABLE = 422
_HOST_BITS = 64  # of an IPv6 address: one house has them all
_DIGEST = 16  # bytes


@blueprint.get("")
def page() -> str:
    """The question for the six signs."""
    return _page(JoinForm(formdata=None))


@blueprint.post("")
def join() -> ResponseReturnValue:
    """Go to the table whose six signs these are, with the right that they give."""
    form = JoinForm()
    if not form.validate():
        return _page(form), _UNPROCESSABLE
    try:
        link = link_of(form.code.signs, _guesser(), _at_most())
    except CodeEnded:
        form.refuse(
            gettext(
                "These six signs have ended. Open the share page on the other phone again: "
                "it shows new ones."
            )
        )
    except NoSuchCode:
        form.refuse(gettext("No table has these six signs. Compare them with the other phone."))
    else:
        return redirect(url_for(_place(link), token=link), 303)
    return _page(form), _UNPROCESSABLE


def _place(link: str) -> str:
    """Where the shared link of this right leads as well."""
    return "table.page" if is_watch_link(link) else "seating.arrive"


def _page(form: JoinForm) -> str:
    return render_template("joining/join.html", form=form)


def _at_most() -> GuessesAnHour:
    return GuessesAnHour(*current_app.config["GUESSES_AN_HOUR"])


def _guesser() -> str:
    """What stands for the address of this request: the book tells nobody who guessed."""
    key, house = current_app.config["SECRET_KEY"], _house(request.remote_addr or "")
    digest = hmac.digest(key.encode(), house.encode(), hashlib.sha256)[:_DIGEST]
    return urlsafe_b64encode(digest).decode().rstrip("=")


def _house(address: str) -> str:
    """The address, without what one house may choose by itself."""
    try:
        known = ip_address(address)
    except ValueError:
        return ""
    if not isinstance(known, IPv6Address):
        return address
    return str(known.ipv4_mapped or int(known) >> _HOST_BITS)
