"""House rules for what the sources of a game leave open about melds: a table may decide each.

They follow from the silent keys of `[melding]`, so no game's file lists them, and a game that was
kept before there were any has them too.
"""

from collections.abc import Iterator, Mapping

from companion.rules.model.house_rules import Choice, HouseRule, Value
from companion.rules.model.melding import SILENT, Melding
from companion.rules.model.texts import N_

PREFIX = "melding_"
_WHY = N_("The rules of this game leave it open. The referee asks when it matters.")
_OPEN = N_("Not decided")
_YES, _NO = N_("Yes"), N_("No")
_YES_OR_NO: Mapping[Value, str] = {True: _YES, False: _NO}

# By key of `[melding]`: the question, and its answers by value.
_ASKED: Mapping[str, tuple[str, Mapping[Value, str]]] = {
    "ace": (
        N_("Where does the ace stand in a run?"),
        {
            "high_or_low": N_("High or low"),
            "high": N_("High"),
            "low": N_("Low"),
            "wraps": N_("Anywhere, also between king and two"),
        },
    ),
    "ace_inside": (N_("May an ace stand between king and two?"), _YES_OR_NO),
    "run_one_suit": (N_("Is a run of one suit?"), _YES_OR_NO),
    "set_repeats_suit": (N_("May a set hold a suit twice?"), _YES_OR_NO),
    "natural_wild_in_run": (
        N_("Is a card of a wild rank a real card in its own place in a run?"),
        _YES_OR_NO,
    ),
    "natural_wild_in_set": (
        N_("Do cards of a wild rank make a real set of that rank?"),
        _YES_OR_NO,
    ),
    "wilds_touch_in_set": (N_("May wild cards touch in a set?"), _YES_OR_NO),
    "wilds_touch_in_run": (N_("May wild cards touch in a run?"), _YES_OR_NO),
    "wilds_at_most": (
        N_("May a meld have more wild cards than real ones?"),
        {"none": _YES, "naturals": _NO},
    ),
    "all_wild": (N_("May a meld be of wild cards alone?"), _YES_OR_NO),
    "caps_on_lay_off": (
        N_("Do limits on wild cards also hold for cards laid off?"),
        _YES_OR_NO,
    ),
    "set_exact": (
        N_("Has a set of a contract exactly as many cards as it names?"),
        {True: _YES, False: N_("It may have more")},
    ),
    "run_exact": (
        N_("Has a run of a contract exactly as many cards as it names?"),
        {True: _YES, False: N_("It may have more")},
    ),
    "same_suit_runs": (
        N_("May two runs of a contract be of one suit?"),
        {
            "free": _YES,
            "gap": N_("Only with a gap between them"),
            "different": _NO,
        },
    ),
    "same_suit_runs_overlap": (N_("May two runs of one suit share ranks?"), _YES_OR_NO),
    "sets_same_rank": (N_("May two sets of a contract be of one rank?"), _YES_OR_NO),
    "swap": (
        N_("May a melded wild card be swapped for the card it stands for?"),
        {"any": _YES, "others": N_("Out of another player’s melds only"), "none": _NO},
    ),
    "swap_from_set": (N_("May a wild card be swapped out of a set?"), _YES_OR_NO),
    "own_contract_first": (
        N_("Must your own contract be down before you swap a wild card?"),
        _YES_OR_NO,
    ),
    "swap_move": (
        N_("May a wild card of a run move to an end of it?"),
        {"take": _NO, "both": _YES},
    ),
    "lay_off": (
        N_("When may you lay off?"),
        {
            "same_turn": N_("In the turn of your contract too"),
            "next_turn": N_("From your next turn on"),
            "never": N_("Never"),
        },
    ),
    "lay_off_on": (
        N_("On whose melds may you lay off?"),
        {"any": N_("On anybody’s"), "own": N_("On your own"), "others": N_("On others’")},
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
