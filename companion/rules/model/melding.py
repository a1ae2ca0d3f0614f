"""Melding rules: legal melds, combinations of melds, and changes of melds on the table.

Also the first melds of a round, its ends, and what is settled after the last round (RULES 18).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from companion.rules.model.play import Closed

KnockAt = Literal["most", "upcard"]
EqualDeadwood = Literal["undercut", "nobody"]
Shutout = Literal["none", "points", "game"]
AllAtOnce = Literal["opens", "no_points", "free"]


@dataclass(frozen=True, slots=True)
class Knocking:
    """Ending a round with deadwood, the cards in no meld. All figures are points.

    `most` is the deadwood with which a player may still knock, where `at` is the upcard at most,
    `cards` the number of cards in it, None for any.
    Where the difference in deadwood scores, `gin`, `big_gin` and `undercut` are bonuses; elsewhere
    `gin` and `undercut` are None. `big_gin` is 0 where it is no bonus. `equal` says whether equal
    deadwood is an undercut too.
    """

    most: int
    cards: int | None
    at: KnockAt
    gin: int | None
    big_gin: int
    undercut: int | None
    equal: EqualDeadwood


@dataclass(frozen=True, slots=True)
class OpeningFrom:
    """The `points` of an opening for a player whose total is `total` or more."""

    total: int
    points: int


@dataclass(frozen=True, slots=True)
class OpeningRules:
    """The first melds of a player in a round, in games without contracts.

    They are worth at least `points`, by round, or `by_total` of the player; both are empty without
    such a rule. `values` are the points of cards in them, by rank, where these differ from those in
    hand; with a joker among them, wild cards count so, not as the cards that they stand for. An ace
    below a two counts 1 if `low_ace_is_one`. `pure_runs` and `pure_sets` are the numbers of runs
    and sets without a wild card among them. `all_at_once` says what a player who lays all cards
    down in one turn needs: the same, no points, or nothing. A player who has not opened scores
    `missed`, in points, instead of the cards left; None where the cards count.
    """

    points: tuple[int, ...] = ()
    by_total: tuple[OpeningFrom, ...] = ()
    values: Mapping[str, int] = field(default_factory=dict, hash=False)
    low_ace_is_one: bool = True
    pure_runs: int = 0
    pure_sets: int = 0
    all_at_once: AllAtOnce = "opens"
    missed: int | None = None

    @property
    def is_needed(self) -> bool:
        """Whether not every meld will do."""
        return bool(self.points or self.by_total or self.pure_runs or self.pure_sets)

    @property
    def is_same_for_all(self) -> bool:
        """Whether the points do not depend on the total of a player."""
        return not self.by_total

    @property
    def every_least(self) -> tuple[int, ...]:
        """The points that an opening may need, each once."""
        return tuple(dict.fromkeys((*self.points, *(row.points for row in self.by_total))))

    def least(self, number: int, total: int) -> int | None:
        """The least points of the opening in round `number`, at this total; None without any."""
        if self.by_total:
            reached = [row.points for row in self.by_total if row.total <= total]
            return (reached or [self.by_total[0].points])[-1]
        return self.points[min(number, len(self.points)) - 1] if self.points else None


Reward = int | Literal["wins"]


@dataclass(frozen=True, slots=True)
class Closing:
    """The reward of the player who ends a round, by the way in which they do.

    Points besides those of the round, or `wins`: the player has won the game. None is no reward,
    and a way that nobody is asked about. `called` are the names of these ways in English, where
    the game has its own.
    """

    out: Reward | None = None
    rummy: Reward | None = None
    knock: Reward | None = None
    gin: Reward | None = None
    big_gin: Reward | None = None
    called: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def rewards(self) -> Mapping[Closed, Reward | None]:
        """The reward of each way."""
        return {each: getattr(self, each) for each in CLOSED}

    def reward(self, closed: Closed | None) -> Reward:
        """The reward for ending a round in this way; going rummy is a way of going out."""
        reward = None if closed is None else self.rewards[closed]
        if closed == "rummy" and reward is None:
            reward = self.out
        return 0 if reward is None else reward


@dataclass(frozen=True, slots=True)
class SettlementRules:
    """Points after the last round: `game` for the winner, `box` for each round won.

    If the others have not won a round, `shutout` counts the winner's points or the game bonus
    twice. `games` are scored at once, each settled by itself (Hollywood gin).
    """

    game: int
    box: int
    shutout: Shutout
    games: int = 1


Limit = int | Literal["none"]
Ace = Literal["high", "low", "high_or_low", "wraps", "none"]
WildsAtMost = Literal["naturals", "none"]
SameSuitRuns = Literal["free", "gap", "different"]
Swap = Literal["none", "others", "any"]
SwapMove = Literal["take", "move", "both"]
SwapUse = Literal["turn", "round", "later"]
SwapWhenTwo = Literal["turn", "order_of_play"]
LayOff = Literal["same_turn", "next_turn", "never"]
LayOffOn = Literal["any", "own", "others", "none"]
BuyOrder = Literal["next_in_turn", "anybody"]
WhoPasses = Literal["stock", "either"]
DealsFirst = Literal["low", "high"]
MeldsWithOneRun = Literal["all", "pure", "none"]
StockEmpty = Literal["reshuffle", "dealer_reshuffles", "round_ends"]

MostWilds = Mapping[str, int] | Literal["none"]


def most_wilds_in(most: MostWilds | None, kind: str, size: int) -> int:
    """The most wild cards of a meld of this kind and size; all without a limit."""
    if most is None or most == "none":
        return size
    keys = (kind, str(size), "any")
    return next((int(most[key]) for key in keys if key in most), size)


SILENT = "silent"  # in files: no source answers it
SUITS = ("S", "H", "D", "C")
COLOURS = frozenset("RBGYK")  # red, blue, green, yellow, black


@dataclass(frozen=True, slots=True)
class Melding:
    """The melding rules of one game.

    A field is None if no source answers it: in files the word `silent`, or a missing key.
    `most_wilds` is the limit of wild cards by size of meld, with `any` for all other sizes,
    and `set` for sets of each size.
    `usual` is the value of the sources by field, if the table plays differently. `sources` names
    the source of each value by field, and of the two definitions `set_one_rank` and
    `run_in_sequence`. `suits` are the letters of the suits or colours; `cards` the cards of a rank
    that does not have one per suit: a red ace, a wild card without a suit.
    """

    runs: bool = True
    set_least: Limit | None = None
    set_most: Limit | None = None
    run_least: Limit | None = None
    run_most: Limit | None = None
    set_exact: bool | None = None
    run_exact: bool | None = None
    last_contract_exact: bool | None = None
    run_one_suit: bool | None = None
    set_suits: Limit | None = None
    set_repeats_suit: bool | None = None
    set_repeats_suit_on_lay_off: bool | None = None
    ace: Ace | None = None
    ace_inside: bool | None = False
    lowest_in_run: str | None = None
    natural_wild_in_run: bool | None = None
    natural_wild_in_set: bool | None = None
    wilds_touch_in_set: bool | None = None
    wilds_touch_in_run: bool | None = None
    most_wilds: MostWilds | None = None
    caps_on_lay_off: bool | None = None
    wilds_at_most: WildsAtMost | None = None
    least_naturals: int | None = None
    all_wild: bool | None = None
    no_meld: tuple[str, ...] | None = None
    melded_going_out: tuple[str, ...] | None = None
    same_suit_runs: SameSuitRuns | None = None
    gap_at_least: int | None = None
    same_suit_runs_overlap: bool | None = None
    sets_same_rank: bool | None = None
    swap: Swap | None = None
    swap_from_set: bool | None = None
    own_contract_first: bool | None = None
    swap_move: SwapMove | None = None
    swap_use: SwapUse | None = None
    swap_when_two: SwapWhenTwo | None = None
    own_meld_first: bool | None = None
    lay_off: LayOff | None = None
    lay_off_in_last: LayOff | None = None
    lay_off_on: LayOffOn | None = None
    discard_to_go_out: bool | None = None
    last_discard_wild: bool | None = None
    last_contract_complete: bool | None = None
    least_runs: int | None = None
    least_pure_runs: int | None = None
    melds_with_one_run: MeldsWithOneRun | None = None
    buy_order: BuyOrder | None = None
    buy_cards: int | None = None
    who_passes_draws: WhoPasses | None = None
    who_deals_first: DealsFirst | None = None
    stock_empty: StockEmpty | None = None
    suits: tuple[str, ...] = SUITS
    cards: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    usual: Mapping[str, Any] = field(default_factory=dict, hash=False)
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def has_colours(self) -> bool:
        """Whether the cards have numbers and colours instead of ranks and suits."""
        return COLOURS.issuperset(self.suits)


CLOSED: tuple[Closed, ...] = ("out", "rummy", "knock", "gin", "big_gin")

# Fields that cannot be silent, because they have no value of their own.
_APART = {"suits", "cards", "usual", "sources"}
MELDING_FIELDS = tuple(each.name for each in fields(Melding) if each.name not in _APART)
# Sourced like a key, although all games of the family have the same.
DEFINITIONS = ("set_one_rank", "run_in_sequence")
# Tables beside `[melding]` by which the referee judges too; their source stands among the others.
BESIDE = ("knocking", "opening")
