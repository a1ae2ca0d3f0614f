"""House rules about melds, for open questions of the sources or different habits of a table.

They follow from the keys of `[melding]`, so no game's file lists them, and older stored games have
them, too.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.model.house_rules import Choice, HouseRule, Value
from companion.rules.model.melding import SILENT, Melding
from companion.rules.model.names import N_, NC_

PREFIX = "melding_"
_WHY = N_("The rules leave this open. The referee asks when it matters.")
_WHY_NOT = N_("The rules decide this. Your table may play it differently.")
_OPEN = NC_("answer", "Not decided")
# The default answer where the value of the sources is none of the answers below.
USUAL = "usual"
_AS_USUAL = NC_("answer", "As the rules of this game say")
_YES, _NO = NC_("answer", "Yes"), NC_("answer", "No")
_YES_OR_NO: Mapping[Value, str] = {True: _YES, False: _NO}
_NO_LIMIT = NC_("answer", "No limit")
_MOST = (1, 2, 3)
# The values of `[melding]` behind short answers.
_STANDS_FOR: Mapping[str, Mapping[Value, Any]] = {"most_wilds": {n: {"any": n} for n in _MOST}}
# Without a source there is no limit, so these need no ruling.
LIMITS = {"set_most", "run_most", "most_wilds", "wilds_at_most", "least_naturals", "gap_at_least"}

# By key of `[melding]`: the question, and its answers by value.
_QUESTIONS: Mapping[str, tuple[str, Mapping[Value, str]]] = {
    "set_least": (N_("How many cards must a set have at least?"), {2: "2", 3: "3", 4: "4"}),
    "set_most": (
        N_("How many cards may a set have at most?"),
        {4: "4", "none": _NO_LIMIT},
    ),
    "run_least": (N_("How many cards must a run have at least?"), {3: "3", 4: "4"}),
    "run_most": (
        N_("How many cards may a run have at most?"),
        {13: "13", 14: "14", "none": _NO_LIMIT},
    ),
    "ace": (
        N_("Is the ace high or low in a run?"),
        {
            "high_or_low": NC_("answer", "High or low"),
            "high": NC_("answer", "High"),
            "low": NC_("answer", "Low"),
            "wraps": NC_("answer", "High, low, or between king and two"),
        },
    ),
    "ace_inside": (N_("May an ace stand between a king and a two?"), _YES_OR_NO),
    "run_one_suit": (N_("Must all cards of a run have the same suit?"), _YES_OR_NO),
    "set_repeats_suit": (N_("May a set have the same suit twice?"), _YES_OR_NO),
    "set_repeats_suit_on_lay_off": (
        N_("May a card laid off on a set repeat one of its suits?"),
        _YES_OR_NO,
    ),
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
    "most_wilds": (
        N_("How many wild cards may a meld have at most?"),
        {**{n: str(n) for n in _MOST}, "none": _NO_LIMIT},
    ),
    "least_naturals": (
        N_("How many natural cards must a meld have at least?"),
        {0: NC_("answer", "None"), 1: "1", 2: "2", 3: "3"},
    ),
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
            "gap": NC_("answer", "Only with a gap between them"),
            "different": _NO,
        },
    ),
    "gap_at_least": (
        N_("How many ranks must be between two runs of the same suit?"),
        {1: "1", 2: "2"},
    ),
    "same_suit_runs_overlap": (
        N_("May two runs of the same suit have a rank in common?"),
        _YES_OR_NO,
    ),
    "sets_same_rank": (N_("May two sets of a contract have the same rank?"), _YES_OR_NO),
    "swap": (
        N_("May a melded wild card be swapped for the card it stands for?"),
        {"any": _YES, "others": NC_("answer", "Only in other players’ melds"), "none": _NO},
    ),
    "swap_from_set": (N_("May a wild card in a set be swapped?"), _YES_OR_NO),
    "own_contract_first": (
        N_("Must you be down yourself before you may swap a wild card?"),
        _YES_OR_NO,
    ),
    "swap_move": (
        N_("May a swapped wild card move to an end of its run?"),
        {"take": _NO, "both": _YES},
    ),
    "swap_use": (
        N_("When must a swapped wild card be used?"),
        {
            "turn": NC_("answer", "In the same turn"),
            "round": NC_("answer", "In the same round"),
            "later": NC_("answer", "Any time"),
        },
    ),
    "own_meld_first": (N_("Must you be down yourself before you may lay off?"), _YES_OR_NO),
    "lay_off": (
        N_("When may you lay off?"),
        {
            "same_turn": N_("As soon as you are down, in the same turn"),
            "next_turn": NC_("answer", "From your next turn on"),
            "never": NC_("answer", "Never"),
        },
    ),
    "lay_off_on": (
        N_("On whose melds may you lay off?"),
        {
            "any": NC_("answer", "Anybody’s"),
            "own": NC_("answer", "Only your own"),
            "others": NC_("answer", "Only other players’"),
        },
    ),
    "discard_to_go_out": (N_("Must your last card be a discard?"), _YES_OR_NO),
    "last_contract_complete": (N_("Must the last contract take the whole hand?"), _YES_OR_NO),
}


def _ruling(key: str) -> HouseRule:
    """The house rule for a question that no source answers."""
    choices = (Choice(SILENT, _OPEN, {}), *_answers(key))
    return HouseRule(PREFIX + key, SILENT, _QUESTIONS[key][0], _WHY, choices)


def _answers(key: str) -> Sequence[Choice]:
    values = _STANDS_FOR.get(key, {})
    path = f"melding.{key}"
    return [Choice(w, t, {path: values.get(w, w)}) for w, t in _QUESTIONS[key][1].items()]


# By key of `[melding]`.
RULINGS: Mapping[str, HouseRule] = {key: _ruling(key) for key in _QUESTIONS}


def ruling_of(key: str, usual: object) -> HouseRule:
    """The house rule about a key of `[melding]`; `usual` is the value of the sources, or silent."""
    if usual is None or usual == SILENT:
        return RULINGS[key]
    path, choices = f"melding.{key}", _answers(key)
    default = next((c.value for c in choices if _is_same(c.changes[path], usual)), USUAL)
    if default == USUAL:
        choices = [Choice(USUAL, _AS_USUAL, {path: usual}), *choices]
    return HouseRule(PREFIX + key, default, _QUESTIONS[key][0], _WHY_NOT, tuple(choices))


def _is_same(value: object, usual: object) -> bool:
    """Whether they are equal; True is not 1."""
    return value == usual and isinstance(value, bool) == isinstance(usual, bool)


def source_value(
    key: str, melding: Mapping[str, Any], usual: Mapping[str, Any], options: Mapping[str, Value]
) -> object:
    """The value of the sources for a key, before any ruling; None if there is none.

    `usual` has it if the table plays differently. A ruling on an open question is in `options` and
    in `melding`.
    """
    if key in usual:
        return usual[key]
    value = melding.get(key, Melding.__dataclass_fields__[key].default)
    ruling = options.get(PREFIX + key)
    answers = [c.changes[f"melding.{key}"] for c in _answers(key) if c.has_value(ruling)]
    return None if value == SILENT or any(_is_same(answer, value) for answer in answers) else value


# Whether the referee helps a player during a game. It changes no rule, so it has no key.
TELLS_GO_DOWN = HouseRule(
    "referee_tells_go_down",
    False,  # noqa: FBT003
    N_("May the referee say whether a hand can go down?"),
    N_("That helps whoever asks. Outside a game, for practice, the referee always says it."),
    tuple(Choice(value, label, {}) for value, label in ((False, _NO), (True, _YES))),
)

TEXTS_OF_RULINGS = {
    *(_WHY_NOT, _AS_USUAL),
    *(text for rule in (*RULINGS.values(), TELLS_GO_DOWN) for text in (rule.question, rule.why)),
    *(one.label for rule in (*RULINGS.values(), TELLS_GO_DOWN) for one in rule.choices),
}


def rulings(
    melding: Melding, options: Mapping[str, Value], house_rules: Sequence[HouseRule]
) -> Iterator[HouseRule]:
    """A house rule for each melding key, except for those in `house_rules` of the game."""
    values = {key: getattr(melding, key) for key in RULINGS}
    is_laid_off = source_value("lay_off_on", values, melding.usual, options) not in _NOT_LAID_OFF
    for key in ruled_keys(house_rules):
        rule = ruling_of(key, source_value(key, values, melding.usual, options))
        is_in_force = "never" in (rule.default, options.get(rule.key))
        yield _without_never(rule) if key == "lay_off" and is_laid_off and not is_in_force else rule


_NOT_LAID_OFF = {None, SILENT, "none"}


def _without_never(rule: HouseRule) -> HouseRule:
    """The question when to lay off, where the sources name the melds for it: never is no answer.

    An older game may have played by it.
    """
    choices = (replace(one, is_offered=one.value != "never") for one in rule.choices)
    return replace(rule, choices=tuple(choices))


def ruled_keys(house_rules: Sequence[HouseRule]) -> list[str]:
    """The melding keys that a table may decide."""
    taken = {path for rule in house_rules for choice in rule.choices for path in choice.changes}
    return [key for key in RULINGS if f"melding.{key}" not in taken]
