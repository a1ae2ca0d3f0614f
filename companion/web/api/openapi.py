"""The OpenAPI 3.1 description of the JSON API, generated from the shapes that validate it."""

from typing import Any

from flask import Blueprint

from companion.web.api.referee_shapes import ANSWERS, CASES, MOST_CASES
from companion.web.api.shapes import DEEPEST, MOST_ENTRIES_AT_ONCE, schemas

blueprint = Blueprint("openapi", __name__)
_TOKEN = {
    "name": "token",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,24}$"},
    "description": "The unguessable part of a game's link, to keep score by or to watch by.",
}
_AFTER = {
    "name": "after",
    "in": "query",
    "schema": {"type": "integer", "minimum": 0, "maximum": 99_999},
    "description": "Only what was written after the entry with this number.",
}
_MARK = {
    "name": "mark",
    "in": "query",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{12}$"},
    "description": "The `mark` of the log up to `after`: another log is not gone on from.",
}
_KEY = {
    "name": "X-CSRFToken",
    "in": "header",
    "schema": {"type": "string"},
    "description": "The key of a page of this phone; without it nothing is written.",
}


def _answer(name: str, description: str) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{name}"}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


_TROUBLES = {
    "403": _answer("trouble", "The link is for watching."),
    "404": _answer("trouble", "No game has this link."),
    "410": _answer("trouble", "The game was deleted, or the link was replaced."),
    "503": _answer("trouble", "The score book is busy; Retry-After says when to ask again."),
}
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


@blueprint.get("/schema/openapi.json")
def openapi() -> dict[str, Any]:
    """All paths of the JSON API with their requests and responses."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rummy Companion", "version": "1"},
        "paths": {
            "/g/{token}/log": {"parameters": [_TOKEN], "get": _get(), "post": _post()},
            "/judge": {"post": _judge()},
        },
        "components": {
            "schemas": schemas()
            | {"trouble": _TROUBLE, "stray": _STRAY, "cases": CASES, "answers": ANSWERS}
        },
    }


def _get() -> dict[str, Any]:
    return {
        "summary": "The log of a game",
        "parameters": [_AFTER, _MARK],
        "responses": {
            "200": _answer("tail", "The log after this entry."),
            "409": _answer("stray", "The log is another one, as after a restore."),
            **_TROUBLES,
        },
    }


def _judge() -> dict[str, Any]:
    body = {"schema": {"$ref": "#/components/schemas/cases"}}
    return {
        "summary": "Ask the referee whether melds are legal",
        "requestBody": {"required": True, "content": {"application/json": body}},
        "responses": {
            "200": _answer("answers", "The answer to each case, in order."),
            "400": _answer("trouble", "Not JSON."),
            "413": _answer("trouble", f"More than is taken at once: 256 kB, or {MOST_CASES}."),
            "415": _answer("trouble", "Not JSON."),
            "422": _answer("trouble", "Not a list of cases."),
        },
    }


def _post() -> dict[str, Any]:
    body = {"schema": {"$ref": "#/components/schemas/commands"}}
    return {
        "summary": "Add to the log of a game",
        "parameters": [_KEY],
        "requestBody": {"required": True, "content": {"application/json": body}},
        "responses": {
            "200": _answer("tail", "Each command answered by itself, and the log after them."),
            "400": _answer("trouble", "Not JSON, or no key."),
            "409": _answer(
                "stray", "They rest on another log, as before a restore; or it is full."
            ),
            "413": _answer(
                "trouble",
                f"More than is taken at once: 256 kB, or {MOST_ENTRIES_AT_ONCE} entries.",
            ),
            "415": _answer("trouble", "Not JSON."),
            "422": _answer(
                "trouble",
                "The JSON has not the shape of commands, or is nested deeper than "
                f"{DEEPEST} levels.",
            ),
            **_TROUBLES,
        },
    }
