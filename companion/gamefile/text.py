"""Between the bytes of a file and JSON data, with nothing lost without a word."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Never

from companion.gamefile.refused import RecordRefused

# Two hundred rounds of twenty players, indented, are less; an evening is a hundredth of it.
MOST_BYTES = 2 * 1024**2
_MOST_VALUES = 60_000
_MOST_LEVELS = 16


def to_json(data: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> str:
    """The data as people can read it: indented, names as they are spelled."""
    return json.dumps(data, ensure_ascii=False, indent=2)


def from_bytes(content: bytes) -> object:
    """The JSON in a file. Raises RecordRefused (`not_utf8`, `not_json` or `bad_record`)."""
    data = json_of(content, MOST_BYTES)
    refuse_more_than_a_game(data)
    return data


def json_of(content: bytes, most_bytes: int) -> object:
    """The same of a file that may be so long, and hold any number of values."""
    if len(content) > most_bytes:
        most = most_bytes // 1024**2
        message = f"The file is larger than {most} MB, and no game is. Is it the right one?"
        raise RecordRefused("bad_record", message)
    try:
        text = content.decode("utf-8-sig")  # some editors put a mark before the first brace
    except UnicodeDecodeError as error:
        message = f"The file is not UTF-8 text (byte {error.start + 1}). Save it as UTF-8."
        raise RecordRefused("not_utf8", message) from error
    data = _parse(text)
    _refuse_broken_characters(data)
    return data


def _parse(text: str) -> object:
    try:
        return json.loads(
            text,
            parse_float=_number,
            parse_constant=_no_such_number,
            object_pairs_hook=_each_key_once,
        )
    except json.JSONDecodeError as error:
        message = f"This is not JSON: {error.msg} at line {error.lineno}, column {error.colno}."
        raise RecordRefused("not_json", f"{message} Correct it there.") from error
    except RecursionError as error:
        message = "The record is nested too deeply. A game needs no more than a few levels."
        raise RecordRefused("not_json", message) from error
    except ValueError as error:  # Python reads no number of thousands of digits
        message = "A number in the record is far too long. Correct it."
        raise RecordRefused("not_json", message) from error


def _number(text: str) -> float:
    """To JSON 10.0 is as whole a number as 10."""
    number = float(text)
    return int(number) if number.is_integer() else number


def _no_such_number(name: str) -> Never:
    message = f"{name} is not a number that JSON has. Write a whole number instead."
    raise RecordRefused("not_json", message)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Python would keep the last of two hands for one name and drop the other."""
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            message = f"The key “{key}” stands twice in the same place. Take one of them out."
            raise RecordRefused("bad_record", message)
        data[key] = value
    return data


def refuse_more_than_a_game(data: object) -> None:
    """What is checked against the shape of a record costs time for every value in it."""
    level, values = [data], 1
    for _ in range(_MOST_LEVELS):
        level = [value for row in level if isinstance(row, dict | list) for value in _in(row)]
        values += len(level)
        if values > _MOST_VALUES:
            message = f"The record holds more than {_MOST_VALUES} values, and no game does."
            raise RecordRefused("bad_record", f"{message} Take out what does not belong there.")
    if level:
        message = "The record is nested too deeply. A game needs no more than a few levels."
        raise RecordRefused("not_json", message)


def _in(row: dict[str, object] | list[object]) -> Iterable[object]:
    return row.values() if isinstance(row, dict) else row


def _refuse_broken_characters(data: object) -> None:
    """Half of a surrogate pair can be written in JSON but never printed again."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        message = "A text in the record holds a broken character (a lone “\\ud8..”). Write it anew."
        raise RecordRefused("bad_record", message) from error
    except RecursionError as error:
        message = "The record is nested too deeply. A game needs no more than a few levels."
        raise RecordRefused("not_json", message) from error
