"""The keys of the table `[melding]`; each of them may be `silent`."""

from dataclasses import dataclass
from typing import Any, get_args

from companion.rules.model import melding
from companion.rules.model.melding import SILENT
from companion.rules.reading.keys.kinds import Flag, Kind, OneOf, OrWord, Schema, Text, Whole, Words
from companion.rules.reading.keys.tables import Key, Named
from companion.rules.reading.sections import Section

_SIZE, _SMALL = Whole(1, 60), Whole(0, 60)


def _or_none(kind: Kind) -> Kind:
    """The word stands for itself, because no limit differs from silence."""
    return OrWord(kind, means="none")


@dataclass(frozen=True)
class SomeOf(Kind):
    """A table with values of some of these keys."""

    known: tuple[Key, ...]

    def read(self, section: Section, key: str) -> dict[str, Any]:
        """The values by key; the others are left out."""
        inside = section.section(key)
        values = {key.name: key.read(inside, {}) for key in self.known if inside.has(key.name)}
        inside.finish()
        return values

    @property
    def schema(self) -> Schema:
        """The schema of these keys."""
        values = {key.name: key.kind.schema for key in self.known}
        return {"type": "object", "additionalProperties": False, "properties": values}


def _key(name: str, kind: Kind, meaning: str, default: object = None) -> Key:
    return Key(name, OrWord(kind, SILENT), meaning, default)


def _flag(name: str, meaning: str, default: bool | None = None) -> Key:  # noqa: FBT001
    return _key(name, Flag(), meaning, default)


def _words(name: str, words: object, meaning: str) -> Key:
    return _key(name, OneOf(get_args(words)), meaning)


_PLAYED = (
    # One meld
    Key(
        "runs",
        Flag(),
        "Runs are melds; otherwise all cards of a meld are of one rank.",
        default=True,
    ),
    _key("set_least", _or_none(_SIZE), "The fewest cards of a set outside a contract."),
    _key("set_most", _or_none(_SIZE), "The most cards of a set."),
    _key("run_least", _or_none(_SIZE), "The fewest cards of a run outside a contract."),
    _key("run_most", _or_none(_SIZE), "The most cards of a run."),
    _flag("run_one_suit", "A run is of one suit."),
    _key("set_suits", _or_none(Whole(1, 10)), "How many suits there are in a set, exactly."),
    _flag("set_repeats_suit", "A set may hold two cards of one suit."),
    _flag("set_repeats_suit_on_lay_off", "A card laid off on a set may repeat a suit."),
    _words("ace", melding.Ace, "Where the ace stands in a run."),
    _flag("ace_inside", "An ace that is high or low may also stand between king and two.", False),  # noqa: FBT003
    _key("lowest_in_run", Text(20), "The rank below which no run begins."),
    # Wild cards in a meld
    _flag("natural_wild_in_run", "A card of a wild rank is natural in its own place in a run."),
    _flag("natural_wild_in_set", "Cards of a wild rank are natural in a set of that rank."),
    _flag("wilds_touch_in_set", "Two wild cards may lie side by side in a set."),
    _flag("wilds_touch_in_run", "Two wild cards may lie side by side in a run."),
    _key("most_wilds", _or_none(Named(_SMALL)), "The most wild cards by size, or of a `set`."),
    _flag("caps_on_lay_off", "Limits on wild cards also hold for what is laid off."),
    _words("wilds_at_most", melding.WildsAtMost, "No more wild cards than natural ones."),
    _key("least_naturals", _SMALL, "The fewest natural cards of a meld."),
    _flag("all_wild", "A meld may be of wild cards alone."),
    # Cards apart
    _key("no_meld", Words(), "Cards that are never melded, such as `3H`."),
    _key(
        "melded_going_out",
        Words(),
        "Cards that only the player who goes out melds, without wild cards among them.",
    ),
    # The melds of a contract
    _flag("set_exact", "The sets of a contract are laid with exactly the sizes it names."),
    _flag("run_exact", "The runs of a contract are laid with exactly the sizes it names."),
    _flag("last_contract_exact", "The last contract is laid with exactly the sizes it names."),
    _words("same_suit_runs", melding.SameSuitRuns, "Two runs of one suit."),
    _key("gap_at_least", Whole(1, 13), "Ranks between two runs of one suit, with `gap`."),
    _flag("same_suit_runs_overlap", "With `gap`, two runs of one suit may share ranks."),
    _flag("sets_same_rank", "Two sets of a contract may be of one rank."),
    # Changes of melds on the table
    _words("swap", melding.Swap, "Whose melded wild card may be swapped for a natural one."),
    _flag("swap_from_set", "A wild card may be swapped out of a set."),
    _flag("own_contract_first", "Whoever swaps has their own contract down."),
    _words("swap_move", melding.SwapMove, "Whether the wild card is taken, or moved to an end."),
    _words("swap_use", melding.SwapUse, "How long the wild card may be kept."),
    _words("swap_when_two", melding.SwapWhenTwo, "Who gets it where two want it."),
    _flag("own_meld_first", "Without contracts and openings, whoever lays off has melded."),
    _words("lay_off", melding.LayOff, "From when on cards are laid off."),
    _words("lay_off_in_last", melding.LayOff, "The same in the round of the last contract."),
    _words("lay_off_on", melding.LayOffOn, "On whose melds."),
    _flag("discard_to_go_out", "Going out takes a discard."),
    _flag("last_discard_wild", "The discard of the player who goes out may be a wild card."),
    _flag("last_contract_complete", "The last contract takes the whole hand."),
    # A whole hand, where melds are shown only at the end.
    _key("least_runs", _SMALL, "The fewest runs of a hand that is all melds."),
    _key("least_pure_runs", _SMALL, "The fewest of these without a wild card; none, none count."),
    _words(
        "melds_with_one_run", melding.MeldsWithOneRun, "The melds that count without `least_runs`."
    ),
    # Buying, the first deal and the stock
    _words("buy_order", melding.BuyOrder, "Who buys first, after the player in turn."),
    _key("buy_cards", Whole(1, 4), "Cards that a buy brings."),
    _words("who_passes_draws", melding.WhoPasses, "Where whoever lets a discard go draws."),
    _words("who_deals_first", melding.DealsFirst, "The card drawn for the first deal."),
    _words("stock_empty", melding.StockEmpty, "What happens when the stock runs out."),
)
# Notation of cards, and sources of values
_ABOUT = (
    Key("suits", Words(), "The letters of the suits or colours.", melding.SUITS),
    Key("cards", Named(Words()), "The cards of a rank that does not come in every suit.", {}),
    Key("usual", SomeOf(_PLAYED), "The rules' value of each key that the table decided.", {}),
    Key("sources", Named(Text()), "The source of each value, by key.", {}),
)
MELDING = (*_PLAYED, *_ABOUT)
