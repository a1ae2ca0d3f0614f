"""The cards of a ruleset: pack, decks, wild cards, values; its melding rules as plain data."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from companion.rules.model.cards import JOKER, Bonus, Decks, Pack
from companion.rules.model.contracts import Colour
from companion.rules.model.melding import Melding
from companion.rules.model.ruleset import DecksFor, MovingWild, Ruleset
from companion.rules.reading.sections import Data, Section

# Keys of card classes use other separators: `3-9`, `Joker/2`.
_RANK = re.compile(r"\w{1,20}")
NO_SUCH_CARD = "only cards as the referee writes them, such as 3H"
_NO_RUN = "no such key unless counts is melded, without cards and meld_size"
_OWN_NAME = "a name of up to 20 letters and digits that no card has, each once"


def read_cards(top: Section, fields: dict[str, Any], melding: Melding) -> dict[str, Any]:
    """The card fields of a Ruleset, from the `fields` of the file; `melding` names the cards.

    Raises RulesetError.
    """
    data = fields.pop("pack")
    pack = Pack() if data is None else _pack(top.section("pack"), data)
    decks = tuple(_decks(row, pack) for row in fields.pop("decks"))
    values = _values(top.section("values"), fields.pop("values"), pack)
    moving = fields.pop("moving_wild")
    if not set(fields["wild"]) <= set(values):
        raise top.fail("wild", "only ranks that stand under values")
    if moving and moving["joker"] not in {"", *(pack.ranks if moving["drawn"] else ())}:
        raise top.fail("moving_wild.joker", "only ranks of the pack, and only if one is drawn")
    return {
        "pack": pack,
        "decks": decks,
        "values": _in_play(values, decks),
        "moving_wild": None if moving is None else _moving_wild(moving),
        "bonuses": tuple(_bonuses(top, fields.pop("bonuses"), pack, melding)),
    }


def _bonuses(
    top: Section, rows: list[dict[str, Any]], pack: Pack, melding: Melding
) -> Iterator[Bonus]:
    """Each with a name of its own, which is no rank."""
    names, copies = [*pack.names], {code: n for _, code, n in _codes(pack, melding)}
    for n, row in enumerate(rows):
        if row["key"] in names or not _RANK.fullmatch(row["key"]):
            raise top.unknown(f"bonuses[{n}].key", _OWN_NAME)
        names.append(row["key"])
        if not {*row["run"]} <= {*pack.ranks}:
            raise top.fail(f"bonuses[{n}].run", "only ranks of the pack")
        if row["run"]:
            if row["counts"] != "melded" or row["cards"] or row["meld_size"]:
                raise top.fail(f"bonuses[{n}].run", _NO_RUN)
            row["cards"] = tuple(c for rank, c, _ in _codes(pack, melding) if rank == row["run"][0])
        if not {*row["cards"]} <= copies.keys():
            raise top.fail(f"bonuses[{n}].cards", NO_SUCH_CARD)
        value, by_count = row.pop("points")
        in_deck = sum(copies[code] for code in row["cards"])
        row |= {"by_count": by_count, "in_deck": in_deck}
        yield Bonus(spans=(), value=value, wild=False, **row)


def _pack(section: Section, data: Data) -> Pack:
    ranks = data["ranks"]
    if not ranks or len(set(ranks)) != len(ranks) or JOKER in ranks:
        raise section.fail("ranks", "each rank once, high to low, without the joker")
    if not all(map(_RANK.fullmatch, ranks)):
        raise section.fail("ranks", "names of up to 20 letters and digits")
    for key, known in (("exceptions", ranks), ("called", (JOKER, *ranks))):
        for rank in data[key]:
            if rank not in known:
                raise section.unknown(f"{key}.{rank}", "no such key here")
    copies = (data["exceptions"].get(rank, data["copies"]) for rank in ranks)
    return Pack(ranks, tuple(copies), data["called"], data["about"])


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
    number = named.get(value) if isinstance(value, str) else value
    if not isinstance(number, int):
        raise section.fail(rank, "a whole number, or another rank that has one")
    return number


def _in_play(values: dict[str, int], decks: tuple[DecksFor, ...]) -> dict[str, int]:
    """Jokers have a value only in decks with jokers."""
    if any(row.decks.jokers for row in decks):
        return values
    return {rank: value for rank, value in values.items() if rank != JOKER}


def _moving_wild(data: Data) -> MovingWild:
    value = data["value"]
    return MovingWild(None if isinstance(value, str) else value, data["drawn"], data["joker"])


_JOKER = "*"


def melding_data(ruleset: Ruleset) -> dict[str, Any]:
    """The melding rules (null where silent) with their sources, the cards, decks and contracts.

    `cards` are in the order of a run, jokers last; `moving_points` is the value of a card in a
    round in which its rank is wild. `one_run_closes` says whether all cards in one run close best,
    as `big_gin`. `dealt` is cards a player, `most_points` the limit of a hand.
    The `least` points of an opening are those of the first round of a player without points, one
    of all its `points`. Where melds score, cards count in it `as_melded`, wild ones too.
    """
    melding = asdict(ruleset.melding)
    decided = melding.pop("usual")
    for key in ("suits", "cards"):
        del melding[key]
    # A ruling replaces the value of the sources.
    melding["sources"] = {k: source for k, source in melding["sources"].items() if k not in decided}
    return {
        "melding": melding | _from_the_ruleset(ruleset, melding),
        "suits": [*ruleset.melding.suits],
        "cards": [*_cards(ruleset)],
        "decks": [
            {"up_to": row.up_to, "decks": row.decks.decks, "jokers": row.decks.jokers}
            for row in ruleset.decks
        ],
        "contracts": [contract.notation for contract in ruleset.contracts],
        "dealt": _dealt(ruleset),
        "most_points": ruleset.most_points,
        "knocking": ruleset.knocking and asdict(ruleset.knocking),
        "one_run_closes": ruleset.closing.big_gin is not None,
        "opening": _opening(ruleset) if ruleset.opening.is_needed else None,
    }


def _opening(ruleset: Ruleset) -> dict[str, Any]:
    opening = ruleset.opening
    same = ("low_ace_is_one", "pure_runs", "pure_sets", "all_at_once")
    return {
        "least": opening.least(1, 0) or 0,
        "points": [*opening.every_least],
        "values": dict(opening.values),
        "as_melded": ruleset.scoring.melds_score,
        **{key: getattr(opening, key) for key in same},
    }


def _dealt(ruleset: Ruleset) -> int | None:
    """Cards a player, where it is the same number in every round and for any number of players."""
    dealt = {*ruleset.cards_dealt, *(row.cards_dealt for row in ruleset.decks)} - {None}
    return dealt.pop() if len(dealt) == 1 else None


def _from_the_ruleset(ruleset: Ruleset, melding: dict[str, Any]) -> dict[str, Any]:
    """Values from the rest of the ruleset: of silent keys, and of melds that only contracts know.

    `colour_least` is the fewest cards of one colour that a contract asks for, if one does.
    """
    melds = (meld for contract in ruleset.contracts for meld in contract.melds)
    colours = [meld.size for meld in melds if isinstance(meld, Colour)]
    fields: dict[str, Any] = {"colour_least": min(colours, default=None)}
    if melding["last_contract_complete"] is None and ruleset.only_who_goes_out_lays_down_last:
        fields["last_contract_complete"] = True
    return fields


def card_codes(ruleset: Ruleset) -> set[str]:
    """Every card of a rank in the notation of the referee."""
    return {code for _, code, _ in _codes(ruleset.pack, ruleset.melding)}


def _codes(pack: Pack, melding: Melding) -> Iterator[tuple[str, str, int]]:
    """The rank of each card, its code and its copies in a deck, in the order of a run."""
    for rank, copies in zip(reversed(pack.ranks), reversed(pack.copies), strict=True):
        codes = melding.cards.get(rank) or [f"{rank}{suit}" for suit in melding.suits]
        for code in codes:
            yield rank, code, copies // len(codes)


def _cards(ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    for rank, code, copies in _codes(ruleset.pack, ruleset.melding):
        yield _card(ruleset, rank, code, copies)
    yield _card(ruleset, JOKER, _JOKER, 0)


def _card(ruleset: Ruleset, rank: str, code: str, copies: int) -> dict[str, Any]:
    suited = len(code) > 1 and code[-1] in ruleset.melding.suits
    moving = ruleset.moving_wild
    return {
        "code": code,
        "rank": code[:-1] if suited else "",
        "suit": code[-1] if suited else "",
        "copies": copies,
        "wild": rank in ruleset.wild or code == _JOKER,
        "points": ruleset.values.get(rank, 0),
        "moving_points": moving.value if moving else None,
    }
