"""The melding rules of one case, with a reading of each silent key, and a limit of its work."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules.model.melding import most_wilds_in
from companion.rules.referee.deck import Deck

# By key: the strictest readings and the most generous ones. A case that is legal by a strict
# reading is legal by any, unless there are several strict ones: then it must be legal by each.
READINGS: Mapping[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "set_least": ((3,), (2,)),
    "run_least": ((4,), (3,)),
    "set_exact": ((True,), (False,)),
    "run_exact": ((True,), (False,)),
    "run_one_suit": ((True,), (False,)),
    "set_repeats_suit": ((False,), (True,)),
    "set_repeats_suit_on_lay_off": ((False,), (True,)),
    "ace": (("low", "high"), ("wraps",)),
    "ace_inside": ((False,), (True,)),
    "natural_wild_in_run": ((False,), (True,)),
    "natural_wild_in_set": ((False,), (True,)),
    "wilds_touch_in_set": ((False,), (True,)),
    "wilds_touch_in_run": ((False,), (True,)),
    "caps_on_lay_off": ((True,), (False,)),
    "all_wild": ((False,), (True,)),
    "same_suit_runs": (("different",), ("free",)),
    "same_suit_runs_overlap": ((False,), (True,)),
    "sets_same_rank": ((False,), (True,)),
    "swap": (("none",), ("any",)),
    "swap_from_set": ((False,), (True,)),
    "own_contract_first": ((True,), (False,)),
    "swap_move": (("take",), ("both",)),
    "own_meld_first": ((True,), (False,)),
    "lay_off": (("never",), ("same_turn",)),
    "lay_off_on": (("none",), ("any",)),
    "discard_to_go_out": ((True, False), (True, False)),
    "last_contract_complete": ((True,), (False,)),
}
# All other silent keys set no limit.
UNLIMITED: Mapping[str, Any] = {
    "set_most": "none",
    "set_suits": "none",
    "run_most": "none",
    "most_wilds": "none",
    "wilds_at_most": "none",
    "least_naturals": 0,
    "last_discard_wild": True,
    "gap_at_least": 1,
    "least_runs": 0,
    "least_pure_runs": 0,
    "melds_with_one_run": "all",
}
# Readings between the strictest and the most generous.
_BETWEEN: Mapping[str, tuple[Any, ...]] = {
    "ace": ("high_or_low",),
    "same_suit_runs": ("gap",),
    "swap": ("others",),
    "lay_off": ("next_turn",),
    "lay_off_on": ("own", "others"),
}


_WITHOUT_LIMITS: Mapping[str, Any] = {
    "set_suits": "none",
    "set_repeats_suit": True,
    "sets_same_rank": True,
    "wilds_touch_in_set": True,
    "wilds_touch_in_run": True,
    "all_wild": True,
    "most_wilds": "none",
    "wilds_at_most": "none",
    "least_naturals": 0,
}


class TooManyPossibilities(Exception):
    """A case that takes more than `MOST_STEPS`."""


# Steps that a case may take, by all readings together: at most 0.5 s. They are counted instead of
# timed, so that an answer does not depend on the load of the machine.
MOST_STEPS = 100_000
# Steps for the cards that would make it legal, so that their search never costs the verdict.
MOST_STEPS_OF_HELP = 50_000


@dataclass
class Work:
    """The steps that a case may still take."""

    left: int = MOST_STEPS

    def step(self, possibilities: int = 1) -> None:
        """Count them. Raises TooManyPossibilities."""
        self.left -= possibilities
        if self.left < 0:
            raise TooManyPossibilities


@dataclass
class Law:
    """The rules of one case: `readings` are values for silent keys; `silent_keys` were needed."""

    melding: Mapping[str, Any]
    deck: Deck
    readings: Mapping[str, Any]
    work: Work = field(default_factory=Work)
    silent_keys: set[str] = field(default_factory=set)

    @property
    def strictest(self) -> "list[Law]":
        """The same by each of the strictest readings: of several keys only the ace has two."""
        aces = READINGS["ace"][0] if self.melding.get("ace") is None else ("",)
        return [replace(self, readings={"ace": ace}) for ace in aces]

    @property
    def without_limits(self) -> "Law":
        """The same with every limit on wild cards and on sets lifted."""
        return replace(self, melding={**self.melding, **_WITHOUT_LIMITS})

    def most_wilds(self, kind: str, size: int) -> int:
        """The most wild cards of a meld of this kind and size."""
        return most_wilds_in(self["most_wilds"], kind, size)

    def wilds_fit(self, kind: str, size: int, wilds: int) -> bool:
        """Whether the limits allow so many wild cards in a meld of this kind and size."""
        is_most = self["wilds_at_most"] == "naturals" and 2 * wilds > size
        return wilds <= self.most_wilds(kind, size) and not is_most

    def suits_fit(self, suits: int, wilds: int) -> bool:
        """Whether so many different suits, and wild cards of any suit, can make a set."""
        needed = self["set_suits"]
        return bool(needed == "none" or suits <= needed <= suits + wilds)

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401
        """The value of this key; if silent its reading, or no limit without one."""
        value = self.melding.get(key)
        if value is not None:
            return value
        if key not in READINGS:
            return UNLIMITED.get(key)
        self.silent_keys.add(key)
        return self.readings[key] if key in self.readings else READINGS[key][0][0]


def readings_of(key: str) -> tuple[Any, ...]:
    """The possible readings of this silent key, each once."""
    strict, generous = READINGS[key]
    return tuple(dict.fromkeys((*strict, *_BETWEEN.get(key, ()), *generous)))
