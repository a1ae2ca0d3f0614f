"""The JSON Schemas of the game record and of rulesets, at addresses that stay."""

from flask import Blueprint, Response

from companion.gamefile.ruleset_schema import as_text
from companion.gamefile.schema import SCHEMA

blueprint = Blueprint("schema", __name__)
_TYPE = "application/schema+json"


@blueprint.get("/schema/companion-game-1.json")
def record() -> Response:
    """The schema that records are checked against when they are read."""
    return Response(SCHEMA.read_bytes(), mimetype=_TYPE)


@blueprint.get("/schema/companion-ruleset-1.json")
def ruleset() -> Response:
    """The schema of the rules of a game, whoever made them."""
    return Response(as_text(), mimetype=_TYPE)
