"""The seats that a value names, derived from its type."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from companion.rules.model.fields import Seat

_Finder = Callable[[Any], Iterator[int]]


def named_seats(value: Any) -> Iterator[int]:  # noqa: ANN401 - any dataclass of an entry
    """Every seat in this dataclass, at any depth; keys of mappings included."""
    return _finder_of(type(value))(value)


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
