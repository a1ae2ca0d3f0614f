"""The JSON Schemas of game records and rulesets, at permanent URLs."""

from flask import Blueprint, Response

from companion.gamefile.ruleset_schema import as_text
from companion.gamefile.schema import SCHEMA

blueprint = Blueprint("schema", __name__)
_TYPE = "application/schema+json"


@blueprint.get("/schema/companion-game-1.json")
def record() -> Response:
    """The schema that validates imported records."""
    return Response(SCHEMA.read_bytes(), mimetype=_TYPE)


@blueprint.get("/schema/companion-ruleset-1.json")
def ruleset() -> Response:
    """The schema of rulesets."""
    return Response(as_text(), mimetype=_TYPE)
