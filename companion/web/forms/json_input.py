"""JSON of programs: schemas that requests and responses share, and the first error of an input.

An error has the field and the reason.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from jsonschema_rs import Draft202012Validator, ValidationError
from wtforms.validators import ValidationError as UnfitText

from companion.rules.model.fields import MOST_CHARACTERS
from companion.rules.model.names import tidy_name
from companion.web.forms.fields import NAME_LENGTH, TITLE_LENGTH, check_text

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


DEEPEST = 16  # the deepest path: commands, command, entries, entry, hands ...
FaultCode = Literal["missing", "unknown", "invalid"]
_PLAIN = re.compile(rf"[!-~]{{1,{MOST_CHARACTERS}}}")  # one ASCII word: the common case
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """A field that is missing, unknown, or whose value does not fit.

    `path` has names and indexes, from the outside; it is empty for the body as a whole.
    """

    code: FaultCode
    path: Path = ()

    @property
    def field(self) -> str:
        """The path in the usual notation: `commands[0].tap`."""
        steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        return "".join(steps).removeprefix(".")

    def below(self, *path: str | int) -> "Fault":
        """The same fault for a value at this path."""
        return Fault(self.code, (*path, *self.path))


def first_fault(validator: Draft202012Validator, data: object) -> Fault | None:
    """The outermost error; None if the data fits."""
    if validator.is_valid(data):
        return None
    return _fault(min(validator.iter_errors(data), key=lambda error: len(error.instance_path)))


def _fault(error: ValidationError) -> Fault:
    kind: Any = error.kind
    path = tuple(error.instance_path)
    match kind.name:
        case "required":
            return Fault("missing", (*path, kind.property))
        case "additionalProperties":
            return Fault("unknown", (*path, min(kind.unexpected)))
        case "propertyNames":
            return Fault("unknown", (*path, kind.error.instance))
    return Fault("invalid", path)


def unfit_text(data: object) -> Fault | None:
    """The first text that no page would send: untrimmed, or with invisible characters.

    Also data that is nested deeper than any request. Checked before a schema, because the
    validator cannot read invalid text.
    """
    return next(_unfit_texts((), data), None)


def _unfit_texts(path: Path, data: object) -> Iterator[Fault]:
    if len(path) > DEEPEST or (isinstance(data, str) and not _fits(data)):
        yield Fault("invalid", path)
    elif isinstance(data, list):
        for n, item in enumerate(data):
            yield from _unfit_texts((*path, n), item)
    elif isinstance(data, dict):
        for key, item in data.items():
            if not _fits(key):
                yield Fault("invalid", path)
            yield from _unfit_texts((*path, key), item)


def _fits(text: str) -> bool:
    if _PLAIN.fullmatch(text):
        return True
    try:
        check_text(text, MOST_CHARACTERS)
    except UnfitText:
        return False
    return text == tidy_name(text)


def whole_numbers(data: Any) -> Any:  # noqa: ANN401 - any JSON
    """The data with integral floats as ints: JSON does not distinguish 2.0 and 2."""
    if isinstance(data, dict):
        return {name: whole_numbers(value) for name, value in data.items()}
    if isinstance(data, list):
        return [whole_numbers(value) for value in data]
    return int(data) if isinstance(data, float) and data.is_integer() else data
