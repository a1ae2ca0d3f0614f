"""The referee as JSON: cases in, answers out. Nothing is stored."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.rules.cases import answer
from companion.rules.referee.law import MOST_STEPS, Work
from companion.web.api.referee_shapes import MOST_CASES
from companion.web.forms.faults import Fault
from companion.web.http.programs import NotTaken

blueprint = Blueprint("referee_api", __name__)


_HARD_CASES = 2  # whose work a request may take


@blueprint.post("/api/1/judge")
@blueprint.post("/judge")
def judge() -> ResponseReturnValue:
    """The answer to each case, in order; for an invalid case its error."""
    try:
        cases = request.get_json()
    except RecursionError:
        cases = None
    if not isinstance(cases, list):
        raise _not_taken(gettext("Send a list of cases: [{…}, {…}]."), 422, Fault("invalid"))
    if len(cases) > MOST_CASES:
        raise _not_taken(gettext("One request takes %(most)s cases.", most=MOST_CASES), 413)
    work = Work(_HARD_CASES * MOST_STEPS)
    return [answer(case, work) for case in cases]


def _not_taken(sentence: str, status: int, fault: Fault | None = None) -> NotTaken:
    return NotTaken(gettext("Nothing was judged"), sentence, status, fault)
