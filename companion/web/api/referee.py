"""The referee as JSON: cases in, answers out. Nothing is stored."""

from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.rules.cases import answer
from companion.rules.referee.judge import TOO_MANY
from companion.rules.referee.law import MOST_STEPS, Work
from companion.web.api.programs import NotTaken
from companion.web.api.requests import MOST_CASES
from companion.web.forms.json_input import Fault

blueprint = Blueprint("referee_api", __name__)


# Steps that each case may take, however hard the others of its request are.
_SHARE = MOST_STEPS // MOST_CASES
_TOO_MUCH = "too much work for one request: send fewer cases at once"


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
    spare, help_work = Work(), Work()
    return [_answer(case, spare, help_work) for case in cases]


def _answer(case: object, spare: Work, help_work: Work) -> dict[str, Any]:
    """By the share of the case, or else by the work that the request has left."""
    by_share = answer(case, Work(_SHARE), help_work)
    if by_share.get("error") != TOO_MANY:
        return by_share
    is_first = spare.left == MOST_STEPS
    found = answer(case, spare, help_work)
    is_refused = found.get("error") == TOO_MANY and not is_first
    return found | {"error": _TOO_MUCH} if is_refused else found


def _not_taken(sentence: str, status: int, fault: Fault | None = None) -> NotTaken:
    return NotTaken(gettext("Nothing was judged"), sentence, status, fault)
