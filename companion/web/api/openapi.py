"""The OpenAPI 3.1 description of the JSON API, generated from the shapes that validate it."""

from typing import Any

from flask import Blueprint

from companion.web.api import operations
from companion.web.api.referee_shapes import ANSWERS, CASES
from companion.web.api.score_shapes import CATALOGUE, KEY, LINKS, PLAYABLE, SCORE
from companion.web.api.shapes import schemas
from companion.web.forms.json_shapes import NEW_GAME

blueprint = Blueprint("openapi", __name__)
_VERSION = "1.0.0"  # the major version is that of the addresses (ADR 44)
_ABOUT = """Keeps score of rummy games as the pages do.

Whoever has the link of a game may use it: there are no accounts. Reading needs nothing else. To
write, ask for a key once (`GET /api/1/key`), keep the cookie of that answer, and send the key in
the header `X-CSRFToken`. Seats are numbers from 0 and never change.

Within version 1 only additions are made: new addresses, new optional fields of requests, new fields
and codes in answers. Ignore what you do not know."""
_STRAY = {
    "type": "object",
    "properties": {
        "heading": {"type": "string"},
        "sentence": {"type": "string"},
        "code": {
            "enum": ["ahead", "diverged", "other_book"],
            "description": "A number is beyond the log; its entries are others; its book is.",
        },
        "version": {"type": "integer", "description": "How many entries the log has."},
        "book": {"type": "string", "description": "The id of the score book."},
    },
    "required": ["heading", "sentence"],
}
_TROUBLE = {
    "type": "object",
    "properties": {"heading": {"type": "string"}, "sentence": {"type": "string"}},
    "required": ["heading", "sentence"],
}


_FAULT = {
    "type": "object",
    "properties": {
        "heading": {"type": "string"},
        "sentence": {"type": "string"},
        "code": {
            "enum": ["missing", "unknown", "invalid"],
            "description": "The field is missing, is none that is taken here, or does not fit.",
        },
        "field": {
            "type": "string",
            "description": "`names[1]`, `commands[0].entries[0].seat`; empty for the whole body.",
        },
    },
    "required": ["heading", "sentence", "code", "field"],
}
_ANSWERS = {
    "trouble": _TROUBLE,
    "stray": _STRAY,
    "fault": _FAULT,
    "answers": ANSWERS,
    "key": KEY,
    "catalogue": CATALOGUE,
    "playable": PLAYABLE,
    "links": LINKS,
    "score": SCORE,
}


@blueprint.get("/schema/openapi.json")
def openapi() -> dict[str, Any]:
    """All paths of the JSON API with their requests and responses."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rummy Companion", "version": _VERSION, "description": _ABOUT},
        "security": [{}, {"passphrase": []}],
        "paths": _paths(),
        "components": {
            "schemas": schemas() | {"cases": CASES, "new_game": NEW_GAME} | _ANSWERS,
            "securitySchemes": {"passphrase": _PASSPHRASE, "phone": _PHONE, "key": _KEY},
        },
    }


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


def _paths() -> dict[str, Any]:
    log = {"get": operations.read_log(), "post": operations.add_to_log()}
    return {
        "/api/1/key": {"get": operations.read_key()},
        "/api/1/catalogue": {"get": operations.list_games()},
        "/api/1/catalogue/{key}": {"get": operations.describe_game()},
        "/api/1/games": {"post": operations.start_game()},
        "/api/1/games/{token}": {"parameters": [operations.TOKEN], "get": operations.read_score()},
        "/api/1/games/{token}/log": {"parameters": [operations.TOKEN], **log},
        "/api/1/judge": {"post": operations.judge()},
    }
