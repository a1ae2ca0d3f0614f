"""The first error of JSON that does not fit its schema: the field and the reason."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from jsonschema_rs import Draft202012Validator, ValidationError
from wtforms.validators import ValidationError as UnfitText

from companion.rules.model.fields import MOST_CHARACTERS
from companion.rules.model.names import tidy_name
from companion.web.forms.fields import check_text

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
