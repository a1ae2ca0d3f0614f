"""The operations of the JSON API: their requests and responses."""

from typing import Any

from companion.web.api.referee_shapes import MOST_CASES
from companion.web.api.shapes import MOST_ENTRIES_AT_ONCE
from companion.web.forms.faults import DEEPEST

Operation = dict[str, Any]

TOKEN: Operation = {
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
    "required": True,
    "schema": {"type": "string"},
    "description": "The key of `GET /api/1/key`, sent with the cookie that came with it; without "
    "both nothing is written.",
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
_GAME_KEY: Operation = {
    "name": "key",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"},
    "description": "The key of a game of the catalogue.",
}


def _body(name: str) -> Operation:
    schema = {"$ref": f"#/components/schemas/{name}"}
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def read_key() -> Operation:
    """The key of a program."""
    return {
        "summary": "Ask for the key that every write needs",
        "description": "Keep the cookie of the answer, and send the key as `X-CSRFToken`. Both "
        "are valid for two years from the last POST; the cookie is the phone that the program is "
        "to a table.",
        "responses": {"200": _answer("key", "The key; its cookie is in `Set-Cookie`.")},
    }


def list_games() -> Operation:
    """The catalogue."""
    return {
        "summary": "The games that can be started",
        "responses": {"200": _answer("catalogue", "Every game of the catalogue.")},
    }


def describe_game() -> Operation:
    """A game of the catalogue."""
    return {
        "summary": "A game with its contracts and house rules",
        "parameters": [_GAME_KEY],
        "responses": {
            "200": _answer("playable", "The game."),
            "404": _answer("trouble", "No game has this key."),
        },
    }


def start_game() -> Operation:
    """A new game."""
    return {
        "summary": "Start a game",
        "parameters": [_KEY],
        "requestBody": _body("new_game"),
        "responses": {
            "201": _answer("links", "The game has begun; these are its links."),
            "400": _answer("trouble", "Not JSON, or no key."),
            "410": _answer("trouble", "An earlier request has started it, and it was deleted."),
            "413": _answer("trouble", "More than 256 kB."),
            "415": _answer("trouble", "Not JSON."),
            "422": _answer("fault", "A field is missing or not valid, such as a name taken twice."),
            "429": _answer("trouble", "Too many games within an hour; Retry-After says when."),
            "503": _TROUBLES["503"],
        },
    }


def read_score() -> Operation:
    """The score of a game."""
    return {
        "summary": "The score, the players and the open round of a game",
        "description": "For both links. Sentences are in the language of `Accept-Language`.",
        "responses": {
            "200": _answer("score", "The game as it is at the moment."),
            **{status: _TROUBLES[status] for status in ("404", "410", "503")},
        },
    }


def read_log() -> Operation:
    """The entries of a game."""
    return {
        "summary": "The log of a game",
        "parameters": [_AFTER, _MARK],
        "responses": {
            "200": _answer("tail", "The log after this entry."),
            "409": _answer("stray", "The log is another one, as after a restore."),
            **_TROUBLES,
        },
    }


def judge() -> Operation:
    """The referee."""
    return {
        "summary": "Ask the referee whether melds are legal",
        "requestBody": _body("cases"),
        "responses": {
            "200": _answer("answers", "The answer to each case, in order."),
            "400": _answer("trouble", "Not JSON."),
            "413": _answer("trouble", f"More than is taken at once: 256 kB, or {MOST_CASES}."),
            "415": _answer("trouble", "Not JSON."),
            "422": _answer("fault", "Not a list of cases."),
        },
    }


def add_to_log() -> Operation:
    """Commands of a game."""
    return {
        "summary": "Add to the log of a game",
        "parameters": [_KEY],
        "requestBody": _body("commands"),
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
                "fault",
                "The JSON has not the shape of commands, or is nested deeper than "
                f"{DEEPEST} levels.",
            ),
            **_TROUBLES,
        },
    }
