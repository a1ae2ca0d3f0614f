"""The melding rules of a game in sentences, from the keys that the referee uses."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from babel.lists import format_list
from flask_babel import get_locale, gettext, ngettext

from companion.rules.model.contracts import Run, Set
from companion.rules.model.house_rules import HouseRule
from companion.rules.model.melding import SILENT
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.rulings import LIMITS, PREFIX
from companion.sentences import N_, Sentence
from companion.web.words.cards import card_words
from companion.web.words.melding_sentences import SAID, Part
from companion.web.words.text import say


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of the card, and the keys of `[melding]` behind it."""

    part: Part
    keys: tuple[str, ...]
    words: str


_SET, _SET_OR_MORE, _SET_TO = (
    N_("A set is cards of the same rank."),
    N_("A set is %(least)s or more cards of the same rank."),
    N_("A set is %(least)s to %(most)s cards of the same rank."),
)
_RUN, _RUN_OR_MORE = (
    N_("A run is cards of the same suit in sequence."),
    N_("A run is %(least)s or more cards of the same suit in sequence."),
)
_RUN_ANY, _RUN_ANY_OR_MORE = (
    N_("A run is cards in sequence, of any suits."),
    N_("A run is %(least)s or more cards in sequence, of any suits."),
)
_AT_ONCE = N_("Lay down your whole contract at once.")
# For a pack with numbers and colours.
_NUMBERS = {
    _SET: N_("A set is cards of the same number."),
    _RUN: N_("A run is cards of the same colour in sequence."),
    _RUN_ANY: N_("A run is cards in sequence, of any colours."),
    N_("The same suit may appear twice in a set."): N_(
        "The same colour may appear twice in a set."
    ),
}


def melding_told(ruleset: Ruleset) -> Iterator[Told]:
    """Each sentence about melds, in order; open questions have none."""
    yield _of_sets(ruleset)
    yield _of_runs(ruleset)
    if ruleset.contracts:
        yield Told("laying_down", (), str(gettext(_AT_ONCE.one)))
    yield from _by_values(ruleset)
    yield from _by_numbers(ruleset)


def melding_words(ruleset: Ruleset, part: str) -> list[str]:
    """The sentences of a part of the card."""
    return [one.words for one in melding_told(ruleset) if one.part == part]


def matters(ruleset: Ruleset, key: str) -> bool:
    """Whether a key of `[melding]` matters in this game."""
    return all(holds(ruleset) for keys, holds in _MATTERS if key in keys)


def asked_keys(ruleset: Ruleset) -> list[str]:
    """The keys without a source that matter in this game, with or without a ruling."""
    keys = (rule.key.removeprefix(PREFIX) for rule in ruleset.rulings if rule.default == SILENT)
    return [key for key in keys if key not in LIMITS and matters(ruleset, key)]


def is_asked(ruleset: Ruleset, rule: HouseRule) -> bool:
    """Whether a house rule about melds matters in this game."""
    return matters(ruleset, rule.key.removeprefix(PREFIX))


def _wild_ranks(ruleset: Ruleset) -> bool:
    """Whether cards of a suit are wild, not only jokers."""
    apart = {"Joker", *ruleset.melding.cards}
    return bool(ruleset.moving_wild or set(ruleset.wild) - apart)


def _has_wild_cards(ruleset: Ruleset) -> bool:
    return bool(ruleset.wild or ruleset.moving_wild)


def _has_gap(ruleset: Ruleset) -> bool:
    return _has_several(ruleset, Run) and ruleset.melding.same_suit_runs == "gap"


def _has_several(ruleset: Ruleset, kind: type, several: int = 2) -> bool:
    """Whether a contract has so many sets or runs."""
    counts = (sum(isinstance(meld, kind) for meld in one.melds) for one in ruleset.contracts)
    return any(count >= several for count in counts)


def _has_limit(ruleset: Ruleset) -> bool:
    melding = ruleset.melding
    return isinstance(melding.most_wilds, Mapping) or melding.wilds_at_most == "naturals"


def _swaps(ruleset: Ruleset) -> bool:
    return ruleset.melding.swap in {"any", "others"}


