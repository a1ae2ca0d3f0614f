"""Requests of programs: addresses, key, JSON, and responses to invalid ones."""

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, current_app, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_wtf.csrf import CSRFError, validate_csrf
from wtforms.validators import ValidationError

from companion.web.forms.json_input import DEEPEST, Fault, whole_numbers
from companion.web.guard.errors import is_for_program

_UNPROCESSABLE = 422
_KEY = "X-CSRFToken"


class NotTaken(Exception):
    """A rejected request: a heading, a sentence, the HTTP status, and the fault if it has one."""

    def __init__(
        self, heading: str, sentence: str, status: int = _UNPROCESSABLE, fault: Fault | None = None
    ) -> None:
        super().__init__(sentence)
        self.heading, self.sentence, self.status, self.fault = heading, sentence, status, fault


def init_app(app: Flask) -> None:
    """Answer rejected requests."""
    app.register_error_handler(NotTaken, _not_taken)
    app.after_request(_depends_on_the_language)


def check_key() -> None:
    """Check the CSRF key; for a program the header alone. Raises CSRFError.

    A browser also sends a Referer, which Flask-WTF checks over https; a program does not. The
    header is enough: a page of another origin cannot set it without CORS permission, which is
    never given.
    """
    if not is_for_program():
        current_app.extensions["csrf"].protect()
    elif request.method == "POST":
        try:
            validate_csrf(request.headers.get(_KEY))
        except ValidationError as wrong:
            raise CSRFError(wrong.args[0]) from wrong


def _depends_on_the_language(response: Response) -> Response:
    if is_for_program():
        response.vary.add("Accept-Language")
    return response


def _not_taken(refused: NotTaken) -> ResponseReturnValue:
    told = {"heading": refused.heading, "sentence": refused.sentence}
    if refused.fault:
        told |= {"code": refused.fault.code, "field": refused.fault.field}
    return told, refused.status


def sent_json(fault_of: Callable[[Any], Fault | None]) -> Any:  # noqa: ANN401 - any JSON
    """The JSON of this request, once `fault_of` finds no fault. Raises NotTaken."""
    try:
        data = request.get_json()
    except RecursionError:
        raise NotTaken(_unreadable(), _too_deep(), fault=Fault("invalid")) from None
    if fault := fault_of(data):
        raise does_not_fit(fault)
    return whole_numbers(data)


def does_not_fit(fault: Fault, why: str = "") -> NotTaken:
    """The error of this field; `why` is a more specific reason than missing or invalid."""
    return NotTaken(_unreadable(), why or _fault_words(fault), fault=fault)


def _fault_words(fault: Fault) -> str:
    place = fault.field or "JSON"
    if fault.code == "missing":
        return str(gettext("Nothing was saved: %(place)s is missing.", place=place))
    return str(gettext("Nothing was saved: %(place)s is not valid.", place=place))


def _unreadable() -> str:
    return str(gettext("That could not be read"))


def _too_deep() -> str:
    sentence: str = gettext(
        "Nothing was saved: this is nested deeper than the %(most)s levels that commands may have.",
        most=DEEPEST,
    )
    return sentence
