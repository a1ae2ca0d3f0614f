"""The resolved melding rules of a game as plain data: the input of the referee."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from companion.rules.model.cards import JOKER
from companion.rules.model.contracts import Colour
from companion.rules.model.ruleset import Ruleset

_JOKER = "*"


def melding_data(ruleset: Ruleset) -> dict[str, Any]:
    """The melding rules (null where silent) with their sources, the cards, decks and contracts.

    `cards` are in the order of a run, jokers last; `moving_points` is the value of a card in a
    round in which its rank is wild. `dealt` is cards a player, `most_points` the limit of a hand.
    """
    melding = asdict(ruleset.melding)
    decided = melding.pop("usual")
    for key in ("suits", "cards"):
        del melding[key]
    # A ruling replaces the value of the sources.
    melding["sources"] = {k: said for k, said in melding["sources"].items() if k not in decided}
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
    found: dict[str, Any] = {"colour_least": min(colours, default=None)}
    if melding["last_contract_complete"] is None and ruleset.only_who_goes_out_lays_down_last:
        found["last_contract_complete"] = True
    return found


def _cards(ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    pack = ruleset.pack
    for rank, copies in zip(reversed(pack.ranks), reversed(pack.copies), strict=True):
        codes = ruleset.melding.cards.get(rank) or [f"{rank}{s}" for s in ruleset.melding.suits]
        for code in codes:
            yield _card(ruleset, rank, code, copies // len(codes))
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
