"""The cards of a ruleset: its pack and decks, what is wild, and what each rank costs."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from companion.rules.cards import JOKER, Decks, Pack
from companion.rules.rulesets import DecksFor, MovingWild
from companion.rules.sections import Section

_COPIES = 4
MOST_CARDS_DEALT = 60
MOST_DECKS = 20
MOST_POINTS_A_CARD = 1000
# Keys of card classes put other signs between them: `3-9`, `Joker/2`.
_RANK = re.compile(r"\w{1,20}")
T = TypeVar("T")


def read_cards(top: Section) -> dict[str, Any]:
    """The fields of a Ruleset that are about its cards. Raises RulesetError."""
    pack = _pack(top.section("pack")) if top.has("pack") else Pack()
    decks = tuple(_decks(row, pack) for row in top.sections("decks", least=1))
    values = _values(top.section("values"), pack)
    return {
        "pack": pack,
        "decks": decks,
        "values": _in_play(values, decks),
        "wild": _wild(top, values),
        "moving_wild": _moving_wild(top.section("moving_wild")) if top.has("moving_wild") else None,
    }


def _pack(section: Section) -> Pack:
    ranks = section.words("ranks")
    each = section.whole("copies", 1, default=_COPIES)
    if not ranks or len(set(ranks)) != len(ranks) or JOKER in ranks:
        raise section.fail("ranks", "each rank once, high to low, without the joker")
    if not all(map(_RANK.fullmatch, ranks)):
        raise section.fail("ranks", "names of up to 20 letters and digits")
    exceptions = _by_rank(section, "exceptions", ranks, lambda row, rank: row.whole(rank, 1))
    called = _by_rank(section, "called", (JOKER, *ranks), lambda row, rank: row.text(rank))
    section.finish()
    return Pack(ranks, tuple(exceptions.get(rank, each) for rank in ranks), called)


def _by_rank(
    section: Section, key: str, ranks: Iterable[str], read: Callable[[Section, str], T]
) -> dict[str, T]:
    """What a table says of some of these ranks; most packs have no such table."""
    if not section.has(key):
        return {}
    row = section.section(key)
    found = {rank: read(row, rank) for rank in ranks if row.has(rank)}
    row.finish()
    return found


def _decks(row: Section, pack: Pack) -> DecksFor:
    decks = Decks(row.whole("decks", 1, MOST_DECKS), row.whole("jokers"), pack)
    up_to = row.whole("up_to", 1)
    dealt = row.whole("cards_dealt", 1, MOST_CARDS_DEALT) if row.has("cards_dealt") else None
    row.finish()
    return DecksFor(up_to, decks, dealt)


def _values(section: Section, pack: Pack) -> dict[str, int]:
    """Points by rank; a value may name another rank, and then costs the same."""
    for rank in section.keys():  # noqa: SIM118 - a Section is not a mapping
        if rank not in pack.names:
            raise section.unknown(rank, f"a rank: {', '.join(pack.names)}")
    named = {
        rank: section.whole_or_word(rank, MOST_POINTS_A_CARD)
        for rank in pack.names
        if section.has(rank)
    }
    return {rank: _value(section, named, rank) for rank in named}


def _value(section: Section, named: Mapping[str, int | str], rank: str) -> int:
    value = named[rank]
    found = named.get(value) if isinstance(value, str) else value
    if not isinstance(found, int):
        raise section.fail(rank, "a whole number, or another rank that has one")
    return found


def _in_play(values: dict[str, int], decks: tuple[DecksFor, ...]) -> dict[str, int]:
    """A joker has a price only where some jokers are in play."""
    if any(row.decks.jokers for row in decks):
        return values
    return {rank: value for rank, value in values.items() if rank != JOKER}


def _wild(top: Section, values: Mapping[str, Any]) -> tuple[str, ...]:
    ranks = top.words("wild")
    if not set(ranks) <= set(values):
        raise top.fail("wild", "only ranks that stand under values")
    return ranks


def _moving_wild(section: Section) -> MovingWild:
    value = section.whole_or_word("value", MOST_POINTS_A_CARD)
    section.finish()
    if isinstance(value, str) and value != "own":
        raise section.fail("value", "own, or points a card")
    return MovingWild(None if isinstance(value, str) else value)
