"""Contracts: the melds a player must lay down together."""

import re
from dataclasses import dataclass
from typing import Never, Self

_MELD = re.compile(r"([SRC])(\d+)")
_SMALLEST_MELD = 2


@dataclass(frozen=True, slots=True)
class Set:
    """So many cards of one rank."""

    size: int


@dataclass(frozen=True, slots=True)
class Run:
    """So many cards in sequence, in one suit."""

    size: int


@dataclass(frozen=True, slots=True)
class Colour:
    """So many cards of one colour."""

    size: int


Meld = Set | Run | Colour

_KINDS: dict[str, type[Meld]] = {"S": Set, "R": Run, "C": Colour}
_LETTERS = {kind: letter for letter, kind in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class Contract:
    """The melds to lay down together, in the order the rules list them."""

    melds: tuple[Meld, ...]

    @property
    def cards(self) -> int:
        """How many cards leave the hand when the contract is laid down."""
        return sum(meld.size for meld in self.melds)

    @property
    def notation(self) -> str:
        """The short form that `parse` reads, such as `S3 R4`."""
        return " ".join(f"{_LETTERS[type(meld)]}{meld.size}" for meld in self.melds)

    @classmethod
    def parse(cls, notation: str) -> Self:
        """Read `S3 R4`: a set of three and a run of four. Raises ValueError on anything else."""
        return cls(tuple(_meld(word) for word in notation.split()) or _fail(notation))


def _meld(word: str) -> Meld:
    match = _MELD.fullmatch(word)
    if not match or int(match[2]) < _SMALLEST_MELD:
        return _fail(word)
    return _KINDS[match[1]](int(match[2]))


def _fail(word: str) -> Never:
    raise ValueError(word)
