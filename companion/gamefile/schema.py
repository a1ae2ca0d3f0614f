"""Whether a file has the shape of a game record, and a sentence about the first thing wrong."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, cast

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from companion.gamefile.refused import RecordRefused
from companion.rules.sections import Data

SCHEMA = Path(__file__).parent / "companion-game-1.schema.json"

_ONE_OF_THEM = {"rounds": "round", "players": "player"}
_KINDS = {
    "object": "an object with keys",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
}
_LONGEST_QUOTE = 40
_MOST_ERRORS = 1000  # only one of them is named


def check_shape(data: object) -> None:
    """Whether the data has the shape of a record. Raises RecordRefused (`bad_record`)."""
    found = islice(_validator().iter_errors(data), _MOST_ERRORS)
    errors = [error for error in found if not _left_to_the_rules(error)]
    if errors:
        raise _refused(min(errors, key=_urgency))


def utc_time(text: str) -> datetime:
    """A time that ISO 8601 writes in UTC. Raises ValueError on any other."""
    time = datetime.fromisoformat(text)
    if time.utcoffset() != timedelta(0):
        raise ValueError(text)
    return time.astimezone(UTC)


@cache
def _validator() -> Draft202012Validator:
    formats = FormatChecker(formats=())
    formats.checks("date-time", raises=ValueError)(_is_utc_time)
    schema = json.loads(SCHEMA.read_text("utf-8"))
    return _Validator(_in_place(schema, schema["$defs"]), format_checker=formats)


def _items(validator: Any, items: Any, found: Any, schema: Data) -> Iterator[ValidationError]:  # noqa: ANN401 - as jsonschema calls it
    """What stands in a list; one that is too long is told so, and nobody reads it."""
    if not isinstance(found, list) or len(found) <= schema.get("maxItems", len(found)):
        yield from Draft202012Validator.VALIDATORS["items"](validator, items, found, schema)


_Validator: type[Draft202012Validator] = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator, {"items": _items}
)


def _in_place(part: Any, shapes: Data) -> Any:  # noqa: ANN401 - any part of the schema
    """The schema with each shape where it is named: looking it up takes three times as long."""
    if isinstance(part, list):
        return [_in_place(each, shapes) for each in part]
    if not isinstance(part, dict):
        return part
    named = shapes[part["$ref"].rpartition("/")[2]] if "$ref" in part else {}
    whole = {**part, **named}
    return {key: _in_place(whole[key], shapes) for key in whole if key not in {"$ref", "$defs"}}


def _is_utc_time(value: object) -> bool:
    return not isinstance(value, str) or bool(utc_time(value))


def _left_to_the_rules(error: ValidationError) -> bool:
    """The rules refuse negative counts themselves, with a code of their own."""
    path = list(error.absolute_path)
    return error.validator == "minimum" and path[2:3] in (["hands"], ["buys"])


def _urgency(error: ValidationError) -> tuple[bool, int, list[str]]:
    """Another format explains everything else that is wrong; then the outermost mistake."""
    path = list(error.absolute_path)
    other_format = path == ["format"] or "format" in _missing(error)
    return (not other_format, len(path), [f"{step:09}" for step in path])


def _refused(error: ValidationError) -> RecordRefused:
    path = list(error.absolute_path)
    in_round = len(path) > 1 and path[0] == "rounds"
    by_name = in_round and path[2:3] in (["hands"], ["buys"], ["adjustments"])
    return RecordRefused(
        "bad_record",
        f"{_place(path)}: {_complaint(error)}",
        int(path[1]) + 1 if in_round else None,
        str(path[3]) if by_name and len(path) > 3 else None,  # noqa: PLR2004 - rounds, 0, hands, Cy
    )


def _place(path: Sequence[str | int]) -> str:
    """Where it stands, in words: `Round 1, hands, Cy`."""
    words: list[str] = []
    for step in path:
        if isinstance(step, int) and words:
            words[-1] = f"{_ONE_OF_THEM.get(words[-1], words[-1])} {step + 1}"
        else:
            words.append(str(step))
    place = ", ".join(words) or "the record"
    return place[0].upper() + place[1:]


def _complaint(error: ValidationError) -> str:
    found = _quote(error.instance)
    match error.validator:
        case "additionalProperties":
            return _unknown_key(error)
        case "required":
            return f"the key “{_missing(error)[0]}” is missing. Add it."
        case "const":
            return f"expected {_quote(error.validator_value)}, found {found}."
        case "type":
            return f"expected {_kinds(error.validator_value)}, found {found}."
        case "oneOf" | "uniqueItems":
            return _description(error)
    return f"found {found}. Expected: {_description(error)}"


def _description(error: ValidationError) -> str:
    """The schema says in a sentence what belongs there."""
    return str(_schema(error)["description"])


def _unknown_key(error: ValidationError) -> str:
    known = list(_schema(error)["properties"])
    key = next(key for key in cast("Data", error.instance) if key not in known)
    near = get_close_matches(key, known, n=1)
    advice = f"Did you mean “{near[0]}”?" if near else f"Known here: {', '.join(known)}."
    return f"unknown key “{key}”. {advice}"


def _missing(error: ValidationError) -> list[str]:
    if error.validator != "required":
        return []
    wanted = cast("list[str]", error.validator_value)
    return [key for key in wanted if key not in cast("Data", error.instance)]


def _schema(error: ValidationError) -> Data:
    return cast("Data", error.schema)


def _kinds(types: object) -> str:
    names = [types] if isinstance(types, str) else cast("list[str]", types)
    return " or ".join(_KINDS[name] for name in names)


def _quote(value: Any) -> str:  # noqa: ANN401 - whatever stands in the file
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"
