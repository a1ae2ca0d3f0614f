"""The referee as JSON: cases in, answers out. Nothing is stored."""

from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.rules.cases import answer
from companion.web.api.referee_shapes import MOST_CASES

blueprint = Blueprint("referee_api", __name__)


@blueprint.post("/judge")
def judge() -> ResponseReturnValue:
    """The answer to each case, in order; for an invalid case its error."""
    try:
        cases = request.get_json()
    except RecursionError:
        cases = None
    if not isinstance(cases, list):
        return _not_taken(gettext("Send a list of cases: [{…}, {…}].")), 422
    if len(cases) > MOST_CASES:
        most = gettext("One request takes %(most)s cases.", most=MOST_CASES)
        return _not_taken(most), 413
    return [answer(case) for case in cases]


def _not_taken(sentence: str) -> dict[str, Any]:
    return {"heading": gettext("Nothing was judged"), "sentence": sentence}
