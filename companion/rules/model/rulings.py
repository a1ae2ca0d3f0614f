"""House rules for what the sources of a game leave open about melds: a table may decide each.

They follow from the silent keys of `[melding]`, so no game's file lists them, and a game that was
kept before there were any has them too.
"""

from collections.abc import Iterator, Mapping

from companion.rules.model.house_rules import Choice, HouseRule, Value
from companion.rules.model.melding import SILENT, Melding
from companion.rules.model.texts import N_

PREFIX = "melding_"
_WHY = N_("The rules leave this open. The referee asks when it matters.")
_OPEN = N_("Not decided")
_YES, _NO = N_("Yes"), N_("No")
_YES_OR_NO: Mapping[Value, str] = {True: _YES, False: _NO}

# By key of `[melding]`: the question, and its answers by value.
_ASKED: Mapping[str, tuple[str, Mapping[Value, str]]] = {
    "ace": (
        N_("Is the ace high or low in a run?"),
        {
            "high_or_low": N_("High or low"),
            "high": N_("High"),
            "low": N_("Low"),
            "wraps": N_("High, low, or between king and two"),
        },
    ),
    "ace_inside": (N_("May an ace stand between a king and a two?"), _YES_OR_NO),
    "run_one_suit": (N_("Must all cards of a run have the same suit?"), _YES_OR_NO),
    "set_repeats_suit": (N_("May a set have the same suit twice?"), _YES_OR_NO),
    "natural_wild_in_run": (
        N_("May a card of a wild rank stand for itself in a run?"),
        _YES_OR_NO,
    ),
    "natural_wild_in_set": (
        N_("May cards of a wild rank be a natural set of that rank?"),
        _YES_OR_NO,
    ),
    "wilds_touch_in_set": (N_("May wild cards be next to each other in a set?"), _YES_OR_NO),
    "wilds_touch_in_run": (N_("May wild cards be next to each other in a run?"), _YES_OR_NO),
    "wilds_at_most": (
        N_("May a meld have more wild cards than natural ones?"),
        {"none": _YES, "naturals": _NO},
    ),
    "all_wild": (N_("May a meld be made of wild cards only?"), _YES_OR_NO),
    "caps_on_lay_off": (
        N_("Do the limits on wild cards also apply to cards laid off?"),
        _YES_OR_NO,
    ),
    "set_exact": (
        N_("Must a set have exactly as many cards as the contract says?"),
        {True: _YES, False: N_("No, it may have more")},
    ),
    "run_exact": (
        N_("Must a run have exactly as many cards as the contract says?"),
        {True: _YES, False: N_("No, it may have more")},
    ),
    "same_suit_runs": (
        N_("May two runs of a contract have the same suit?"),
        {
            "free": _YES,
            "gap": N_("Only with a gap between them"),
            "different": _NO,
        },
    ),
    "same_suit_runs_overlap": (
        N_("May two runs of the same suit have a rank in common?"),
        _YES_OR_NO,
    ),
    "sets_same_rank": (N_("May two sets of a contract have the same rank?"), _YES_OR_NO),
    "swap": (
        N_("May a melded wild card be swapped for the card it stands for?"),
        {"any": _YES, "others": N_("Only in other players’ melds"), "none": _NO},
    ),
    "swap_from_set": (N_("May a wild card in a set be swapped?"), _YES_OR_NO),
    "own_contract_first": (
        N_("Must your contract be down before you may swap a wild card?"),
        _YES_OR_NO,
    ),
    "swap_move": (
        N_("May a swapped wild card move to an end of its run?"),
        {"take": _NO, "both": _YES},
    ),
    "lay_off": (
        N_("When may you lay off?"),
        {
            "same_turn": N_("As soon as your contract is down, in the same turn"),
            "next_turn": N_("From your next turn on"),
            "never": N_("Never"),
        },
    ),
    "lay_off_on": (
        N_("On whose melds may you lay off?"),
        {"any": N_("Anybody’s"), "own": N_("Only your own"), "others": N_("Only other players’")},
    ),
    "discard_to_go_out": (N_("Must your last card be a discard?"), _YES_OR_NO),
}


def _ruling(key: str) -> HouseRule:
    question, answers = _ASKED[key]
    path = f"melding.{key}"
    choices = (Choice(SILENT, _OPEN, {}), *(Choice(v, t, {path: v}) for v, t in answers.items()))
    return HouseRule(PREFIX + key, SILENT, question, _WHY, choices)


# By key of `[melding]`.
RULINGS: Mapping[str, HouseRule] = {key: _ruling(key) for key in _ASKED}


# Whether the referee helps a player during a game. It changes no rule, so it has no key.
TELLS_GO_DOWN = HouseRule(
    "referee_tells_go_down",
    False,  # noqa: FBT003
    N_("May the referee say whether a hand can go down?"),
    N_("That helps whoever asks. Practice outside a game always has it."),
    tuple(Choice(value, label, {}) for value, label in ((False, _NO), (True, _YES))),
)


def rulings(melding: Melding, options: Mapping[str, Value]) -> Iterator[HouseRule]:
    """A house rule for each melding key that no source decides, or that `options` have decided."""
    for key, rule in RULINGS.items():
        if getattr(melding, key) is None or rule.key in options:
            yield rule


def is_open(melding: object, key: str) -> bool:
    """Whether a table may decide this key, by the table `[melding]` as it stands in a game."""
    default = Melding.__dataclass_fields__[key].default
    said = melding.get(key, default) if isinstance(melding, Mapping) else default
    return said in {None, SILENT} if isinstance(said, str | None) else False
