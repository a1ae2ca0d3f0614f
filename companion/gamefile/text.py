"""Conversion between bytes and JSON data without silent loss, and comments in exported games."""

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Never

from companion.gamefile.refused import RecordRefused, refuse_other_than_games
from companion.gamefile.schema import place_in_words
from companion.rules.model.names import is_readable, tidy_name
from companion.rules.reading.keys import RULE_KEYS, Flag, Key, OneOf, OrWord
from companion.rules.reading.ruleset import keys_without_effect, read_ruleset
from companion.rules.reading.sections import Data, RulesetError

# Numbers, or one text.
_SHORT_LIST = re.compile(r'\[\n((?: +\d+,\n)+| +"[^"\\\n]*",\n)\]')
_VALUE = re.compile(r'(\w+) = "(\w+)"')
_TABLE = re.compile(r"\[(\w+)\]")
# Missing keys without a default value.
_EXAMPLES = {
    "moving_wild": '{ value = "own" }',
    "adjustments": '[{ points = -50, reason = "Exact cut" }]',
    "how_to_play": '{ turn = { draw = { text = "Draw one card, then discard one." } } }',
}
_LEFT_OUT = "# Left out, so these are as usual. To change one, take its # away:"
_ABOVE = {"contracts": "S3 is a set of 3, R4 a run of 4, C7 7 of a colour, 2xA two aces."}


def with_comments(text: str, data: Data) -> str:
    """The output of `tomli_w` for this data with comments, short lists on one line."""
    short = _SHORT_LIST.sub(_on_one_line, text)
    blocks = re.split(r"\n(?=\[)", short.rstrip("\n"))
    idle = _without_effect(data)
    return "\n".join("\n".join(_commented(block, data, idle)) for block in blocks)


def _on_one_line(match: re.Match[str]) -> str:
    entries = (line.strip().removesuffix(",") for line in match[1].rstrip("\n").split("\n"))
    return f"[{', '.join(entries)}]"


def _without_effect(data: Data) -> Container[str]:
    """The paths of keys that have no effect in this game; none if it cannot be read."""
    try:
        return {path for path, _ in keys_without_effect(read_ruleset(data))}
    except RulesetError:
        return ()


def _commented(block: str, data: Data, idle: Container[str]) -> Iterator[str]:
    """The lines of a table with its header, or of the top level, with hints at keys left out.

    There are none for `idle` keys.
    """
    lines = block.rstrip("\n").split("\n")
    place, keys = _table(lines[0])
    present = data.get(place, {}) if place else data
    for line in lines:
        name = line.partition(" = ")[0]
        key = keys.get(name)
        if key and name in _ABOVE:
            yield f"# {_ABOVE[name]}"
        yield line + (_other_words(key, line) if key else "")
    start = f"{place}." if place else ""
    left_out = [k for name, k in keys.items() if name not in present and start + name not in idle]
    hints = [hint for key in left_out if (hint := _hint(key))]
    if hints:
        yield from ("", _LEFT_OUT, *hints)
    yield ""


def _table(line: str) -> tuple[str, Mapping[str, Key]]:
    """The name and the keys of the table with this first line; none for nested tables."""
    top = {key.name: key for key in RULE_KEYS}
    if not line.startswith("["):
        return "", top
    header = _TABLE.fullmatch(line)
    name = header[1] if header else ""
    kind = top[name].kind if name in top else None
    return name, {key.name: key for key in getattr(kind, "keys", ())}


def _other_words(key: Key, line: str) -> str:
    match = _VALUE.fullmatch(line)
    kind, more = (
        (key.kind.kind, [key.kind.word]) if isinstance(key.kind, OrWord) else (key.kind, [])
    )
    if not isinstance(kind, OneOf) or not match:
        return ""
    others = ", ".join(word for word in [*kind.words, *more] if word != match[2])
    return f"  # or {others}" if others else ""