# The keys that do not matter unless this holds.
_MATTERS: Sequence[tuple[set[str], Callable[[Ruleset], bool]]] = (
    (
        {
            *("wilds_touch_in_set", "wilds_touch_in_run", "most_wilds", "caps_on_lay_off"),
            *("wilds_at_most", "least_naturals", "all_wild", "swap"),
        },
        _has_wild_cards,
    ),
    ({"swap_from_set", "own_contract_first", "swap_use", "swap_when_two"}, _swaps),
    ({"swap_move"}, lambda rules: _swaps(rules) or rules.melding.swap_move == "move"),
    ({"natural_wild_in_run", "natural_wild_in_set"}, _wild_ranks),
    ({"caps_on_lay_off"}, _has_limit),
    ({"set_repeats_suit_on_lay_off"}, lambda rules: rules.melding.lay_off_on != "none"),
    ({"set_exact"}, lambda rules: _has_several(rules, Set, 1)),
    ({"run_exact"}, lambda rules: _has_several(rules, Run, 1)),
    ({"sets_same_rank"}, lambda rules: _has_several(rules, Set)),
    (
        {"same_suit_runs"},
        lambda rules: _has_several(rules, Run) and bool(rules.melding.run_one_suit),
    ),
    ({"gap_at_least", "same_suit_runs_overlap"}, _has_gap),
    (
        {"last_contract_exact", "last_contract_complete", "lay_off_in_last"},
        lambda rules: bool(rules.contracts),
    ),
    ({"ace"}, lambda rules: rules.melding.ace != "none"),
    ({"set_least", "set_most", "run_least"}, lambda rules: not rules.contracts),
    ({"melds_with_one_run"}, lambda rules: bool(rules.melding.least_pure_runs)),
    ({"ace_inside"}, lambda rules: rules.melding.ace == "high_or_low"),
)


def _of_sets(ruleset: Ruleset) -> Told:
    melding = ruleset.melding
    if ruleset.contracts or melding.set_least in {None, "none"}:
        return Told("melds", ("set_least",), _sized(ruleset, _SET))
    if isinstance(melding.set_most, int):
        words = _sized(ruleset, _SET_TO, least=melding.set_least, most=melding.set_most)
    else:
        words = _sized(ruleset, _SET_OR_MORE, least=melding.set_least)
    return Told("melds", ("set_least", "set_most"), words)


def _of_runs(ruleset: Ruleset) -> Told:
    melding, any_suit = ruleset.melding, ruleset.melding.run_one_suit is False
    if ruleset.contracts or melding.run_least in {None, "none"}:
        words = _sized(ruleset, _RUN_ANY if any_suit else _RUN)
    else:
        sentence = _RUN_ANY_OR_MORE if any_suit else _RUN_OR_MORE
        words = _sized(ruleset, sentence, least=melding.run_least)
    keys = ("run_least", "run_one_suit")
    has_no_end = melding.run_most == "none" and not ruleset.contracts
    return Told("melds", (*keys, "run_most") if has_no_end else keys, words)


def _sized(ruleset: Ruleset, sentence: Sentence, **sizes: object) -> str:
    has_kings = "K" in ruleset.pack.names
    return str(say(sentence if has_kings else _NUMBERS.get(sentence, sentence), sizes))


def _by_values(ruleset: Ruleset) -> Iterator[Told]:
    told: set[str] = set()
    for part, keys, sentences in SAID:
        if told.isdisjoint(keys) and all(matters(ruleset, key) for key in keys):
            values = tuple(getattr(ruleset.melding, key) for key in keys)
            sentence = next((said for each, said in sentences.items() if each == values), None)
            if sentence:
                told.update(keys)
                yield Told(part, keys, _sized(ruleset, sentence))


def _by_numbers(ruleset: Ruleset) -> Iterator[Told]:
    melding = ruleset.melding
    if isinstance(melding.run_most, int):
        words = gettext("A run has %(most)s cards at most.", most=melding.run_most)
        yield Told("melds", ("run_most",), str(words))
    if melding.run_most == "none" and ruleset.contracts:
        yield Told("melds", ("run_most",), str(gettext("A run may be of any length.")))
    if isinstance(melding.lowest_in_run, str):
        rank = card_words(melding.lowest_in_run, ruleset.pack.called)
        words = gettext("The lowest card of a run is %(rank)s.", rank=rank)
        yield Told("melds", ("lowest_in_run",), str(words))
    if isinstance(melding.most_wilds, Mapping):
        yield Told("wild_cards", ("most_wilds",), _caps(melding.most_wilds))
    if melding.least_runs:
        words = gettext(
            "To declare, you need at least %(runs)s sequences, %(pure)s of them pure: without a "
            "wild card that stands for another card.",
            runs=melding.least_runs,
            pure=melding.least_pure_runs or 0,
        )
        yield Told("melds", ("least_runs", "least_pure_runs"), str(words))
    if melding.least_naturals:
        words = ngettext(
            "A meld has at least %(num)s natural card.",
            "A meld has at least %(num)s natural cards.",
            melding.least_naturals,
        )
        yield Told("wild_cards", ("least_naturals",), str(words))


def _caps(most: Mapping[str, int]) -> str:
    """The limits of wild cards by size of meld."""
    caps: list[str] = []
    for size, wilds in most.items():
        if size == "any":
            caps.append(gettext("%(wilds)s in any other meld", wilds=wilds))
        else:
            caps.append(gettext("%(wilds)s in a meld of %(size)s", wilds=wilds, size=size))
    listed = format_list(caps, locale=get_locale() or "en")
    return str(gettext("Wild cards at most: %(caps)s.", caps=listed))
