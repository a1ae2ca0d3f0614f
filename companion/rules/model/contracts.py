"""Contracts: the melds that a player must lay down together."""

import re
from dataclasses import dataclass
from typing import Never, Self

_MELD = re.compile(r"([SRC])(\d+)")
_OF_A_RANK = re.compile(r"([1-9][0-9]?)x(\S+)")
_SMALLEST_MELD = 2


@dataclass(frozen=True, slots=True)
class Set:
    """A number of cards of one rank."""

    size: int


@dataclass(frozen=True, slots=True)
class Run:
    """A number of cards in sequence, of one suit."""

    size: int


@dataclass(frozen=True, slots=True)
class Colour:
    """A number of cards of one colour."""

    size: int


@dataclass(frozen=True, slots=True)
class OfRank:
    """A number of cards of a given rank: two aces."""

    size: int
    rank: str


Meld = Set | Run | Colour | OfRank

_KINDS: dict[str, type[Set | Run | Colour]] = {"S": Set, "R": Run, "C": Colour}
_LETTERS = {kind: letter for letter, kind in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class Contract:
    """The melds to lay down together, in the order of the rules."""

    melds: tuple[Meld, ...]

    @property
    def cards(self) -> int:
        """The number of cards that the contract takes from the hand."""
        return sum(meld.size for meld in self.melds)

    @property
    def notation(self) -> str:
        """The short notation that `parse` reads, such as `S3 R4 2xA`."""
        return " ".join(map(_notation, self.melds))

    @classmethod
    def parse(cls, notation: str) -> Self:
        """Parse `S3 R4 2xA`: a set of three, a run of four and two aces.

        The ruleset checks whether the pack has the rank. Raises ValueError otherwise.
        """
        return cls(tuple(_meld(word) for word in notation.split()) or _fail(notation))


def _notation(meld: Meld) -> str:
    if isinstance(meld, OfRank):
        return f"{meld.size}x{meld.rank}"
    return f"{_LETTERS[type(meld)]}{meld.size}"


def _meld(word: str) -> Meld:
    of_a_rank = _OF_A_RANK.fullmatch(word)
    if of_a_rank:
        return OfRank(int(of_a_rank[1]), of_a_rank[2])
    match = _MELD.fullmatch(word)
    if not match or int(match[2]) < _SMALLEST_MELD:
        return _fail(word)
    return _KINDS[match[1]](int(match[2]))


def _fail(word: str) -> Never:
    raise ValueError(word)