def _hint(key: Key) -> str:
    """A commented line with the default or an example; empty if there is neither."""
    if key.name in _EXAMPLES:
        return f"# {key.name} = {_EXAMPLES[key.name]}  # {key.meaning}"
    if isinstance(key.kind, Flag) and not key.is_needed:
        return f"# {key.name} = {str(key.default).lower()}  # {key.meaning}"
    if isinstance(key.kind, OneOf) and not key.is_needed:
        line = f'{key.name} = "{key.default}"'
        return f"# {line}{_other_words(key, line)}"
    return ""


# The longest game, of 5,000 entries, is less with its history, indented; a usual one a hundredth.
MOST_BYTES = 3 * 1024**2
_MOST_VALUES = 150_000
_MOST_LEVELS = 16


def to_json(data: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> str:
    """The data as readable JSON: indented, without ASCII escapes."""
    return json.dumps(data, ensure_ascii=False, indent=2)


def from_bytes(content: bytes) -> object:
    """Parse the JSON of a file. Raises RecordRefused (`not_utf8`, `not_json` or `bad_record`)."""
    data = json_of(content, MOST_BYTES)
    refuse_more_than_a_game(data)
    return data


def json_of(content: bytes, most_bytes: int) -> object:
    """Parse JSON of this maximum length, with any number of values."""
    refuse_other_than_games(content)
    if len(content) > most_bytes:
        most = most_bytes // 1024**2
        message = f"The file is larger than {most} MB, and no game is. Is it the right one?"
        raise RecordRefused("bad_record", message)
    try:
        text = content.decode("utf-8-sig")  # some editors write a byte order mark
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
        fault = error.msg.removesuffix(" at").removesuffix(" starting")
        message = f"This is not JSON: {fault} at line {error.lineno}, column {error.colno}."
        raise RecordRefused("not_json", f"{message} Correct it there.") from error
    except RecursionError as error:
        message = "The record is nested too deeply. A game needs no more than a few levels."
        raise RecordRefused("not_json", message) from error
    except ValueError as error:  # Python refuses integers of thousands of digits
        message = "A number in the record is far too long. Correct it."
        raise RecordRefused("not_json", message) from error


def _number(text: str) -> float:
    """JSON treats 10.0 as an integer."""
    number = float(text)
    return int(number) if number.is_integer() else number


def _no_such_number(name: str) -> Never:
    message = f"{name} is not a number that JSON has. Write a whole number instead."
    raise RecordRefused("not_json", message)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse duplicate keys, of which Python would silently keep the last."""
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            message = f"The key “{key}” stands twice in the same place. Take one of them out."
            raise RecordRefused("bad_record", message)
        data[key] = value
    return data


def refuse_more_than_a_game(data: object) -> None:
    """Limit the number of values, each of which takes time to validate."""
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
    """Refuse lone surrogates, which can be written in JSON but not encoded again."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        message = "A text in the record holds a broken character (a lone “\\ud8..”). Write it anew."
        raise RecordRefused("bad_record", message) from error
    except RecursionError as error:
        message = "The record is nested too deeply. A game needs no more than a few levels."
        raise RecordRefused("not_json", message) from error


def tidied(record: object) -> object:
    """The data of a record with its texts in the form in which pages store them.

    Its own ruleset stays as it is, because that may have paragraphs. Raises RecordRefused
    (`bad_record`) with the place of a text that has a line break or cannot be seen.
    """
    if not isinstance(record, dict):
        return record
    frame = {key: value for key, value in record.items() if key != "ruleset"}
    own = {"ruleset": record["ruleset"]} if "ruleset" in record else {}
    return _tidied(frame, ()) | own


def _tidied(part: Any, path: Sequence[str | int]) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(part, str):
        return _tidy_text(part, path)
    if isinstance(part, list):
        return [_tidied(each, (*path, row)) for row, each in enumerate(part)]
    if not isinstance(part, dict):
        return part
    pairs = [(_tidy_text(key, path), _tidied(part[key], (*path, key))) for key in part]
    return _each_key_once(pairs)


def _tidy_text(text: str, path: Sequence[str | int]) -> str:
    if not is_readable(text):
        message = "a text here has a line break or an invisible character. Write it anew."
        raise RecordRefused("bad_record", f"{place_in_words(path)}: {message}")
    return tidy_name(text)
