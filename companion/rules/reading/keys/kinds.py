"""What may stand under a key of a ruleset: how it is read, and the JSON Schema of the same."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from companion.rules.model.contracts import Contract
from companion.rules.reading.sections import CONTROLS, MOST, MOST_CHARACTERS, MOST_ROWS, Section

Schema = dict[str, Any]


class Kind(ABC):
    """One kind of value. `read` and `schema` take and refuse the same."""

    @abstractmethod
    def read(self, section: Section, key: str) -> Any:  # noqa: ANN401
        """What stands under this key, which is there. Raises RulesetError."""

    @property
    @abstractmethod
    def schema(self) -> Schema:
        """A JSON Schema of what may stand there."""


@dataclass(frozen=True)
class Text(Kind):
    """A sentence or a name on one line; never blank."""

    most: int = MOST_CHARACTERS

    def read(self, section: Section, key: str) -> str:
        """As it is spelled."""
        return section.text(key)

    @property
    def schema(self) -> Schema:
        """Its length, something to read, and nothing that breaks the line."""
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
    """A whole number that serves every round, or one for each."""

    def read(self, section: Section, key: str) -> Any:  # noqa: ANN401
        """A number for each round, the last one standing for all later rounds."""
        return section.wholes(key, self.least, self.most)

    @property
    def schema(self) -> Schema:
        """One, or a list."""
        one = super().schema
        return {
            "anyOf": [one, {"type": "array", "items": one, "minItems": 1, "maxItems": MOST_ROWS}]
        }


@dataclass(frozen=True)
class LimitByRound(ByRound):
    """The same, or the word `none`."""

    def read(self, section: Section, key: str) -> Any:  # noqa: ANN401
        """None where there is no limit."""
        return None if section.is_word(key, "none") else super().read(section, key)

    @property
    def schema(self) -> Schema:
        """One, a list, or the word."""
        return {"anyOf": [{"const": "none"}, *super().schema["anyOf"]]}


@dataclass(frozen=True)
class Price(Whole):
    """Points of a card, or a word in their place: the name of another rank, or only `word`."""

    word: str = ""

    def read(self, section: Section, key: str) -> Any:  # noqa: ANN401
        """Points, or the word."""
        price = section.whole_or_word(key, self.most)
        if self.word and isinstance(price, str) and price != self.word:
            raise section.fail(key, f"{self.word}, or points a card")
        return price

    @property
    def schema(self) -> Schema:
        """Either of the two."""
        return {"anyOf": [super().schema, {"const": self.word} if self.word else Text().schema]}


@dataclass(frozen=True)
class Flag(Kind):
    """True or false."""

    def read(self, section: Section, key: str) -> bool:
        """As it is."""
        return section.flag(key)

    @property
    def schema(self) -> Schema:
        """Neither 0 nor 1."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class Choice(Kind):
    """One of some words."""

    words: tuple[str, ...]

    def read(self, section: Section, key: str) -> str:
        """The word."""
        return section.choice(key, self.words)

    @property
    def schema(self) -> Schema:
        """The words."""
        return {"enum": [*self.words]}


@dataclass(frozen=True)
class Words(Kind):
    """A list of texts; may be empty."""

    def read(self, section: Section, key: str) -> tuple[str, ...]:
        """The texts."""
        return section.words(key)

    @property
    def schema(self) -> Schema:
        """How many."""
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
        """At least one meld each, of two cards or more; of a rank one card may do."""
        meld = r"([SRC]0*([2-9]|[1-9][0-9]+)|[1-9][0-9]?x\S+)"
        pattern = rf"^\s*{meld}(\s+{meld})*\s*$"
        return super().schema | {"items": {"type": "string", "pattern": pattern}}


@dataclass(frozen=True)
class Plain(Kind):
    """What a house rule may be set to: a word, a number, true or false."""

    def read(self, section: Section, key: str) -> str | int | bool:
        """As it is."""
        return section.value(key)

    @property
    def schema(self) -> Schema:
        """Anything that has no parts."""
        return {"type": ["string", "integer", "boolean"]}


@dataclass(frozen=True)
class AnyTable(Kind):
    """Keys and values that are read where they are put to use."""

    def read(self, section: Section, key: str) -> dict[str, Any]:
        """As it is."""
        return dict(section.table(key))

    @property
    def schema(self) -> Schema:
        """Any keys."""
        return {"type": "object"}
