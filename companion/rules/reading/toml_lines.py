"""The line of a TOML text to which a RulesetError belongs, counted from 1."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile

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
        found = lines.get(key) or _line_of_entry(text, key, lines)
        if found:
            return found
        key = _LAST_PART.sub("", key)
    return None


def _line_of_syntax(text: str, why: str) -> int | None:
    if "at end of document" in why:
        return text.rstrip().count("\n") + 1
    found = _AT_LINE.search(why)
    return int(found[1]) if found else None


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
    plain = _LONG_TEXTS.sub(lambda found: "\n" * found[0].count("\n"), text)
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
