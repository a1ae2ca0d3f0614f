"""Parses TOML with limits for untrusted files.

A small TOML file can be expensive: each level of a dotted key costs memory, and time quadratic in
its length. So a file is measured before it is parsed.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from companion.rules.reading.sections import RulesetError

_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")  # a message of tomllib
_LONG_TEXTS = re.compile(r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'', re.DOTALL)
_HEADER = re.compile(r"\[(\[?)([^\[\]]+)\]")
_KEY = re.compile(r"([^=\[\]{}#]+)=")
_LAST_PART = re.compile(r"\[\d+\]$|\.?[^.\[\]]*$")
_FILE, _HOUSE_RULES = "the file", "house_rules"


def line_of(text: str, key: str, why: object = None) -> int | None:
    """The line of a key as named by a RulesetError, or of the closest parent in the text.

    None if there is no parent. `why` is the message of the TOML parser.
    """
    if why and key == _FILE:
        return _line_of_syntax(text, str(why))
    lines: dict[str, int] = {}
    for path, number in _keys_with_lines(text):
        lines.setdefault(path, number)
    while key:
        line = lines.get(key) or _line_of_entry(text, key, lines)
        if line:
            return line
        key = _LAST_PART.sub("", key)
    return None


def _line_of_syntax(text: str, why: str) -> int | None:
    if "at end of document" in why:
        return text.rstrip().count("\n") + 1
    match = _AT_LINE.search(why)
    return int(match[1]) if match else None


def _line_of_entry(text: str, path: str, lines: dict[str, int]) -> int | None:
    """The line of `contracts[3]` if the list has one line per entry."""
    key, bracket, number = path.rstrip("]").rpartition("[")
    if not bracket or not number.isdecimal() or key not in lines:
        return None
    first, *below = text.split("\n")[lines[key] - 1 :]
    if not first.rstrip().endswith("["):
        return None
    inside = takewhile(lambda row: not row[1].startswith("]"), enumerate(below, lines[key] + 1))
    entries = [n for n, line in inside if line.strip() and not line.lstrip().startswith("#")]
    return entries[int(number)] if int(number) < len(entries) else None


def _keys_with_lines(text: str) -> Iterator[tuple[str, int]]:
    """Every table and key that begins a line, by path: `house_rules[2].choices[0].label`."""
    plain = _LONG_TEXTS.sub(lambda match: "\n" * match[0].count("\n"), text)
    rows: Counter[str] = Counter()
    place, header_line = "", 0
    for number, line in enumerate(plain.split("\n"), 1):
        if header := _HEADER.match(line.strip()):
            place, header_line = _table(header[2], rows, is_row=bool(header[1])), number
            yield place, number
        elif key := _KEY.match(line.strip()):
            path = ".".join(_parts(key[1]))
            yield (f"{place}.{path}" if place else path), number
            if path == "key" and place.startswith(_HOUSE_RULES):
                named = line.partition("=")[2].strip().strip("\"'")
                yield f"{_HOUSE_RULES}.{named}", header_line


def _table(name: str, rows: Counter[str], *, is_row: bool) -> str:
    """The path of a table by its header; `rows` counts the tables of each list so far."""
    *parents, last = _parts(name)
    place = ""
    for part in parents:
        place = f"{place}.{part}" if place else part
        if rows[place]:
            place += f"[{rows[place] - 1}]"
    place = f"{place}.{last}" if place else last
    if is_row:
        rows[place] += 1
        place += f"[{rows[place] - 1}]"
    return place


def _parts(key: str) -> list[str]:
    return [part.strip().strip("\"'") for part in key.split(".")]


MOST_BYTES = 32 * 1024
MOST_LEVELS = 8
_MOST_DIGITS = 9
_MOST = 10**_MOST_DIGITS - 1
# A string or a comment, which contain no keys; an unclosed one extends to the end.
_NO_KEYS = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)'
    r"|'''.*?(?:'''|\Z)"
    r'|"(?:\\.|[^"\\\n])*"?'
    r"|'[^'\n]*'?"
    r"|#[^\n]*",
    re.DOTALL,
)
_DOTTED = re.compile(r"[\w-]+(?:[ \t]*\.[ \t]*[\w-]+)*")
_BRACKETS = {"[": 1, "{": 1, "]": -1, "}": -1}


def parsed(content: bytes, file: str) -> dict[str, Any]:
    """The data of a file. Raises RulesetError naming `file`."""
    text = text_of(content, file)
    if _deepest_key(text) > MOST_LEVELS or _deepest_list(text) > MOST_LEVELS:
        raise _too_deep(file)
    try:
        data = tomllib.loads(text)
    except ValueError as error:  # invalid TOML, or a number of thousands of digits
        raise RulesetError(
            file, "the file", "a game in TOML (%(why)s)", why=_short(error)
        ) from error
    if _levels(data) > MOST_LEVELS:
        raise _too_deep(file)
    if _largest(data) > _MOST:
        raise RulesetError(file, "the file", "numbers of up to %(most)s digits", most=_MOST_DIGITS)
    return data


def text_of(content: bytes, file: str) -> str:
    """The text of a file within the size limit. Raises RulesetError naming `file`."""
    if len(content) > MOST_BYTES:
        expected = "%(most)s kB or less"
        raise RulesetError(file, "the file", expected, most=MOST_BYTES // 1024)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulesetError(file, "the file", "a text in UTF-8") from error
    if not text.strip():
        raise RulesetError(file, "the file", "something in it")
    return text


def _too_deep(file: str) -> RulesetError:
    return RulesetError(file, "the file", "%(most)s levels of keys or fewer", most=MOST_LEVELS)


def _deepest_key(text: str) -> int:
    """The number of parts of the longest key, in table names, assignments and inline tables."""
    keys = _DOTTED.findall(_NO_KEYS.sub("text", text))
    return max((key.count(".") + 1 for key in keys), default=0)


def _deepest_list(text: str) -> int:
    """The depth of nested inline lists and tables."""
    deepest = depth = 0
    for character in _NO_KEYS.sub("", text):
        depth += _BRACKETS.get(character, 0)
        deepest = max(deepest, depth)
    return deepest


def _levels(data: object) -> int:
    """The number of keys on the path to the deepest value."""
    if isinstance(data, dict):
        return 1 + max(map(_levels, data.values()), default=0)
    if isinstance(data, list):
        return max(map(_levels, data), default=0)
    return 0


def _largest(data: object) -> int:
    """The largest absolute value: Python cannot even print a number of 5,000 digits."""
    if isinstance(data, dict):
        return max(map(_largest, data.values()), default=0)
    if isinstance(data, list):
        return max(map(_largest, data), default=0)
    return abs(data) if isinstance(data, int) else 0


def _short(error: ValueError) -> str:
    """The parser's message, shortened, because it may quote a whole line."""
    return str(error)[:200]
