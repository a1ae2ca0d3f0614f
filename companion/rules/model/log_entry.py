"""An entry as a log stores it: a kind, and its fields as JSON data."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self, cast

from companion.rules.model.json_codec import form_of, to_data


class LogEntry:
    """A dataclass whose fields are JSON data; `kind` is its name in the log."""

    __slots__ = ()
    kind: ClassVar[str]

    def as_data(self) -> dict[str, Any]:
        """Its fields as JSON data."""
        return cast("dict[str, Any]", to_data(self))

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The entry with these fields, which fit its schema."""
        read = form_of(cls).read
        return cast("Self", read(data) if read else data)

    @classmethod
    def schema(cls, *, with_hidden: bool = False) -> dict[str, Any]:
        """A JSON Schema of what can be wanted of this kind: its fields, and `kind`.

        With the hidden ones it is that of what a log can hold.
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
