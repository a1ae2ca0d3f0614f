"""The ruleset that follows from the answers."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from operator import le
from typing import Any

from companion.rules.model.contracts import Contract
from companion.rules.model.ruleset import Ruleset

BY_POINTS = "limit"
# The possible winners, by what happens to players who do not make their contract.
_WINNERS = {
    "finish": ("first_to_finish", "lowest_points_when_someone_finishes"),
    "round": ("lowest_total", BY_POINTS),
    "none": ("lowest_total", BY_POINTS),
}
TIEBREAKS = {
    "finish": ("shared", "play_on", "went_out_last_round", "playoff"),
    "round": ("shared", "play_on", "tied_play_on"),
    "none": ("shared", "play_on", "tied_play_on"),
}
_LEAST_RANKS = 3
_OWN_ENDS = {"one_left", "table_ends"}


@dataclass(frozen=True, slots=True)
class PriceGroup:
    """Ranks with a common price, high to low; None if each costs its own number."""

    ranks: tuple[str, ...]
    price: int | None

    def prices(self, price: int | None) -> dict[str, int]:
        """The price of each rank."""
        return {rank: int(rank) if price is None else price for rank in self.ranks}


def price_groups(ruleset: Ruleset) -> tuple[PriceGroup, ...]:
    """The groups of ranks by price: one per card class, and one for ranks that cost their number.

    Jokers that only a house rule brings in have no price yet, and are left out.
    """
    classes = [(cls.ranks, cls.value) for cls in ruleset.card_values.classes]
    numbers = [ranks[0] for ranks, value in classes if ranks == (str(value),)]
    if len(numbers) < _LEAST_RANKS:
        numbers = []
    dear = [PriceGroup(ranks, value) for ranks, value in classes if ranks[0] not in numbers]
    return (*dear, PriceGroup(tuple(numbers), None)) if numbers else tuple(dear)


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers; `winner` is one of `winners`, `limit` the points that end the game."""

    contracts: tuple[str, ...]
    prices: Mapping[str, int]
    wild: tuple[str, ...]
    advancing: str
    winner: str
    limit: int | None
    tiebreak: str


def edits_of(base: Ruleset, answers: Answers) -> dict[str, Any]:
    """The changes of the base game by these answers. Every contract must have a meld."""
    contracts = [Contract.parse(notation) for notation in answers.contracts]
    return {
        "contracts": list(answers.contracts),
        "cards_dealt": _cards_dealt(base, contracts, answers.advancing),
        "values": {**base.values, **answers.prices},
        "wild": list(answers.wild),
        "advancing": answers.advancing,
        "end": _end(base, answers),
        "differences": [],
    }


def _cards_dealt(base: Ruleset, contracts: Sequence[Contract], advancing: str) -> list[int] | int:
    """The cards dealt by the base game if every contract fits.

    Otherwise as many as the largest contract needs, plus one to lay off or discard. If players may
    be on different contracts in one round, the number is the same in all rounds.
    """
    dealt = base.cards_dealt
    if (tuple(contracts), advancing) != (base.contracts, base.advancing):
        dealt = (max(dealt),) if advancing == "finish" else dealt
        each = dealt * len(contracts) if len(dealt) == 1 else dealt
        needed = [_to_deal(base, number, one) for number, one in enumerate(contracts, 1)]
        if len(each) != len(needed) or not all(map(le, needed, each)):
            return max(*dealt, *(contract.cards + 1 for contract in contracts))
    return list(dealt) if len(dealt) > 1 else dealt[0]


def _to_deal(base: Ruleset, number: int, contract: Contract) -> int:
    """The minimum deal of round `number`; further cards are drawn or bought.

    At most as many as `check_consistency` and the base game allow.
    """
    drawn = 0 if base.discard_to_go_out else 1
    bought = base.buys.cards_each * base.buys.most(number)
    left = (
        one.cards - base.dealt(n, base.least_players) for n, one in enumerate(base.contracts, 1)
    )
    return contract.cards - min(drawn + bought, max((0, *left)))


def _end(base: Ruleset, answers: Answers) -> dict[str, Any]:
    end: dict[str, Any] = {"tiebreak": answers.tiebreak, "blocked": base.end.blocked}
    if answers.advancing == "finish":
        end |= {"when": "contract_finished", "winner": answers.winner}
        first = answers.winner == "first_to_finish"
        return end | ({"tie_points": base.end.tie_points} if first else {})
    if answers.winner == base.end.when:  # as in the base game: nothing else has an end like it
        return {key: each for key, each in asdict(base.end).items() if each is not None}
    winner = "lowest_total" if base.end.low_wins else "highest_total"
    if answers.winner == BY_POINTS:
        return end | {"when": "limit_reached", "limit": answers.limit, "winner": winner}
    return end | {"when": "rounds_played", "winner": winner}


def winners(base: Ruleset, way: str) -> tuple[str, ...]:
    """The possible winners for a way of advancing.

    Without contracts, rounds are counted only if each has its own number of cards dealt. A game
    that ends in a way of its own can also keep that.
    """
    if way == "none" and base.end.when in _OWN_ENDS:
        return (base.end.when, BY_POINTS)
    if way == "none" and len(base.cards_dealt) == 1:
        return (BY_POINTS,)
    return _WINNERS[way]


def winner_of(base: Ruleset) -> str:
    """The choice of `winners` that corresponds to the base game."""
    if base.end.when == "contract_finished":
        return base.end.winner
    if base.end.when in _OWN_ENDS:
        return base.end.when
    return BY_POINTS if base.end.when == "limit_reached" else "lowest_total"
