"""Values of any type of the rules, with no field at its default."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.rules.model.fields import Fits, default_of, is_sparse

_PLAIN: Mapping[Any, Any] = {int: 1, str: "K", bool: True}


def filled(hint: Any) -> Any:  # noqa: PLR0911 - one per kind of type
    """A value of this type."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if origin is Annotated:
        return filled(args[0])
    if origin is Literal:
        return args[0]
    if origin in {Union, UnionType}:
        return filled(next(kind for kind in args if kind is not NoneType))
    if origin is tuple and args[-1] is not ...:
        return tuple(map(filled, args))
    if origin in {tuple, frozenset}:
        return origin([filled(args[0])])
    if is_dataclass(hint):
        return _object(hint)
    return {filled(args[0]): filled(args[1])}


def _object(kind: Any) -> Any:
    """Where only one of the fields may be there, only the first is filled."""
    hints, known = get_type_hints(kind, include_extras=True), fields(kind)
    is_either = getattr(kind, "fits", Fits({})).keywords.get("maxProperties") == 1
    sparse = [one.name for one in known if is_sparse(one)][1:] if is_either else []
    told = {one.name: filled(hints[one.name]) for one in known if one.name not in sparse}
    return kind(**told)


def each_field_alone(kind: Any) -> dict[str, Any]:
    """For each field name, an object with only that field and the required ones filled."""
    whole = _object(kind)
    return {one.name: replace(whole, **_defaults_but(fields(kind), one)) for one in fields(kind)}


def _defaults_but(known: tuple[Field[Any], ...], kept: Field[Any]) -> dict[str, Any]:
    others = {one.name: default_of(one) for one in known if one.name != kept.name}
    return {name: default for name, default in others.items() if default is not MISSING}
