"""Melding rules: what a legal meld is, how melds go together, and what may be moved between them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Literal, TypeVar

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
StockEmpty = Literal["reshuffle", "dealer_reshuffles", "round_ends"]

SUITS = ("S", "H", "D", "C")

T = TypeVar("T")
# None: no source says. In files that is the word `silent`, or the key is left out.
Silent = T | None


@dataclass(frozen=True, slots=True)
class Melding:
    """The melding rules of one game; a field is None where no source decides it.

    `most_wilds` is wild cards by size of meld, `any` standing for all other sizes. `sources` names
    the source of each value by field, and of the two definitions `set_one_rank` and
    `run_in_sequence`. `suits` are the letters of the suits or colours; `cards` the cards of a rank
    that does not simply come in every suit: a red ace, a wild without a suit.
    """

    set_least: Silent[Limit] = None
    set_most: Silent[Limit] = None
    run_least: Silent[Limit] = None
    run_most: Silent[Limit] = None
    set_exact: Silent[bool] = None
    run_exact: Silent[bool] = None
    last_contract_exact: Silent[bool] = None
    run_one_suit: Silent[bool] = None
    set_repeats_suit: Silent[bool] = None
    set_repeats_suit_on_lay_off: Silent[bool] = None
    ace: Silent[Ace] = None
    ace_inside: Silent[bool] = False
    lowest_in_run: Silent[str] = None
    natural_wild_in_run: Silent[bool] = None
    natural_wild_in_set: Silent[bool] = None
    wilds_touch_in_set: Silent[bool] = None
    wilds_touch_in_run: Silent[bool] = None
    most_wilds: Silent[Mapping[str, int] | Literal["none"]] = None
    caps_on_lay_off: Silent[bool] = None
    wilds_at_most: Silent[WildsAtMost] = None
    least_naturals: Silent[int] = None
    all_wild: Silent[bool] = None
    same_suit_runs: Silent[SameSuitRuns] = None
    gap_at_least: Silent[int] = None
    same_suit_runs_overlap: Silent[bool] = None
    sets_same_rank: Silent[bool] = None
    swap: Silent[Swap] = None
    swap_from_set: Silent[bool] = None
    own_contract_first: Silent[bool] = None
    swap_move: Silent[SwapMove] = None
    swap_use: Silent[SwapUse] = None
    swap_when_two: Silent[SwapWhenTwo] = None
    lay_off: Silent[LayOff] = None
    lay_off_in_last: Silent[LayOff] = None
    lay_off_on: Silent[LayOffOn] = None
    discard_to_go_out: Silent[bool] = None
    last_contract_complete: Silent[bool] = None
    buy_order: Silent[BuyOrder] = None
    buy_cards: Silent[int] = None
    who_passes_draws: Silent[WhoPasses] = None
    who_deals_first: Silent[DealsFirst] = None
    stock_empty: Silent[StockEmpty] = None
    suits: tuple[str, ...] = SUITS
    cards: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)


# What has no value of its own to be silent about.
_APART = {"suits", "cards", "sources"}
MELDING_FIELDS = tuple(each.name for each in fields(Melding) if each.name not in _APART)
# Sourced like a key, though every game of the family has them alike.
DEFINITIONS = ("set_one_rank", "run_in_sequence")
