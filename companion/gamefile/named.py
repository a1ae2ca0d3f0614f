"""A round in a game file: the fields of `RoundPlay`, with names instead of seats.

The dataclasses are the only definition of the fields and their values.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import Field, fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from companion.rules.model.fields import (
    Fits,
    Seat,
    about,
    beside,
    default_of,
    is_hidden,
    is_needed,
    is_sparse,
)
from companion.rules.model.json_codec import form_of, from_data, to_data
from companion.rules.model.play import RoundPlay
from companion.rules.reading.sections import Data

SeatOf = Callable[[str], int]
_ALWAYS = ("laid_down", "went_out", "hands")  # always written, even if empty
_NAME = {"$ref": "#/$defs/name"}
_MOST_NAMES = 100


def write_named(play: RoundPlay, names: Sequence[str], order: Sequence[int]) -> dict[str, Any]:
    """The fields of a round with names as keys, in this order of players; defaults are left out."""
    line: dict[str, Any] = {}
    for field, hint in _fields():
        value = getattr(play, field.name)
        if beside(field):
            _put_beside(line[beside(field)], field, value, names)
        elif field.name in _ALWAYS or value != default_of(field):
            line[field.name] = _named(hint, value, names, order)
    return line


def read_named(line: Data, seat_of: SeatOf) -> dict[str, Any]:
    """Parse the fields of a `RoundPlay` from a file; fields stored in other rows are None there.

    Raises the errors of `seat_of` for an unknown name.
    """
    return {f.name: _read(line, f, hint, seat_of) for f, hint in _fields() if _has(line, f)}


@cache
def _fields() -> list[tuple[Field[Any], Any]]:
    hints = get_type_hints(RoundPlay, include_extras=True)
    stored = (field for field in fields(RoundPlay) if not is_hidden(field))
    return [(field, hints[field.name]) for field in stored]


def _has(line: Data, field: Field[Any]) -> bool:
    return (beside(field) or field.name) in line


def _by_seat(hint: Any) -> Any:  # noqa: ANN401 - a type
    """The value type of a mapping by seat; None for other types."""
    args = get_args(hint)
    return args[1] if _is_mapping(hint) and args[0] is not str else None


def _is_mapping(hint: Any) -> bool:  # noqa: ANN401 - a type
    origin = get_origin(hint)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _named(hint: Any, value: Any, names: Sequence[str], order: Sequence[int]) -> Any:  # noqa: ANN401
    if hint == frozenset[Seat]:
        return [names[seat] for seat in order if seat in value]
    if hint == Seat | None:
        return None if value is None else names[value]
    if _by_seat(hint):
        return {names[seat]: to_data(value[seat]) for seat in order if seat in value}
    return to_data(value)


def _put_beside(
    rows: dict[str, Any], field: Field[Any], values: Mapping[int, Any], names: Sequence[str]
) -> None:
    for seat, value in values.items():
        if data := to_data(value):
            rows.setdefault(names[seat], {})[field.name] = data


def _read(line: Data, field: Field[Any], hint: Any, seat_of: SeatOf) -> Any:  # noqa: ANN401
    if hint == frozenset[Seat]:
        return frozenset(map(seat_of, line[field.name]))
    if hint == Seat | None:
        return None if line[field.name] is None else seat_of(line[field.name])
    if (each := _by_seat(hint)) is None:
        return from_data(hint, line[field.name])
    if not beside(field):
        return {seat_of(name): from_data(each, row) for name, row in line[field.name].items()}
    rows = line[beside(field)].items()
    return {
        seat_of(name): from_data(each, row[field.name]) if field.name in row else None
        for name, row in rows
    }


def schemas_of_a_round() -> dict[str, dict[str, Any]]:
    """The JSON Schema of each key of a round, as in game files."""
    rows = {field.name: (field, hint) for field, hint in _fields()}
    return {
        name: _schema(field, hint, [row for row in rows.values() if beside(row[0]) == name])
        for name, (field, hint) in rows.items()
        if not beside(field)
    }


def _schema(
    field: Field[Any],
    hint: Any,  # noqa: ANN401 - a type
    others: list[tuple[Field[Any], Any]],
) -> dict[str, Any]:
    return {"description": about(field), **_of_seats(hint, others)}


def _of_seats(hint: Any, others: list[tuple[Field[Any], Any]]) -> dict[str, Any]:  # noqa: ANN401
    if hint == frozenset[Seat]:
        return {"type": "array", "uniqueItems": True, "maxItems": _MOST_NAMES, "items": _NAME}
    if hint == Seat | None:
        return {"anyOf": [_NAME, {"type": "null"}]}
    if (each := _by_seat(hint)) is None:
        return _of_type(hint)
    row = _of_type(each)
    for other, its_hint in others:
        its_rows = {**_of_type(_by_seat(its_hint)), "description": about(other)}
        row["properties"] = {**row["properties"], other.name: its_rows}
        # In an open round perhaps only this is counted.
        alone = {"required": [other.name], "not": {"anyOf": row["oneOf"]}}
        row["oneOf"] = [*row["oneOf"], alone]
    return {"type": "object", "additionalProperties": row}


def _of_type(hint: Any) -> dict[str, Any]:  # noqa: ANN401 - a type
    """The schema of a type in a file, whose bounds are wider than those of a page."""
    args = get_args(hint)
    if get_origin(hint) is Annotated:
        (fits,) = (mark for mark in args[1:] if isinstance(mark, Fits))
        description = {"description": fits.about} if fits.about else {}
        return {**description, **form_of(hint).schema, **fits.in_files}
    if NoneType in args:  # left out if None
        return _of_type(args[0])
    if _is_mapping(hint):
        return {"type": "object", "additionalProperties": _of_type(args[1])}
    return _of_object(hint) if is_dataclass(hint) else form_of(hint).schema


def _of_object(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - a dataclass
    """The schema of an object; with optional fields only, it needs at least one."""
    hints, known = get_type_hints(kind, include_extras=True), fields(kind)
    fits: Fits = kind.fits
    one_of = [{"required": [field.name]} for field in known if is_sparse(field)]
    needed = [field.name for field in known if is_needed(field)]
    return {
        "description": fits.about,
        "type": "object",
        "additionalProperties": False,
        **({"oneOf": one_of} if one_of else {"required": needed}),
        "properties": dict(_properties(hints, known)),
    }


def _properties(
    hints: dict[str, Any], known: Sequence[Field[Any]]
) -> Iterator[tuple[str, dict[str, Any]]]:
    for field in known:
        description = {"description": about(field)} if about(field) else {}
        yield field.name, {**_of_type(hints[field.name]), **description}
