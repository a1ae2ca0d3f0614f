"""Parses TOML with limits for untrusted files.

A small TOML file can be expensive: each level of a dotted key costs memory, and time quadratic in
its length. So a file is measured before it is parsed.
"""

import re
import tomllib
from typing import Any

from companion.rules.reading.sections import RulesetError

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
