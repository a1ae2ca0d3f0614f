"""The JSON of a type, derived from the type: its schema, serialisation and parsing.

Supported are numbers, texts, booleans, literals, unions with None, tuples, sets, mappings by text
or by seat, and dataclasses of all these. `fields.Fits` adds constraints.
"""

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.rules.model.fields import (
    MOST_SEATS,
    Fits,
    default_of,
    is_hidden,
    is_needed,
    is_sparse,
    key_of,
)

Schema = dict[str, Any]
Converter = Callable[[Any], Any]
_PLAIN: Mapping[Any, str] = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}
_BY_SEAT = {
    "maxProperties": MOST_SEATS,
    "propertyNames": {"pattern": "^(0|[1-9][0-9]{0,2})$"},
}
_BY_TEXT = {"maxProperties": 60, "propertyNames": {"maxLength": 100}}


@dataclass(frozen=True, slots=True)
class Form:
    """The JSON form of a type; `read` requires data that is valid for `schema`, a JSON Schema.

    `whole_schema` includes hidden fields. A conversion that is None returns the value unchanged.
    """

    schema: Schema
    write: Converter | None = None
    read: Converter | None = None
    whole_schema: Schema = field(default_factory=dict)


Rows = list[tuple[Field[Any], Form]]


def to_data(value: Any) -> Any:  # noqa: ANN401 - of any such type
    """Serialise a value, such as a dataclass, to JSON data."""
    write = form_of(type(value)).write
    return write(value) if write else value


def from_data(hint: Any, data: Any) -> Any:  # noqa: ANN401 - any such type, any JSON
    """The value of this type in JSON data that fits its schema."""
    read = form_of(hint).read
    return read(data) if read else data


def _form_of(hint: Any) -> Form:  # noqa: ANN401 - any type
    """The form of this type. Raises TypeError for an unsupported type."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _fitting(form_of(args[0]), args[1:])
    if hint in _PLAIN:
        return Form({"type": _PLAIN[hint]})
    if is_dataclass(hint) and isinstance(hint, type):
        return _object(hint)
    if origin is Literal:
        return Form({"enum": [*args]})
    if origin in {Union, UnionType}:
        return _union(args)
    if origin in {tuple, frozenset} or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return _several(origin, args)
    raise TypeError(hint)


form_of: Callable[[Any], Form] = cache(_form_of)


def _fitting(form: Form, marks: tuple[object, ...]) -> Form:
    schema = form.schema
    for mark in marks:
        schema = schema | (mark.keywords if isinstance(mark, Fits) else {})
    return Form(schema, form.write, form.read)


def _union(kinds: tuple[Any, ...]) -> Form:
    if NoneType not in kinds:
        return Form({"type": [form_of(kind).schema["type"] for kind in kinds]})
    form = form_of(_without_none(kinds))
    schema = {"oneOf": [form.schema, {"type": "null"}]}
    return Form(schema, _unless_none(form.write), _unless_none(form.read))


def _without_none(kinds: tuple[Any, ...]) -> Any:  # noqa: ANN401 - a type
    return Union[tuple(kind for kind in kinds if kind is not NoneType)]  # noqa: UP007


def _unless_none(convert: Converter | None) -> Converter | None:
    return convert and (lambda value: None if value is None else convert(value))


def _several(origin: type, args: tuple[Any, ...]) -> Form:
    if issubclass(origin, Mapping):
        return _by_key(args[0], form_of(args[1]))
    if origin is tuple and args[-1] is not Ellipsis:
        return _fixed(tuple(map(form_of, args)))
    form = form_of(args[0])
    schema = {"type": "array", "items": form.schema, "maxItems": MOST_SEATS}
    return Form(schema, _in_order(origin, form.write), _each(origin, form.read))


def _in_order(origin: type, write: Converter | None) -> Converter:
    """A list; of a set, sorted."""
    if origin is not frozenset:
        return _each(list, write)
    if write is None:
        return sorted
    return lambda values: [write(value) for value in sorted(values, key=str)]


def _each(origin: Callable[[Any], Any], convert: Converter | None) -> Converter:
    return origin if convert is None else lambda values: origin([*map(convert, values)])


def _fixed(forms: tuple[Form, ...]) -> Form:
    """A tuple of fixed length whose items have their own forms; all of them are plain."""
    size = {"minItems": len(forms), "maxItems": len(forms)}
    schema = {"type": "array", "prefixItems": [form.schema for form in forms], **size}
    return Form(schema, list, tuple)


def _by_key(key: Any, form: Form) -> Form:  # noqa: ANN401 - a type
    """An object; seats are converted to text keys."""
    is_by_seat = key is not str
    more = _BY_SEAT if is_by_seat else _BY_TEXT
    schema = {"type": "object", **more, "additionalProperties": form.schema}
    as_read: Callable[[str], Any] = int if is_by_seat else str
    write, read = form.write or _as_it_is, form.read or _as_it_is
    if not is_by_seat and form.write is None:
        return Form(schema, dict)
    return Form(
        schema,
        lambda values: {str(name): write(value) for name, value in values.items()},
        lambda data: {as_read(name): read(value) for name, value in data.items()},
    )


def _as_it_is(value: Any) -> Any:  # noqa: ANN401 - any JSON
    return value


def _object(kind: type) -> Form:
    """An object with the fields of a dataclass."""
    hints = get_type_hints(kind, include_extras=True)
    rows = [(field, _form_of_field(field, hints[field.name])) for field in fields(kind)]
    for_commands = _schema(kind, [(field, form) for field, form in rows if not is_hidden(field)])
    return Form(for_commands, _written(rows), _read_into(kind, rows), _schema(kind, rows))


def _form_of_field(field: Field[Any], hint: Any) -> Form:  # noqa: ANN401 - any type
    """The form of a field; one that is left out if None is never null."""
    if is_sparse(field) and default_of(field) is None:
        return form_of(_without_none(get_args(hint)))
    return form_of(hint)


def _written(rows: Rows) -> Converter:
    """The serialiser of an object; a hot path, so lookups are done in advance."""
    converters = [(f.name, key_of(f), form.write) for f, form in rows if not is_sparse(f)]
    sparse = [
        (field.name, key_of(field), form.write or _as_it_is, default_of(field))
        for field, form in rows
        if is_sparse(field)
    ]

    def write(value: Any) -> dict[str, Any]:  # noqa: ANN401 - of this kind
        data = {
            key: convert(getattr(value, name)) if convert else getattr(value, name)
            for name, key, convert in converters
        }
        for name, key, convert, default in sparse:
            if (held := getattr(value, name)) != default:
                data[key] = convert(held)
        return data

    return write


def _read_into(kind: type, rows: Rows) -> Converter:
    """The parser of an object; missing fields get their defaults."""
    converters = [(field.name, key_of(field), form.read) for field, form in rows]

    def read(data: Mapping[str, Any]) -> Any:  # noqa: ANN401 - of this kind
        values = {
            name: f(data[key]) if f else data[key] for name, key, f in converters if key in data
        }
        return kind(**values)

    return read


def _schema(kind: type, rows: Rows) -> Schema:
    shape: Schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {key_of(field): form.schema for field, form in rows},
    }
    needed = [key_of(field) for field, _ in rows if is_needed(field)]
    more: Schema = getattr(kind, "fits", Fits({})).keywords
    return shape | ({"required": needed} if needed else {}) | more
