"""An entry as a log stores it: a kind, and its fields as JSON data; the seats that it names."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Self,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from companion.rules.model.fields import Seat
from companion.rules.model.json_codec import form_of, from_data, to_data


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
        """The seats that it names, at any depth; keys of mappings included."""
        return _finder_of(type(self))(self)

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


_Finder = Callable[[Any], Iterator[int]]


def _find(hint: Any) -> _Finder:  # noqa: ANN401 - any type
    origin, args = get_origin(hint), get_args(hint)
    if hint == Seat:
        return lambda seat: iter((seat,))
    if origin is Annotated:
        return _finder_of(args[0])
    if is_dataclass(hint) and isinstance(hint, type):
        hints = get_type_hints(hint, include_extras=True)
        return _in_parts({field.name: _finder_of(hints[field.name]) for field in fields(hint)})
    return _find_inside(origin, args)


def _find_inside(origin: Any, args: tuple[Any, ...]) -> _Finder:  # noqa: ANN401 - a type
    if origin in {Union, UnionType}:
        kinds = [_finder_of(kind) for kind in args if kind is not NoneType]
        return lambda value: iter(()) if value is None else kinds[0](value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        keys, values = map(_finder_of, args)
        return lambda rows: (s for k, v in rows.items() for s in (*keys(k), *values(v)))
    if origin is tuple and args[-1] is not Ellipsis:
        finders = [*map(_finder_of, args)]
        return lambda row: (s for find, v in zip(finders, row, strict=True) for s in find(v))
    if origin in {tuple, frozenset}:
        each = _finder_of(args[0])
        return lambda values: (seat for value in values for seat in each(value))
    return lambda _: iter(())


_finder_of: Callable[[Any], _Finder] = cache(_find)


def _in_parts(finders: Mapping[str, _Finder]) -> _Finder:
    return lambda value: (s for name, find in finders.items() for s in find(getattr(value, name)))
