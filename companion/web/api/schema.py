"""The JSON Schema of the game record, at an address that stays: one file, here and under docs/."""

from flask import Blueprint, Response

from companion.gamefile.schema import SCHEMA

blueprint = Blueprint("schema", __name__)


@blueprint.get("/schema/companion-game-1.json")
def record() -> Response:
    """The schema that records are checked against when they are read."""
    return Response(SCHEMA.read_bytes(), mimetype="application/schema+json")
