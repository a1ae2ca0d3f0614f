"""The kinds of values in a ruleset: each can be parsed, and described as JSON Schema."""

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from companion.rules.model.contracts import Contract
from companion.rules.reading.sections import CONTROLS, MOST, MOST_CHARACTERS, MOST_ROWS, Section

Schema = dict[str, Any]


class Kind(ABC):
    """A kind of value; `read` and `schema` accept the same values."""

    @abstractmethod
    def read(self, section: Section, key: str) -> Any:  # noqa: ANN401
        """Parse the value of this key, which exists. Raises RulesetError."""

    @property
    @abstractmethod
    def schema(self) -> Schema:
        """The JSON Schema of the value."""


@dataclass(frozen=True)
class Text(Kind):
    """A sentence or a name in one line, not blank."""

    most: int = MOST_CHARACTERS

    def read(self, section: Section, key: str) -> str:
        """The text, unchanged."""
        return section.text(key)

    @property
    def schema(self) -> Schema:
        """Its length, and a pattern for visible text on one line."""
        no_controls = {"not": {"pattern": CONTROLS}}
        return {"type": "string", "maxLength": self.most, "pattern": r"\S", **no_controls}


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number."""

    least: int = 0
    most: int = MOST

    def read(self, section: Section, key: str) -> int:
        """The number."""
        return section.whole(key, self.least, self.most)

    @property
    def schema(self) -> Schema:
        """Its range."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class ByRound(Whole):
    """A whole number for all rounds, or a list with one per round."""

    def read(self, section: Section, key: str) -> Any:  # noqa: ANN401
        """One number per round; the last one applies to all later rounds."""
        return section.wholes(key, self.least, self.most)

    @property
    def schema(self) -> Schema:
        """One, or a list."""
        single = super().schema
        several = {"type": "array", "items": single, "minItems": 1, "maxItems": MOST_ROWS}
        return {"anyOf": [single, several]}


@dataclass(frozen=True)
class ByCount(ByRound):
    """The points of each thing, or a list with those of one, of two, and so on."""

    def read(self, section: Section, key: str) -> Any:  # noqa: ANN401
        """The points of one, and the list, which is empty where each brings the same."""
        points = super().read(section, key)
        return points[0], points if isinstance(section.data[key], list) else ()


@dataclass(frozen=True)
class LimitByRound(ByRound):
    """The same, or the word `none`."""

    def read(self, section: Section, key: str) -> Any:  # noqa: ANN401
        """The limits; None means no limit."""
        return None if section.is_word(key, "none") else super().read(section, key)

    @property
    def schema(self) -> Schema:
        """One, a list, or the word."""
        return {"anyOf": [{"const": "none"}, *super().schema["anyOf"]]}


@dataclass(frozen=True)
class Price(Whole):
    """Points of a card, or a word: the name of another rank, or only `word`."""

    word: str = ""

    def read(self, section: Section, key: str) -> Any:  # noqa: ANN401
        """Points, or the word."""
        price = section.whole_or_word(key, self.most)
        if self.word and isinstance(price, str) and price != self.word:
            raise section.fail(key, f"{self.word}, or points a card")
        return price

    @property
    def schema(self) -> Schema:
        """An integer, or a text."""
        return {"anyOf": [super().schema, {"const": self.word} if self.word else Text().schema]}


