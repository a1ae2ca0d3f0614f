"""The view models of the questions."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.rules.model.cards import CardClass
from companion.rules.model.contracts import Contract, Meld
from companion.rules.model.ruleset import Ruleset
from companion.web.pages.own_game.answers import PriceGroup, price_groups

_LISTS, _EXAMPLES = 3, 3
# The contracts added by the three buttons, for their drawings.
ADDED = {
    kind: Contract.parse(text) for kind, text in (("set", "S3"), ("run", "R4"), ("rank", "2xA"))
}


@dataclass(frozen=True, slots=True)
class RoundTab:
    """The tab of a round, from 1; it `is_filled` once it has a meld."""

    number: int
    is_filled: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class NeedsView:
    """The `contract` of one round, and the tabs of all rounds."""

    number: int
    contract: Contract
    tabs: tuple[RoundTab, ...]

    @property
    def melds(self) -> tuple[Meld, ...]:
        """Its melds, in order."""
        return self.contract.melds

    @property
    def is_last(self) -> bool:
        """Whether it is the last round."""
        return self.number == len(self.tabs)


def needs_view(contracts: Sequence[Contract], number: int) -> NeedsView:
    """The contract of round `number`, or of the last one if there are fewer."""
    here = min(max(number, 1), len(contracts))
    tabs = (RoundTab(n, bool(one.melds), n == here) for n, one in enumerate(contracts, 1))
    return NeedsView(here, contracts[here - 1], tuple(tabs))


@dataclass(frozen=True, slots=True)
class PriceRow:
    """A price to enter: of a card class, or of the ranks from `low` to `high`.

    `usual` is its price in the game whose prices are used, None for their own numbers.
    """

    card_class: CardClass | None
    low: str
    high: str
    usual: int | None


def price_rows(chosen: Ruleset) -> tuple[PriceRow, ...]:
    """The prices to enter, with those of this game."""
    find = chosen.card_values.find
    return tuple(
        PriceRow(
            find(group.ranks[0]) if group.price is not None else None,
            group.ranks[-1],
            group.ranks[0],
            group.price,
        )
        for group in price_groups(chosen)
    )


@dataclass(frozen=True, slots=True)
class PriceList:
    """The prices of a known game."""

    key: str
    name: str
    is_chosen: bool


def price_lists(games: Iterable[Ruleset], base: Ruleset, chosen: Ruleset) -> tuple[PriceList, ...]:
    """The prices of the base game, and the most common ones, with their first game.

    Those of games whose melds score are not for cards that are left.
    """
    like = [g for g in games if g.pack == base.pack and not g.scoring.melds_score]
    like.append(base)
    common = Counter(map(price_groups, like))
    first: dict[tuple[PriceGroup, ...], Ruleset] = {}
    for game in like:
        first.setdefault(price_groups(game), game)
    of_base = price_groups(base)
    ranked = [of_base, *(groups for groups, _ in common.most_common() if groups != of_base)]
    shown = dict.fromkeys([*ranked[: _LISTS - 1], price_groups(chosen), *ranked])
    lists = (first.get(groups, chosen) for groups in [*shown][:_LISTS])
    return tuple(
        PriceList(one.key, one.name, price_groups(one) == price_groups(chosen)) for one in lists
    )


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A possible base game, with its number of contracts and its way of advancing."""

    key: str
    name: str
    contracts: int
    advancing: str


def known_games(games: Iterable[Ruleset]) -> tuple[KnownGame, ...]:
    """Possible base games: for each way of advancing the one with most variants, then others.

    Variants are house rules; the others are sorted by the number of sources.
    """
    with_contracts = [game for game in games if game.contracts]
    by_ways = sorted(with_contracts, key=lambda game: -len(game.house_rules))
    of_each: dict[str, Ruleset] = {}
    for game in by_ways:
        of_each.setdefault(game.advancing, game)
    others = sorted(with_contracts, key=lambda game: -len(game.sources))
    shown = dict.fromkeys(game.key for game in (*of_each.values(), *others))
    known = {game.key: game for game in with_contracts}
    return tuple(_known(known[key]) for key in [*shown][:_EXAMPLES])


def _known(game: Ruleset) -> KnownGame:
    return KnownGame(game.key, game.name, len(game.contracts), game.advancing)
