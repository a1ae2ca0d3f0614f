"""A key with its kind, and tables of keys, which can be nested."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.rules.reading.keys.kinds import ByRound, Kind, Schema
from companion.rules.reading.sections import MOST_ROWS, Section

REQUIRED = object()
Part = Literal["names", "cards", "playing", "melding", "scoring", "house rules", "to read"]


@dataclass(frozen=True)
class Key:
    """One key: its name, kind and meaning.

    `default` applies if the key is missing; `field` is its name in the Ruleset if different, `part`
    its subject. With `only_with`, another key of the same table and some of its values, the key is
    required with those and forbidden otherwise. `sentence` stands on the rules card for other
    than default values; it may contain `%(value)s`, and is empty if the card has its own words.
    """

    name: str
    kind: Kind
    meaning: str
    default: Any = REQUIRED
    field: str = ""
    part: Part = "names"
    only_with: tuple[str, tuple[str, ...]] | None = None
    sentence: str = ""

    @property
    def is_needed(self) -> bool:
        """Whether every table must have the key."""
        return self.default is REQUIRED

    def read(self, section: Section, fields: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """Parse the value, given the `fields` read so far. Raises RulesetError."""
        if self.only_with and fields[self.only_with[0]] not in self.only_with[1]:
            return None  # left unread, so that it is reported as unknown
        if not self.is_needed and not section.has(self.name):
            return self.default
        return self.kind.read(section, self.name)

    @property
    def schema(self) -> Schema:
        """The schema of the value, with its meaning."""
        known = {"default": self.default} if isinstance(self.default, str | int) else {}
        return {"description": self.meaning, **self.kind.schema, **known}


def read_keys(section: Section, keys: tuple[Key, ...]) -> dict[str, Any]:
    """The values of these keys by field; other keys are refused. Raises RulesetError."""
    values: dict[str, Any] = {}
    for key in keys:
        values[key.field or key.name] = key.read(section, values)
    section.finish()
    return values


def schema_of(keys: tuple[Key, ...]) -> Schema:
    """A JSON Schema of a table with these keys and no others."""
    conditional = [_only_with(key) for key in keys if key.only_with]
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [key.name for key in keys if key.is_needed and not key.only_with],
        "properties": {key.name: key.schema for key in keys},
        **({"allOf": conditional} if conditional else {}),
    }


def _only_with(key: Key) -> Schema:
    other, values = key.only_with or ("", ())
    fits = {"properties": {other: {"enum": [*values]}}, "required": [other]}
    return {"if": fits, "then": {"required": [key.name]}, "else": {"properties": {key.name: False}}}


def all_keys(keys: tuple[Key, ...], place: str = "") -> Iterator[tuple[str, Key]]:
    """Every key by its dotted path, including nested tables."""
    for key in keys:
        path = f"{place}.{key.name}" if place else key.name
        yield path, key
        yield from all_keys(getattr(key.kind, "keys", ()), path)


@dataclass(frozen=True)
class TableOf(Kind):
    """A table with these keys."""

    keys: tuple[Key, ...]

    def read(self, section: Section, key: str) -> dict[str, Any]:
        """The parsed table, by field."""
        return read_keys(section.section(key), self.keys)

    @property
    def schema(self) -> Schema:
        """The schema of its keys."""
        return schema_of(self.keys)


@dataclass(frozen=True)
class Rows(Kind):
    """A list of tables."""

    keys: tuple[Key, ...]
    least: int = 0
    most: int = MOST_ROWS

    def read(self, section: Section, key: str) -> list[dict[str, Any]]:
        """The parsed rows, each by field."""
        rows = section.sections(key, self.least, self.most)
        return [read_keys(row, self.keys) for row in rows]

    @property
    def schema(self) -> Schema:
        """The schema of the list."""
        items = {"items": schema_of(self.keys)}
        return {"type": "array", "minItems": self.least, "maxItems": self.most, **items}


@dataclass(frozen=True)
class Named(Kind):
    """A table whose keys are names: ranks, paragraphs, house rules."""

    each: Kind

    def read(self, section: Section, key: str) -> dict[str, Any]:
        """The parsed values by name."""
        inside = section.section(key)
        return {name: self.each.read(inside, name) for name in inside.keys()}  # noqa: SIM118

    @property
    def schema(self) -> Schema:
        """The same schema for every name."""
        return {"type": "object", "additionalProperties": self.each.schema}


@dataclass(frozen=True)
class ByRoundOrRows(ByRound):
    """A whole number for all rounds, a list with one per round, a list of tables, or `none`."""

    rows: Rows = field(default_factory=lambda: Rows(()))

    def read(self, section: Section, key: str) -> Any:  # noqa: ANN401
        """The numbers, or the rows; none for the word."""
        if section.is_word(key, "none"):
            return ()
        value = section.data.get(key)
        has_rows = isinstance(value, list) and any(isinstance(row, Mapping) for row in value)
        return self.rows.read(section, key) if has_rows else super().read(section, key)

    @property
    def schema(self) -> Schema:
        """One, a list, a list of tables, or the word."""
        return {"anyOf": [{"const": "none"}, *super().schema["anyOf"], self.rows.schema]}


@dataclass(frozen=True)
class NamedOrRows(Kind):
    """A table by name, so that variants can add to it, or a list of tables."""

    named: Named
    rows: Rows

    def read(self, section: Section, key: str) -> Any:  # noqa: ANN401
        """The parsed mapping or list."""
        is_named = isinstance(section.data.get(key), Mapping)
        return (self.named if is_named else self.rows).read(section, key)

    @property
    def schema(self) -> Schema:
        """The schema of a table, or of a list."""
        return {"anyOf": [self.named.schema, self.rows.schema]}
