"""The paths of the JSON API with their operations: requests and responses."""

from typing import Any

from companion.web.api.requests import MOST_CASES, MOST_ENTRIES_AT_ONCE
from companion.web.forms.json_input import DEEPEST, MARK, Schema, reference, text, whole


def _content(name: str) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": reference(name)}}}


def _body(name: str) -> dict[str, Any]:
    return {"required": True, **_content(name)}


def _answer(name: str, description: str) -> dict[str, Any]:
    return {"description": description, **_content(name)}


def _trouble(description: str) -> dict[str, Any]:
    return _answer("trouble", description)


def _parameter(place: str, name: str, schema: Schema, description: str) -> dict[str, Any]:
    needed = {} if place == "query" else {"required": True}
    return {"name": name, "in": place, "schema": schema, "description": description, **needed}


_TOKEN = _parameter(
    "path",
    "token",
    text(pattern="^[A-Za-z0-9_.-]{1,24}$"),
    "The unguessable part of a game's link, to keep score by or to watch by.",
)
_GAME = _parameter(
    "path", "key", text(pattern="^[a-z0-9-]{1,40}$"), "The key of a game of the catalogue."
)
_AFTER = _parameter(
    "query",
    "after",
    whole(minimum=0, maximum=99_999),
    "Only what was written after the entry with this number.",
)
_MARK = _parameter(
    "query",
    "mark",
    MARK,
    "The `mark` of the log up to `after`: another log is not gone on from.",
)
_KEY = _parameter(
    "header",
    "X-CSRFToken",
    text(),
    "The key of `GET /api/1/key`, sent with the cookie that came with it; without both nothing is "
    "written.",
)
_BUSY = {"503": _trouble("The score book is busy; Retry-After says when to ask again.")}
_UNKNOWN = {
    "404": _trouble("No game has this link."),
    "410": _trouble("The game was deleted, or the link was replaced."),
    **_BUSY,
}
_WATCHING = {"403": _trouble("The link is for watching.")}
_NO_JSON = {"400": _trouble("Not JSON."), "415": _trouble("Not JSON.")}
_NO_KEY = {**_NO_JSON, "400": _trouble("Not JSON, or no key.")}

_READ_KEY = {
    "summary": "Ask for the key that every write needs",
    "description": "Keep the cookie of the answer, and send the key as `X-CSRFToken`. Both are "
    "valid for two years from the last POST; the cookie is the phone that the program is to a "
    "table.",
    "responses": {"200": _answer("key", "The key; its cookie is in `Set-Cookie`.")},
}
_LIST_GAMES = {
    "summary": "The games that can be started",
    "responses": {"200": _answer("catalogue", "Every game of the catalogue.")},
}
_DESCRIBE_GAME = {
    "summary": "A game with its contracts and house rules",
    "parameters": [_GAME],
    "responses": {
        "200": _answer("playable", "The game."),
        "404": _trouble("No game has this key."),
    },
}
_START_GAME = {
    "summary": "Start a game",
    "parameters": [_KEY],
    "requestBody": _body("new_game"),
    "responses": {
        **_NO_KEY,
        **_BUSY,
        "201": _answer("links", "The game has begun; these are its links."),
        "410": _trouble("An earlier request has started it, and it was deleted."),
        "413": _trouble("More than 256 kB."),
        "422": _answer("fault", "A field is missing or not valid, such as a name taken twice."),
        "429": _trouble("Too many games within an hour; Retry-After says when."),
    },
}
_READ_SCORE = {
    "summary": "The score, the players and the open round of a game",
    "description": "For both links. Sentences are in the language of `Accept-Language`.",
    "responses": {"200": _answer("score", "The game as it is at the moment."), **_UNKNOWN},
}
_READ_LOG = {
    "summary": "The log of a game",
    "parameters": [_AFTER, _MARK],
    "responses": {
        **_UNKNOWN,
        **_WATCHING,
        "200": _answer("tail", "The log after this entry."),
        "409": _answer("stray", "The log is another one, as after a restore."),
    },
}
_ADD_TO_LOG = {
    "summary": "Add to the log of a game",
    "parameters": [_KEY],
    "requestBody": _body("commands"),
    "responses": {
        **_UNKNOWN,
        **_WATCHING,
        **_NO_KEY,
        "200": _answer("tail", "Each command answered by itself, and the log after them."),
        "409": _answer("stray", "They rest on another log, as before a restore; or it is full."),
        "413": _trouble(f"More than is taken at once: 256 kB, or {MOST_ENTRIES_AT_ONCE} entries."),
        "422": _answer(
            "fault",
            f"The JSON has not the shape of commands, or is nested deeper than {DEEPEST} levels.",
        ),
    },
}
_JUDGE = {
    "summary": "Ask the referee whether melds are legal",
    "requestBody": _body("cases"),
    "responses": {
        **_NO_JSON,
        "200": _answer("answers", "The answer to each case, in order."),
        "413": _trouble(f"More than is taken at once: 256 kB, or {MOST_CASES}."),
        "422": _answer("fault", "Not a list of cases."),
    },
}

PATHS = {
    "/api/1/key": {"get": _READ_KEY},
    "/api/1/catalogue": {"get": _LIST_GAMES},
    "/api/1/catalogue/{key}": {"get": _DESCRIBE_GAME},
    "/api/1/games": {"post": _START_GAME},
    "/api/1/games/{token}": {"parameters": [_TOKEN], "get": _READ_SCORE},
    "/api/1/games/{token}/log": {"parameters": [_TOKEN], "get": _READ_LOG, "post": _ADD_TO_LOG},
    "/api/1/judge": {"post": _JUDGE},
}