@dataclass(frozen=True)
class Flag(Kind):
    """True or false."""

    def read(self, section: Section, key: str) -> bool:
        """The value, unchanged."""
        return section.flag(key)

    @property
    def schema(self) -> Schema:
        """A boolean."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class OneOf(Kind):
    """One of several words."""

    words: tuple[str, ...]

    def read(self, section: Section, key: str) -> str:
        """The word."""
        return section.choice(key, self.words)

    @property
    def schema(self) -> Schema:
        """An enumeration."""
        return {"enum": [*self.words]}


@dataclass(frozen=True)
class OneOfOrFlag(OneOf):
    """One of several words, of which two may be written as false and true."""

    flags: tuple[str, str]

    def read(self, section: Section, key: str) -> str:
        """The word."""
        is_flag = isinstance(section.data[key], bool)
        return self.flags[section.flag(key)] if is_flag else super().read(section, key)

    @property
    def schema(self) -> Schema:
        """An enumeration, with both flags."""
        return {"enum": [*self.words, False, True]}


@dataclass(frozen=True)
class OrWord(Kind):
    """A value of a kind, or one certain word, which stands for `means`: usually for no limit."""

    kind: Kind
    word: str = "none"
    means: str | None = None

    def read(self, section: Section, key: str) -> Any:  # noqa: ANN401
        """The value, or what the word means."""
        return self.means if section.is_word(key, self.word) else self.kind.read(section, key)

    @property
    def schema(self) -> Schema:
        """The schema of the value, or the word."""
        return {"anyOf": [{"const": self.word}, self.kind.schema]}

    @property
    def keys(self) -> tuple[Any, ...]:
        """The keys of a table."""
        keys: tuple[Any, ...] = getattr(self.kind, "keys", ())
        return keys


@dataclass(frozen=True)
class Words(Kind):
    """A list of texts; may be empty."""

    def read(self, section: Section, key: str) -> tuple[str, ...]:
        """The texts."""
        return section.words(key)

    @property
    def schema(self) -> Schema:
        """A list, with limits for its length."""
        return {"type": "array", "items": {"type": "string"}, "maxItems": MOST_ROWS}


@dataclass(frozen=True)
class Contracts(Words):
    """Contracts in short: `S3 R4 2xA` is a set of three, a run of four and two aces."""

    def read(self, section: Section, key: str) -> Any:  # noqa: ANN401
        """The contracts."""
        texts = enumerate(super().read(section, key))
        return tuple(self._contract(section, key, number, text) for number, text in texts)

    def _contract(self, section: Section, key: str, number: int, text: str) -> Contract:
        try:
            return Contract.parse(text)
        except ValueError:
            expected = (
                "melds such as S3 (set of 3), R4 (run of 4), C7 (7 of a colour) or 2xA (two aces)"
            )
            raise section.fail_at(key, number, expected) from None

    @property
    def schema(self) -> Schema:
        """Contracts with a meld at least, of two cards or more; a given rank may have one card."""
        meld = r"([SRC]0*([2-9]|[1-9][0-9]+)|[1-9][0-9]?x\S+)"
        pattern = rf"^\s*{meld}(\s+{meld})*\s*$"
        return super().schema | {"items": {"type": "string", "pattern": pattern}}


@dataclass(frozen=True)
class Plain(Kind):
    """A choice of a house rule: a word, a number or a boolean."""

    def read(self, section: Section, key: str) -> str | int | bool:
        """The value, unchanged."""
        return section.value(key)

    @property
    def schema(self) -> Schema:
        """The schema of scalars."""
        return {"type": ["string", "integer", "boolean"]}


class Plains(Kind):
    """One or several choices of a house rule."""

    def read(self, section: Section, key: str) -> tuple[str | int | bool, ...]:
        """The values, in order."""
        return section.values(key)

    @property
    def schema(self) -> Schema:
        """The schema of a scalar, or of a list of them."""
        single = Plain().schema
        return {"anyOf": [single, {"type": "array", "minItems": 1, "items": single}]}


@dataclass(frozen=True)
class AnyTable(Kind):
    """Keys and values that are validated elsewhere, but for types that only TOML has."""

    def read(self, section: Section, key: str) -> dict[str, Any]:
        """The value, unchanged."""
        table = dict(section.table(key))
        try:
            json.dumps(table, allow_nan=False)
        except (TypeError, ValueError):  # such as a date, or nan
            raise section.fail(
                key, "texts, whole numbers, true, false and lists of these"
            ) from None
        return table

    @property
    def schema(self) -> Schema:
        """The schema of any object."""
        return {"type": "object"}
