"""Reads the data of a ruleset key by key, so that each error names its key."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

Data = Mapping[str, Any]

# Limits far above any card game, to bound the work for untrusted files.
MOST = 9999
MOST_CHARACTERS = 400
MOST_ROWS = 100
CONTROLS = r"[\x00-\x1f\x7f-\x9f]"


class RulesetError(ValueError):
    """An invalid ruleset: the file, the key, the expected and the actual value.

    `pattern` is the expected value with `%(...)s` for the `numbers`; it identifies the kind of
    error.
    """

    def __init__(
        self, file: str, key: str, pattern: str, actual: str = "", **numbers: int | str
    ) -> None:
        expected = pattern % numbers if numbers else pattern
        super().__init__(f"{file}: {key}: expected {expected}{actual}")
        self.file, self.key, self.expected, self.actual = file, key, expected, actual
        self.pattern, self.numbers = pattern, numbers


class Section:
    """A table of a ruleset file with its path."""

    def __init__(self, data: object, file: str, place: str = "") -> None:
        self.file, self.place = file, place
        if not isinstance(data, Mapping):
            raise RulesetError(file, place or "the file", "a table of keys and values")
        self._data: Data = data
        self._read: set[str] = set()

    @property
    def data(self) -> Data:
        """The keys and values as in the file."""
        return self._data

    def fail(self, key: str, expected: str, **numbers: int) -> RulesetError:
        """The error for this key of this section."""
        actual = f", found {self._data[key]!r}" if key in self._data else ", found nothing"
        return RulesetError(self.file, self._path(key), expected, actual, **numbers)

    def fail_at(self, key: str, n: int, expected: str) -> RulesetError:
        """The error for one entry of a list, counted from 0."""
        return RulesetError(
            self.file, self._path(f"{key}[{n}]"), expected, f", found {self._data[key][n]!r}"
        )

    def unknown(self, key: str, expected: str) -> RulesetError:
        """The error for an unknown key."""
        return RulesetError(self.file, self._path(key), expected)

    def text(self, key: str) -> str:
        """A sentence or a name on one line; never blank."""
        expected = "a text of up to %(most)s characters"
        return str(self._value(key, expected, _is_text, most=MOST_CHARACTERS))

    def whole(self, key: str, least: int, most: int) -> int:
        """A whole number, not below `least` and not above `most`."""
        expected = "a whole number from %(least)s to %(most)s"
        fits = partial(_is_whole, least=least, most=most)
        return int(self._value(key, expected, fits, least=least, most=most))

    def wholes(self, key: str, least: int, most: int) -> tuple[int, ...]:
        """A whole number for all rounds, or a list with one per round."""
        expected = f"a whole number from {least} to {most}, or a list of them"
        value = self._value(key, expected, lambda v: bool(_as_list(v)) and _is_short(v))
        if not all(_is_whole(number, least, most) for number in _as_list(value)):
            raise self.fail(key, expected)
        return tuple(_as_list(value))

    def whole_or_word(self, key: str, most: int) -> int | str:
        """A whole number from 0 to `most`, or a text."""
        value: int | str = self._value(
            key,
            "a whole number from 0 to %(most)s, or a name",
            lambda v: _is_text(v) or _is_whole(v, 0, most),
            most=most,
        )
        return value

    def flag(self, key: str) -> bool:
        """True or false."""
        return bool(self._value(key, "true or false", lambda v: isinstance(v, bool)))

    def choice(self, key: str, choices: Sequence[str]) -> str:
        """One of the given words."""
        return str(self._value(key, f"one of {', '.join(choices)}", lambda v: v in choices))

    def is_word(self, key: str, word: str) -> bool:
        """Whether this key has exactly this word."""
        is_same = self._data.get(key) == word
        if is_same:
            self._read.add(key)
        return is_same

    def value(self, key: str) -> str | int | bool:
        """A choice of a house rule: a word, a number or a boolean."""
        choice: str | int | bool = self._value(key, "a text, a number, true or false", _is_plain)
        return choice

    def values(self, key: str) -> tuple[str | int | bool, ...]:
        """A choice of a house rule, or a list of them."""
        expected = "a text, a number, true or false"
        value = self._value(key, expected, lambda v: bool(_as_list(v)) and _is_short(v))
        if not all(_is_plain(each) for each in _as_list(value)):
            raise self.fail(key, expected)
        return tuple(_as_list(value))

    def words(self, key: str) -> tuple[str, ...]:
        """A list of texts; may be empty."""
        return tuple(
            self._value(
                key,
                f"a list of up to {MOST_ROWS} texts",
                lambda v: (
                    isinstance(v, list)
                    and _is_short(v)
                    and all(isinstance(word, str) for word in v)
                ),
            )
        )

    def section(self, key: str) -> "Section":
        """A nested table."""
        return Section(self._value(key, "a table", _is_table), self.file, self._path(key))

    def sections(self, key: str, least: int = 0, most: int = MOST_ROWS) -> list["Section"]:
        """A list of nested tables, with limits for their number."""
        rows = self._value(
            key,
            f"a list of {least} to {most} tables",
            lambda v: isinstance(v, list) and least <= len(v) <= most,
        )
        return [Section(row, self.file, self._path(f"{key}[{n}]")) for n, row in enumerate(rows)]

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self._data

    def keys(self) -> Iterator[str]:
        """The keys as written."""
        return iter(self._data)

    def table(self, key: str) -> Data:
        """A nested table with arbitrary keys."""
        data: Data = self._value(key, "a table", _is_table)
        return data

    def finish(self) -> None:
        """Raise the error for the first key that was not read, most often a typing slip."""
        for key in self._data:
            if key not in self._read:
                raise RulesetError(self.file, self._path(key), "no such key here")

    def _value(self, key: str, expected: str, fits: Callable[[Any], bool], **numbers: int) -> Any:  # noqa: ANN401
        self._read.add(key)
        if key not in self._data or not fits(self._data[key]):
            raise self.fail(key, expected, **numbers)
        return self._data[key]

    def _path(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key


def value_at(data: Data, path: str) -> object:
    """The value at a dotted path; None if there is none."""
    place: Any = data
    for key in path.split("."):
        place = place.get(key) if isinstance(place, Mapping) else None
    return place


def _as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _is_short(value: object) -> bool:
    return len(_as_list(value)) <= MOST_ROWS


def _is_whole(value: object, least: int, most: int) -> bool:
    """Whether it is an int; bool is excluded."""
    return type(value) is int and least <= value <= most


def _is_text(value: object) -> bool:
    """Whether it is a readable text in one line."""
    if not isinstance(value, str) or not value.strip() or len(value) > MOST_CHARACTERS:
        return False
    return not re.search(CONTROLS, value)


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int)


def _is_table(value: object) -> bool:
    return isinstance(value, Mapping)
