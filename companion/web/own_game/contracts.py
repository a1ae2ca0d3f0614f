"""Edits contracts tap by tap: another set, a longer meld, one meld less."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.rules.model.contracts import Contract, Meld, OfRank, Run, Set
from companion.web.forms.fields import whole_number

_FIRST: dict[str, Meld] = {"set": Set(3), "run": Run(4)}
_SMALLEST, LARGEST, _MOST_OF_RANK = 2, 30, 20
# The most cards of any hand: 60 dealt, one drawn, and 20 buys of four cards each.
_MOST_IN_HAND = 60 + 1 + 20 * 4


def read_contract(notation: str) -> Contract:
    """The contract with this notation; empty if invalid or too large."""
    try:
        contract = Contract.parse(notation)
    except ValueError:
        return Contract(())
    return contract if contract.cards <= _MOST_IN_HAND else Contract(())


def contracts_after(notations: Sequence[str], step: str, most: int = LARGEST) -> list[str]:
    """The notations after a step; no meld exceeds `most` cards.

    A step is what happens to a contract: `2:set`, `2:run`, `2:rank:K`, `2:rank:K:4`, or to one of
    its melds: `2:0:longer`, `2:0:shorter`, `2:0:drop`. Any other changes nothing.
    """
    match _words(step):
        case [int(n), str(kind)] if n < len(notations) and kind in _FIRST:
            return _with_melds(notations, n, lambda melds: [*melds, _first(kind, most)])
        case [int(n), "rank", rank, *size] if n < len(notations) and f"{rank}".isalnum():
            return _with_melds(notations, n, lambda melds: [*melds, _of_rank(f"{rank}", *size)])
        case [int(n), int(meld), str(what)] if n < len(notations):
            return _with_melds(notations, n, lambda melds: _changed(melds, meld, what, most))
    return list(notations)


def _words(step: str) -> list[str | int]:
    words = step.split(":")
    return [word if (number := whole_number(word)) is None else number for word in words]


def _with_melds(
    notations: Sequence[str], n: int, change: Callable[[list[Meld]], list[Meld]]
) -> list[str]:
    melds = change(list(read_contract(notations[n]).melds))
    return [*notations[:n], Contract(tuple(melds)).notation, *notations[n + 1 :]]


def _of_rank(rank: str, size: int | str = _SMALLEST, *_: object) -> OfRank:
    return OfRank(min(max(size, 1), _MOST_OF_RANK) if isinstance(size, int) else _SMALLEST, rank)


def _first(kind: str, most: int) -> Meld:
    meld = _FIRST[kind]
    return replace(meld, size=max(min(meld.size, most), _SMALLEST))


def _changed(melds: list[Meld], n: int, what: str, most: int) -> list[Meld]:
    if n >= len(melds):
        return melds
    size = melds[n].size
    if what == "longer" and size < most:
        size += 1
    elif what == "shorter" and size > (1 if isinstance(melds[n], OfRank) else _SMALLEST):
        size -= 1
    kept = [] if what == "drop" else [replace(melds[n], size=size)]
    return [*melds[:n], *kept, *melds[n + 1 :]]
