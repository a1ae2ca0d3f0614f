"""The schemas that are published: of the JSON API, in OpenAPI 3.1, of game records and of rulesets.

That of the API is made of the schemas that validate its requests.
"""

from typing import Any

from flask import Blueprint, Response

from companion.gamefile.published_schemas import as_text, ruleset_schema
from companion.gamefile.schema import SCHEMA
from companion.web.api.operations import PATHS
from companion.web.api.requests import REQUESTS
from companion.web.api.responses import RESPONSES

blueprint = Blueprint("openapi", __name__)
_TYPE = "application/schema+json"
_VERSION = "1.0.0"  # the major version is that of the addresses (ADR 44)
_ABOUT = """Keeps score of rummy games as the pages do.

Whoever has the link of a game may use it: there are no accounts. Reading needs nothing else. To
write, ask for a key once (`GET /api/1/key`), keep the cookie of that answer, and send the key in
the header `X-CSRFToken`. Seats are numbers from 0 and never change.

Within version 1 only additions are made: new addresses, new optional fields of requests, new fields
and codes in answers. Ignore what you do not know."""
_PASSPHRASE = {
    "type": "http",
    "scheme": "basic",
    "description": "Only where the server has a passphrase; any user name will do.",
}
# Writes need both. Reads need neither, so no operation requires them.
_PHONE = {
    "type": "apiKey",
    "in": "cookie",
    "name": "companion",
    "description": "The cookie of `/api/1/key`; send it with every `POST`.",
}
_KEY = {
    "type": "apiKey",
    "in": "header",
    "name": "X-CSRFToken",
    "description": "The key of `/api/1/key`; send it with every `POST`.",
}


@blueprint.get("/schema/openapi.json")
def openapi() -> dict[str, Any]:
    """All paths of the JSON API with their requests and responses."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rummy Companion", "version": _VERSION, "description": _ABOUT},
        "security": [{}, {"passphrase": []}],
        "paths": PATHS,
        "components": {
            "schemas": REQUESTS | RESPONSES,
            "securitySchemes": {"passphrase": _PASSPHRASE, "phone": _PHONE, "key": _KEY},
        },
    }


@blueprint.get("/schema/companion-game-1.json")
def record() -> Response:
    """The schema that validates imported records, at a permanent URL."""
    return Response(SCHEMA.read_bytes(), mimetype=_TYPE)


@blueprint.get("/schema/companion-ruleset-1.json")
def ruleset() -> Response:
    """The schema of rulesets, at a permanent URL."""
    return Response(as_text(ruleset_schema()), mimetype=_TYPE)
