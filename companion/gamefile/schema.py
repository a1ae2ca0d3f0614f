"""Validates data against the schema of a game record, with a sentence for the first error."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import cache, reduce
from itertools import islice
from pathlib import Path
from typing import Any, cast

from jsonschema_rs import Draft202012Validator

from companion.gamefile.refused import RecordRefused
from companion.rules.reading.sections import Data

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
_TOO_MANY = 5001  # one more than the longest list of the schema
YEARS = range(1970, 2101)
_MOST_ERRORS = 1000  # only one of them is named


@dataclass(frozen=True, slots=True)
class _Fault:
    """An error: its path, the value, and the failed keyword of the schema."""

    path: list[str | int]
    value: Any
    keyword: str
    schema: Data

    @property
    def expected(self) -> Any:  # noqa: ANN401 - a value of the keyword
        return self.schema[self.keyword]


def check_shape(data: object) -> None:
    """Validate the data of a record. Raises RecordRefused (`bad_record`)."""
    faults = [fault for fault in _faults(data) if not _left_to_the_rules(fault)]
    if faults:
        raise _refused(min(faults, key=_urgency))


def _faults(data: object) -> Iterator[_Fault]:
    for error in islice(_validator().iter_errors(_cut(data)), _MOST_ERRORS):
        *place, keyword = error.schema_path
        path = error.instance_path
        yield _Fault(path, _at(data, path), str(keyword), _at(_schema(), place))


def _cut(part: Any) -> Any:  # noqa: ANN401 - any JSON
    """Truncate overlong lists and objects, because an error carries the whole value."""
    if isinstance(part, list):
        return [_cut(each) for each in part[:_TOO_MANY]]
    if not isinstance(part, dict):
        return part
    return {key: _cut(each) for key, each in islice(part.items(), _TOO_MANY)}


def _at(data: Any, path: Sequence[str | int]) -> Any:  # noqa: ANN401 - any JSON
    return reduce(lambda part, step: part[step], path, data)


def utc_time(text: str) -> datetime:
    """Parse a UTC time in ISO 8601, within plausible years. Raises ValueError.

    The first and last year of `datetime` cannot be converted to every time zone.
    """
    time = datetime.fromisoformat(text)
    if time.utcoffset() != timedelta(0) or time.year not in YEARS:
        raise ValueError(text)
    return time.astimezone(UTC)


@cache
def _validator() -> Draft202012Validator:
    formats = {"date-time": _is_utc_time}
    return Draft202012Validator(dict(_schema()), formats=formats, validate_formats=True)


@cache
def _schema() -> Data:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    return cast("Data", _in_place(schema, schema["$defs"]))


def _in_place(part: Any, shapes: Data) -> Any:  # noqa: ANN401 - any part of the schema
    """The schema with its references inlined, so that an error path leads to a keyword."""
    if isinstance(part, list):
        return [_in_place(each, shapes) for each in part]
    if not isinstance(part, dict):
        return part
    named = shapes[part["$ref"].rpartition("/")[2]] if "$ref" in part else {}
    whole = {**part, **named}
    return {key: _in_place(whole[key], shapes) for key in whole if key not in {"$ref", "$defs"}}


def _is_utc_time(text: str) -> bool:
    try:
        utc_time(text)
    except ValueError:
        return False
    return True


def _left_to_the_rules(fault: _Fault) -> bool:
    """Negative counts are left to the rules, which have a code for them."""
    return fault.keyword == "minimum" and fault.path[2:3] in (["hands"], ["buys"])


def _urgency(fault: _Fault) -> tuple[bool, int, list[str]]:
    """The sort key of an error: a wrong format explains all others; then the outermost error."""
    other_format = fault.path == ["format"] or "format" in _missing(fault)
    return (not other_format, len(fault.path), [f"{step:09}" for step in fault.path])


def _refused(fault: _Fault) -> RecordRefused:
    path = fault.path
    in_round = len(path) > 1 and path[0] == "rounds"
    by_name = in_round and path[2:3] in (["hands"], ["buys"], ["adjustments"])
    return RecordRefused(
        "bad_record",
        f"{place_in_words(path)}: {_complaint(fault)}",
        int(path[1]) + 1 if in_round else None,
        str(path[3]) if by_name and len(path) > 3 else None,  # noqa: PLR2004 - rounds, 0, hands, Cy
    )


def place_in_words(path: Sequence[str | int]) -> str:
    """A path in the data of a record: `Round 1, hands, Cy`."""
    words: list[str] = []
    for step in path:
        if isinstance(step, int) and words:
            words[-1] = f"{_ONE_OF_THEM.get(words[-1], words[-1])} {step + 1}"
        else:
            words.append(str(step))
    place = ", ".join(words) or "the record"
    return place[0].upper() + place[1:]


def _complaint(fault: _Fault) -> str:
    quoted = _quote(fault.value)
    match fault.keyword:
        case "additionalProperties":
            return _unknown_key(fault)
        case "required":
            return f"the key “{_missing(fault)[0]}” is missing. Add it."
        case "const":
            return f"expected {_quote(fault.expected)}, found {quoted}."
        case "type":
            return f"expected {_kinds(fault.expected)}, found {quoted}."
        case "oneOf" | "uniqueItems":
            return _description(fault)
    return f"found {quoted}. Expected: {_description(fault)}"


def _description(fault: _Fault) -> str:
    """The description of this place in the schema."""
    return str(fault.schema["description"])


def _unknown_key(fault: _Fault) -> str:
    known = list(fault.schema["properties"])
    key = next(key for key in fault.value if key not in known)
    near = get_close_matches(key, known, n=1)
    advice = f"Did you mean “{near[0]}”?" if near else f"Known here: {', '.join(known)}."
    return f"unknown key “{key}”. {advice}"


def _missing(fault: _Fault) -> list[str]:
    if fault.keyword != "required":
        return []
    return [key for key in fault.expected if key not in fault.value]


def _kinds(types: object) -> str:
    names = [types] if isinstance(types, str) else cast("list[str]", types)
    return " or ".join(_KINDS[name] for name in names)


def _quote(value: Any) -> str:  # noqa: ANN401 - any JSON
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"
