"""JSON Schemas that several requests of programs share, and that of a new game."""

from typing import Any

from companion.web.forms.fields import NAME_LENGTH, TITLE_LENGTH

Schema = dict[str, Any]

TAP: Schema = {"type": "string", "pattern": "^[A-Za-z0-9_-]{16,60}$"}
_MOST_NAMES = 30  # more than any game seats, which the form reports
_MOST_RULES = 100


def record(*needed: str, **properties: Any) -> Schema:  # noqa: ANN401
    """The schema of an object with these properties and no others."""
    shape = {"type": "object", "additionalProperties": False, "properties": properties}
    return shape | {"required": [*needed]}


NEW_GAME = record(
    "game",
    "names",
    game={
        "type": "string",
        "minLength": 1,
        "maxLength": 60,
        "description": "A key of the catalogue, or that of a custom game.",
        "examples": ["twelve-step-rummy"],
    },
    names={
        "type": "array",
        "items": {"type": "string", "minLength": 1, "maxLength": NAME_LENGTH},
        "minItems": 1,
        "maxItems": _MOST_NAMES,
        "description": "The players clockwise: the first has seat 0. Each name once.",
        "examples": [["Ann", "Ben"]],
    },
    dealer={
        "type": "integer",
        "minimum": 0,
        "maximum": _MOST_NAMES - 1,
        "default": 0,
        "description": "The seat that deals first.",
    },
    title={"type": "string", "maxLength": TITLE_LENGTH, "default": ""},
    house_rules={
        "type": "object",
        "maxProperties": _MOST_RULES,
        "additionalProperties": {"type": ["string", "integer", "boolean"]},
        "description": "The choices that differ from the default, by the key of the house rule.",
        "examples": [{"ten_value": 5}],
    },
    tap=TAP | {"description": "A random key: the same request sent again starts no other game."},
)
