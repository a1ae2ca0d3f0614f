"""The felt of a game: its contracts, its wild rank, or its target.

It follows from the rules alone, so it can be shown before the first round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.fold.replay import replay
from companion.rules.model.contracts import Contract
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Seats
from companion.web.view_models.ladder import Ladder, ladder
from companion.web.view_models.open_round import RoundFigures, round_figures

Hero = Literal["", "of_all", "ladder", "wild", "target"]
_EXAMPLES = ("A", "B", "C", "D", "E", "F", "G", "H", "I")


@dataclass(frozen=True, slots=True)
class Felt:
    """The felt of the first round, with fields of the table."""

    hero: Hero
    round: RoundFigures
    of_all: Contract | None
    next_of_all: Contract | None
    ladder: Ladder | None
    target: int | None
    is_race: bool


def hero_of(ruleset: Ruleset, figures: RoundFigures) -> Hero:
    """The subject of the game."""
    if ruleset.contracts:
        return "of_all" if ruleset.advancing == "round" else "ladder"
    if figures.wild:
        return "wild"
    return "" if ruleset.end.limit is None else "target"


def next_of_all(ruleset: Ruleset, number: int | None) -> Contract | None:
    """The next contract, numbered from 1, if it is common to all players."""
    if not number or ruleset.advancing != "round":
        return None
    return next(iter(ruleset.contracts[number : number + 1]), None)


def first_felt(ruleset: Ruleset) -> Felt | None:
    """The felt of the first round by these rules, with the minimum of players."""
    names = _EXAMPLES[: max(ruleset.least_players, 2)]
    state = replay(ruleset, Seats(names), ())
    if state.open is None:
        return None
    figures, by_round = round_figures(ruleset, names, state.open.deal), ruleset.advancing == "round"
    hero = hero_of(ruleset, figures)
    return Felt(
        hero=hero,
        round=figures,
        of_all=ruleset.contracts[0] if by_round else None,
        next_of_all=next_of_all(ruleset, 1),
        ladder=ladder(_all_on_the_first(ruleset, names)) if hero == "ladder" else None,
        target=ruleset.end.limit,
        is_race=not ruleset.end.low_wins,
    )


def _all_on_the_first(ruleset: Ruleset, names: Sequence[str]) -> list[list[tuple[int, str]]]:
    others: list[list[tuple[int, str]]] = [[] for _ in ruleset.contracts[1:]]
    return [[*enumerate(names)], *others]
