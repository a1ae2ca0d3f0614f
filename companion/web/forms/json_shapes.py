"""JSON Schemas that requests and responses of programs share, and that of a new game."""

from functools import partial
from typing import Any

from companion.web.forms.fields import NAME_LENGTH, TITLE_LENGTH

Schema = dict[str, Any]


def of_type(kind: str | list[str], about: str = "", **keywords: Any) -> Schema:  # noqa: ANN401
    """The schema of values of this type, with further keywords."""
    return {"type": kind, **({"description": about} if about else {}), **keywords}


text, whole, flag = (partial(of_type, kind) for kind in ("string", "integer", "boolean"))


def array(items: Schema, about: str = "", **keywords: int) -> Schema:
    """The schema of a list of these items."""
    return of_type("array", about, items=items, **keywords)


def mapping(values: Schema, about: str = "", **keywords: Any) -> Schema:  # noqa: ANN401
    """The schema of an object with such values by any key."""
    return of_type("object", about, additionalProperties=values, **keywords)


def choice(*values: str | None, about: str = "") -> Schema:
    """The schema of one of these values."""
    return {"enum": [*values], **({"description": about} if about else {})}


def reference(name: str) -> Schema:
    """The schema with this name among the components of the description."""
    return {"$ref": f"#/components/schemas/{name}"}


def record(*needed: str, **properties: Schema) -> Schema:
    """The schema of an object with these properties and no others."""
    return of_type("object", additionalProperties=False, properties=properties, required=[*needed])


def open_record(*optional: str, **properties: Schema) -> Schema:
    """The schema of an object with these properties, all but the optional ones, and any others."""
    needed = [name for name in properties if name not in optional]
    return of_type("object", properties=properties, required=needed)


def or_null(schema: Schema, about: str) -> Schema:
    """The schema of these values and null."""
    return {"oneOf": [schema, of_type("null")], "description": about}


_MOST_NAMES = 30  # more than any game seats, which the form reports
_MOST_RULES = 100
_MOST_VERSION = 100_000
_LATEST = 8_640_000_000_000_000  # ms: the maximum of Date in a browser
TAP = text(pattern="^[A-Za-z0-9_-]{16,60}$")
MARK = text(pattern="^[A-Za-z0-9_-]{12}$")
BOOK = text(maxLength=22)
MOMENT = whole(minimum=-_LATEST, maximum=_LATEST)
VERSION = whole(minimum=0, maximum=_MOST_VERSION)
ROUND = whole(minimum=1, maximum=_MOST_VERSION)
NEW_GAME = record(
    *("game", "names"),
    game=text(
        "A key of the catalogue, or that of a custom game.",
        minLength=1,
        maxLength=60,
        examples=["twelve-step-rummy"],
    ),
    names=of_type(
        "array",
        "The players clockwise: the first has seat 0. Each name once.",
        items=text(minLength=1, maxLength=NAME_LENGTH),
        minItems=1,
        maxItems=_MOST_NAMES,
        examples=[["Ann", "Ben"]],
    ),
    dealer=whole("The seat that deals first.", minimum=0, maximum=_MOST_NAMES - 1, default=0),
    title=text(maxLength=TITLE_LENGTH, default=""),
    house_rules=mapping(
        of_type(["string", "integer", "boolean"]),
        "The choices that differ from the default, by the key of the house rule.",
        maxProperties=_MOST_RULES,
        examples=[{"ten_value": 5}],
    ),
    tap=TAP | {"description": "A random key: the same request sent again starts no other game."},
)
