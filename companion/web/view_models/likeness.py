"""The description of a game, derived from its rules, to choose among many."""

from dataclasses import dataclass
from typing import Literal

from companion.rules.model.contracts import Contract
from companion.rules.model.ruleset import ContractTerm, Ruleset

Kind = Literal[
    "finish",
    "by_round",
    "wild_by_round",
    "rounds",
    "until",
    "melds_until",
    "knocks_until",
    "one_left",
    "open_end",
]


@dataclass(frozen=True, slots=True)
class Likeness:
    """The kind and length of a game: contracts, rounds, or points that end it.

    `drawn` is a contract from its middle, None without contracts; with a `wild_rank` each round
    has another wild rank.
    """

    kind: Kind
    number: int
    drawn: Contract | None
    wild_rank: bool
    term: ContractTerm


def likeness(ruleset: Ruleset) -> Likeness:
    """The description of this game."""
    contracts = ruleset.contracts
    drawn = contracts[len(contracts) // 2] if contracts else None
    moves = ruleset.moving_wild is not None
    return Likeness(*_kind(ruleset), drawn, moves, ruleset.contract_term)


def _kind(ruleset: Ruleset) -> tuple[Kind, int]:
    if ruleset.advancing == "finish":
        return "finish", len(ruleset.contracts)
    if ruleset.advancing == "round":
        return "by_round", len(ruleset.contracts)
    if ruleset.rounds:
        return "wild_by_round" if ruleset.moving_wild else "rounds", ruleset.rounds
    return _open_kind(ruleset), ruleset.end.limit or 0


def _open_kind(ruleset: Ruleset) -> Kind:
    """Of a game with any number of rounds."""
    if ruleset.knocking:
        return "knocks_until"
    ends: dict[str, Kind] = {"one_left": "one_left", "table_ends": "open_end"}
    until: Kind = "until" if ruleset.end.low_wins else "melds_until"
    return ends.get(ruleset.end.when, until)
