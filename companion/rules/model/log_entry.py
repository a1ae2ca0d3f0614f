"""An entry as a log stores it: a kind, and its fields as JSON data."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self, cast

from companion.rules.model.json_codec import form_of, from_data, to_data
from companion.rules.model.named_seats import named_seats


class LogEntry:
    """A dataclass whose fields are JSON data; `kind` is its name in the log."""

    __slots__ = ()
    kind: ClassVar[str]

    def as_data(self) -> dict[str, Any]:
        """The fields as JSON data."""
        return cast("dict[str, Any]", to_data(self))

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `as_data`, for valid data."""
        return cast("Self", from_data(cls, data))

    def seats(self) -> Iterator[int]:
        """The seats that it names."""
        return named_seats(self)

    @classmethod
    def schema(cls, *, with_hidden: bool = False) -> dict[str, Any]:
        """The JSON Schema of commands with this kind: its fields, and `kind`.

        With hidden fields it is the schema of stored entries.
        """
        form = form_of(cls)
        shape = form.whole_schema if with_hidden else form.schema
        return {
            "type": "object",
            "description": (cls.__doc__ or "").partition("\n")[0],
            "additionalProperties": False,
            "properties": {"kind": {"const": cls.kind}, **shape["properties"]},
            "required": ["kind", *shape.get("required", ())],
        }
