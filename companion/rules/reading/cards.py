"""The cards of a ruleset: pack, decks, wild cards, and the value of each rank."""

import re
from collections.abc import Mapping
from typing import Any

from companion.rules.model.cards import JOKER, Decks, Pack
from companion.rules.model.ruleset import DecksFor, MovingWild
from companion.rules.reading.sections import Data, Section

# Keys of card classes use other separators: `3-9`, `Joker/2`.
_RANK = re.compile(r"\w{1,20}")


def read_cards(top: Section, found: dict[str, Any]) -> dict[str, Any]:
    """The card fields of a Ruleset, from the keys `found` in the file.

    Raises RulesetError.
    """
    said = found.pop("pack")
    pack = Pack() if said is None else _pack(top.section("pack"), said)
    decks = tuple(_decks(row, pack) for row in found.pop("decks"))
    values = _values(top.section("values"), found.pop("values"), pack)
    moving = found.pop("moving_wild")
    if not set(found["wild"]) <= set(values):
        raise top.fail("wild", "only ranks that stand under values")
    return {
        "pack": pack,
        "decks": decks,
        "values": _in_play(values, decks),
        "moving_wild": None if moving is None else _moving_wild(moving),
    }


def _pack(section: Section, said: Data) -> Pack:
    ranks = said["ranks"]
    if not ranks or len(set(ranks)) != len(ranks) or JOKER in ranks:
        raise section.fail("ranks", "each rank once, high to low, without the joker")
    if not all(map(_RANK.fullmatch, ranks)):
        raise section.fail("ranks", "names of up to 20 letters and digits")
    for key, known in (("exceptions", ranks), ("called", (JOKER, *ranks))):
        for rank in said[key]:
            if rank not in known:
                raise section.unknown(f"{key}.{rank}", "no such key here")
    copies = (said["exceptions"].get(rank, said["copies"]) for rank in ranks)
    return Pack(ranks, tuple(copies), said["called"], said["about"])


def _decks(row: Data, pack: Pack) -> DecksFor:
    return DecksFor(row["up_to"], Decks(row["decks"], row["jokers"], pack), row["cards_dealt"])


def _values(section: Section, named: Mapping[str, int | str], pack: Pack) -> dict[str, int]:
    """Points by rank; a value may be another rank, whose points are then used."""
    for rank in named:
        if rank not in pack.names:
            raise section.unknown(rank, f"a rank: {', '.join(pack.names)}")
    return {rank: _value(section, named, rank) for rank in pack.names if rank in named}


def _value(section: Section, named: Mapping[str, int | str], rank: str) -> int:
    value = named[rank]
    found = named.get(value) if isinstance(value, str) else value
    if not isinstance(found, int):
        raise section.fail(rank, "a whole number, or another rank that has one")
    return found


def _in_play(values: dict[str, int], decks: tuple[DecksFor, ...]) -> dict[str, int]:
    """Jokers have a value only in decks with jokers."""
    if any(row.decks.jokers for row in decks):
        return values
    return {rank: value for rank, value in values.items() if rank != JOKER}


def _moving_wild(said: Data) -> MovingWild:
    value = said["value"]
    return MovingWild(None if isinstance(value, str) else value, said["drawn"])
