"""The melding rules of a game in sentences, from the keys that the referee uses."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from flask_babel import gettext, ngettext

from companion.rules.model.contracts import Run, Set
from companion.rules.model.house_rules import HouseRule
from companion.rules.model.melding import SILENT, most_wilds_in
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.rulings import LIMITS, PREFIX
from companion.sentences import N_, Sentence
from companion.web.words.cards import card_words
from companion.web.words.playing import goes_out
from companion.web.words.terms import list_words
from companion.web.words.text import say

Part = Literal["turn", "melds", "laying_down", "wild_cards"]
Values = tuple[object, ...]

_LAST_DISCARD = N_("Your last card must be a discard: you cannot go out without one.")
_LAST_DISCARD_TO_CLOSE = N_("You cannot end the round without a discard.")

# By keys that are worded together: the part of the card, and the sentences by their values. A
# sentence about several keys comes before those about one of them.
SAID: Sequence[tuple[Part, tuple[str, ...], Mapping[Values, Sentence]]] = (
    (
        "melds",
        ("set_repeats_suit", "set_repeats_suit_on_lay_off"),
        {(True, True): N_("The same suit may appear more than once in a set.")},
    ),
    (
        "melds",
        ("set_repeats_suit",),
        {
            (True,): N_("The same suit may appear more than once in a set."),
            (False,): N_("No suit may appear twice in a set."),
        },
    ),
    (
        "melds",
        ("set_repeats_suit_on_lay_off",),
        {
            (True,): N_("A card laid off on a set may repeat one of its suits."),
            (False,): N_("A card laid off on a set may not repeat one of its suits."),
        },
    ),
    (
        "melds",
        ("ace", "ace_inside"),
        {
            ("high_or_low", False): N_(
                "The ace is high or low in a run: %(low)s and %(high)s are runs, %(past)s is not."
            ),
            ("high_or_low", True): N_("The ace is high, low, or between a king and a two."),
        },
    ),
    (
        "melds",
        ("ace",),
        {
            ("high_or_low",): N_("The ace is high or low in a run: %(low)s and %(high)s are runs."),
            ("high",): N_("The ace is high in a run: %(high)s is a run, %(low)s is not."),
            ("low",): N_("The ace is low in a run: %(low)s is a run, %(high)s is not."),
            ("wraps",): N_(
                "The ace is high or low. A run may go on past it: Q\u2011K\u2011A\u20112 is a run."
            ),
        },
    ),
    (
        "melds",
        ("same_suit_runs", "gap_at_least"),
        {
            ("gap", 1): N_(
                "Two runs of the same suit need a gap between them: 2\u20115 and 7\u201110 are "
                "two runs, 2\u20115 and 6\u20119 are one."
            )
        },
    ),
    (
        "melds",
        ("same_suit_runs",),
        {
            ("free",): N_(
                "Two runs of a contract may have the same suit, even if they follow on from each "
                "other."
            ),
            ("gap",): N_("Two runs of the same suit need a gap between them."),
            ("different",): N_("The runs of a contract have different suits."),
        },
    ),
    (
        "melds",
        ("same_suit_runs_overlap",),
        {
            (True,): N_("Two runs of the same suit may have a rank in common."),
            (False,): N_("Two runs of the same suit may not have a rank in common."),
        },
    ),
    (
        "melds",
        ("sets_same_rank",),
        {
            (True,): N_("Two sets of a contract may have the same rank."),
            (False,): N_("The sets of a contract have different ranks."),
        },
    ),
    (
        "laying_down",
        ("set_exact", "run_exact"),
        {
            (True, True): N_("Each meld has exactly as many cards as the contract says."),
            (False, False): N_("A meld may have more cards than the contract says."),
        },
    ),
    (
        "laying_down",
        ("set_exact",),
        {
            (True,): N_("A set has exactly as many cards as the contract says."),
            (False,): N_("A set may have more cards than the contract says."),
        },
    ),
    (
        "laying_down",
        ("run_exact",),
        {
            (True,): N_("A run has exactly as many cards as the contract says."),
            (False,): N_("A run may have more cards than the contract says."),
        },
    ),
    (
        "laying_down",
        ("last_contract_exact",),
        {(True,): N_("The last contract is laid down with exactly as many cards as it says.")},
    ),
    (
        "laying_down",
        ("last_contract_complete",),
        {
            (True,): N_("The last contract takes the whole hand."),
            (False,): N_("The last contract is laid down like any other."),
        },
    ),
    (
        "laying_down",
        ("own_meld_first", "lay_off_on"),
        {
            (False, "any"): N_(
                "You may lay off cards on any player’s melds, even before you are down yourself."
            )
        },
    ),
    (
        "laying_down",
        ("own_meld_first",),
        {
            (True,): N_("You may lay off only once you are down yourself."),
            (False,): N_("You may lay off cards even before you are down yourself."),
        },
    ),
    (
        "laying_down",
        ("lay_off", "lay_off_on"),
        {
            ("same_turn", "any"): N_(
                "After laying down, even in the same turn, you may lay off cards on any player’s "
                "melds."
            ),
            ("next_turn", "any"): N_(
                "From the turn after you have laid down, you may lay off cards on any player’s "
                "melds."
            ),
            ("never", "others"): N_(
                "Cards are laid off only at the end of the round, on the melds of the player who "
                "ended it."
            ),
            ("never", "none"): N_("There is no laying off."),
        },
    ),
    (
        "laying_down",
        ("lay_off",),
        {
            ("same_turn",): N_("After laying down, you may lay off cards even in the same turn."),
            ("next_turn",): N_("You may lay off cards from the turn after you have laid down."),
            ("never",): N_("There is no laying off."),
        },
    ),
    (
        "laying_down",
        ("lay_off_on",),
        {
            ("any",): N_("After laying down, you may lay off cards on any player’s melds."),
            ("own",): N_("You may lay off cards on your own melds only."),
            ("others",): N_("You may lay off cards on other players’ melds only."),
            ("none",): N_("There is no laying off."),
        },
    ),
    (
        "laying_down",
        ("lay_off_in_last",),
        {
            ("same_turn",): N_("In the last round you may lay off cards in the same turn."),
            ("next_turn",): N_("In the last round you may lay off cards from your next turn on."),
            ("never",): N_("In the last round there is no laying off."),
        },
    ),
    (
        "wild_cards",
        ("natural_wild_in_run",),
        {
            (True,): N_("A card of a wild rank may stand for itself in a run."),
            (False,): N_("In a run, a card of a wild rank never counts as a natural card."),
        },
    ),
    (
        "wild_cards",
        ("natural_wild_in_set",),
        {
            (True,): N_("Cards of a wild rank may be a natural set of that rank."),
            (False,): N_("In a set, a card of a wild rank never counts as a natural card."),
        },
    ),
    (
        "wild_cards",
        ("wilds_touch_in_set", "wilds_touch_in_run"),
        {
            (True, True): N_("Wild cards may be next to each other."),
            (True, False): N_("Wild cards may be next to each other in a set, but not in a run."),
            (False, True): N_("Wild cards may be next to each other in a run, but not in a set."),
            (False, False): N_("Wild cards may not be next to each other."),
        },
    ),
    (
        "wild_cards",
        ("wilds_touch_in_set",),
        {
            (True,): N_("In a set, wild cards may be next to each other."),
            (False,): N_("In a set, wild cards may not be next to each other."),
        },
    ),
    (
        "wild_cards",
        ("wilds_touch_in_run",),
        {
            (True,): N_("In a run, wild cards may be next to each other."),
            (False,): N_("In a run, wild cards may not be next to each other."),
        },
    ),
    (
        "wild_cards",
        ("most_wilds", "wilds_at_most"),
        {("none", "none"): N_("A meld may have any number of wild cards.")},
    ),
    (
        "wild_cards",
        ("most_wilds",),
        {("none",): N_("There is no limit to the wild cards in a meld.")},
    ),
    (
        "wild_cards",
        ("wilds_at_most",),
        {
            ("naturals",): N_("A meld may not have more wild cards than natural ones."),
            ("none",): N_("A meld may have more wild cards than natural ones."),
        },
    ),
    (
        "wild_cards",
        ("caps_on_lay_off",),
        {
            (True,): N_("The limit on wild cards also applies to cards laid off."),
            (False,): N_("The limit on wild cards does not apply to cards laid off."),
        },
    ),
    (
        "wild_cards",
        ("all_wild", "least_naturals"),
        {(True, 0): N_("A meld may be made of wild cards only.")},
    ),
    (
        "wild_cards",
        ("all_wild",),
        {
            (True,): N_("A meld may be made of wild cards only."),
            (False,): N_("A meld may not be made of wild cards only."),
        },
    ),
    (
        "wild_cards",
        ("swap", "swap_move"),
        {
            ("none", "move"): N_(
                "A wild card never leaves its meld. In a run, a player who has the card that it "
                "stands for may put that card in its place and move the wild card to an end."
            )
        },
    ),
    (
        "wild_cards",
        ("swap", "swap_from_set"),
        {
            ("others", False): N_(
                "You may swap a wild card in another player’s run for the card it stands for. "
                "One in a set stays there."
            ),
            ("any", False): N_(
                "You may swap a wild card in any run for the card it stands for. One in a set "
                "stays there."
            ),
            ("others", True): N_(
                "You may swap a wild card in another player’s meld, even in a set, for the card "
                "it stands for."
            ),
            ("any", True): N_(
                "You may swap a wild card in any meld, even in a set, for the card it stands for."
            ),
        },
    ),
    (
        "wild_cards",
        ("swap",),
        {
            ("others",): N_(
                "You may swap a wild card that another player laid down for the card it stands for."
            ),
            ("any",): N_(
                "You may swap a wild card, whoever laid it down, for the card it stands for."
            ),
            ("none",): N_("A wild card stays where it was laid."),
        },
    ),
    (
        "wild_cards",
        ("own_contract_first",),
        {
            (True,): N_("Before a swap, you must be down yourself."),
            (False,): N_("You may swap even before you are down yourself."),
        },
    ),
    (
        "wild_cards",
        ("swap_move", "swap_use"),
        {
            ("take", "turn"): N_("Use the wild card in the same turn you take it."),
            ("take", "round"): N_("Use the wild card in the same round you take it."),
            ("take", "later"): N_("You may keep the wild card you took for a later turn."),
        },
    ),
    (
        "wild_cards",
        ("swap_move",),
        {
            ("take",): N_("You take the wild card into your hand."),
            ("move",): N_("The wild card moves to an end of its run."),
            ("both",): N_("Take the wild card into your hand, or move it to an end of its run."),
        },
    ),
    (
        "wild_cards",
        ("swap_use",),
        {
            ("turn",): N_("Use a wild card in the same turn you take it."),
            ("round",): N_("Use a wild card in the same round you take it."),
            ("later",): N_("You may keep a wild card you took for a later turn."),
        },
    ),
    (
        "wild_cards",
        ("swap_when_two",),
        {
            ("turn",): N_("If two players want the same wild card, the next in turn gets it."),
            ("order_of_play",): N_(
                "When a wild card is laid down, the others, in order of play, may swap for it at "
                "once."
            ),
        },
    ),
    (
        "laying_down",
        ("melds_with_one_run",),
        {
            ("none",): N_(
                "Without the sequences that you need to declare, all cards in your hand count, "
                "even those in melds."
            ),
            ("pure",): N_(
                "Without a pure sequence all cards in your hand count, even those in melds; "
                "without a second sequence only the pure sequence does not."
            ),
            ("all",): N_(
                "Without a pure sequence all cards in your hand count, even those in melds."
            ),
        },
    ),
    (
        "turn",
        ("discard_to_go_out",),
        {
            (True,): _LAST_DISCARD,
            (False,): N_("You may go out without a discard."),
        },
    ),
)


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
_SET_OF_SUITS = N_("A set is %(suits)s cards of the same rank in %(suits)s different suits.")
_RUN, _RUN_OR_MORE = (
    N_("A run is cards of the same suit in sequence."),
    N_("A run is %(least)s or more cards of the same suit in sequence."),
)
_RUN_ANY, _RUN_ANY_OR_MORE = (
    N_("A run is cards in sequence, of any suits."),
    N_("A run is %(least)s or more cards in sequence, of any suits."),
)
_NO_RUNS = N_("Runs are no melds in this game.")
_AT_ONCE = N_("Lay down your whole contract at once.")


def melding_told(ruleset: Ruleset) -> Iterator[Told]:
    """Each sentence about melds, in order; open questions have none."""
    if ruleset.scoring.only_points:
        return
    sets = _of_sets(ruleset)
    yield sets
    yield _of_runs(ruleset)
    if ruleset.melding.least_runs:
        yield _to_declare(ruleset.melding.least_runs, ruleset.melding.least_pure_runs or 0)
    if ruleset.contracts:
        yield Told("laying_down", (), str(gettext(_AT_ONCE.one)))
    yield from _by_numbers(ruleset)
    yield from _by_values(ruleset, {*sets.keys})


def melding_words(ruleset: Ruleset, part: str) -> list[str]:
    """The sentences of a part of the card."""
    return [one.words for one in melding_told(ruleset) if one.part == part]


def counted_cards_words(ruleset: Ruleset) -> str:
    """Which cards count in a hand without the sequences needed; empty if none are."""
    told = (one.words for one in melding_told(ruleset) if "melds_with_one_run" in one.keys)
    return next(told, "")


def matters(ruleset: Ruleset, key: str) -> bool:
    """Whether a key of `[melding]` matters in this game."""
    has_melds = not ruleset.scoring.only_points
    return has_melds and all(holds(ruleset) for keys, holds in _MATTERS if key in keys)


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


def _repeats_cards(ruleset: Ruleset) -> bool:
    """Whether the same card is there twice, for any number of players."""
    most = max(ruleset.pack.copies)
    return any(row.decks.decks * most > len(ruleset.melding.suits) for row in ruleset.decks)


def _wilds_fit(
    ruleset: Ruleset, fit: Callable[[int, int], bool], *kinds: str, laid_off: bool = True
) -> bool:
    """Whether a meld of these kinds may have wild cards that `fit`, by its size and their number.

    Of the limits only those count that do not depend on a key in question. With `laid_off` also a
    meld that grew.
    """
    melding = ruleset.melding
    if not _has_wild_cards(ruleset):
        return False
    least = melding.least_naturals or 0
    sizes = ((kind, size) for kind in kinds for size in _sizes(ruleset, kind, laid_off=laid_off))
    return any(
        fit(size, min(most_wilds_in(melding.most_wilds, kind, size), size - least))
        for kind, size in sizes
    )


def _sizes(ruleset: Ruleset, kind: str, *, laid_off: bool) -> Iterable[int]:
    """The numbers of cards of sets or runs as laid down, or also once cards are laid off."""
    if kind == "run" and not ruleset.melding.runs:
        return ()
    of_kind = Set if kind == "set" else Run
    melds = [meld for contract in ruleset.contracts for meld in contract.melds]
    laid = {meld.size for meld in melds if isinstance(meld, of_kind)} if melds else {_SMALLEST}
    return range(min(laid), _LARGEST + 1) if laid and (laid_off or not melds) else laid


def _may_touch(kind: str) -> Callable[[Ruleset], bool]:
    """Whether two wild cards may come together in a meld of this kind."""
    return lambda rules: (
        _wilds_fit(rules, lambda _, wilds: wilds > 1, kind)
        or (_has_limit(rules) and rules.melding.caps_on_lay_off is False)
    )


def _has_limit(ruleset: Ruleset) -> bool:
    melding = ruleset.melding
    return isinstance(melding.most_wilds, Mapping) or melding.wilds_at_most == "naturals"


def _swaps(ruleset: Ruleset) -> bool:
    return ruleset.melding.swap in {"any", "others"}


def _lays_off_without_contract(ruleset: Ruleset) -> bool:
    """Whether cards are laid off during a round, and nothing has to be laid down before."""
    melding = ruleset.melding
    lays_off = melding.lay_off != "never" and melding.lay_off_on != "none"
    return lays_off and not ruleset.contracts and not ruleset.opening.is_needed


_SMALLEST, _LARGEST = 3, 14  # cards of melds without a contract
_OF_RUNS = {
    *("run_least", "run_most", "run_one_suit", "run_exact", "ace", "ace_inside", "lowest_in_run"),
    *("natural_wild_in_run", "wilds_touch_in_run", "same_suit_runs", "gap_at_least"),
}
# The keys that do not matter unless this holds.
_MATTERS: Sequence[tuple[set[str], Callable[[Ruleset], bool]]] = (
    ({"most_wilds", "caps_on_lay_off", "least_naturals", "swap"}, _has_wild_cards),
    ({"wilds_touch_in_set"}, _may_touch("set")),
    ({"wilds_touch_in_run"}, _may_touch("run")),
    (
        {"wilds_at_most"},
        lambda rules: _wilds_fit(rules, lambda size, wilds: 2 * wilds > size, "set", "run"),
    ),
    (
        {"all_wild"},
        lambda rules: _wilds_fit(
            rules, lambda size, wilds: wilds == size, "set", "run", laid_off=False
        ),
    ),
    ({"swap"}, lambda rules: rules.melding.lay_off != "never"),  # else melds lie only at the end
    ({"swap_from_set"}, lambda rules: _wilds_fit(rules, lambda _, wilds: wilds > 0, "set")),
    ({"swap_from_set", "own_contract_first", "swap_use", "swap_when_two"}, _swaps),
    ({"own_contract_first"}, lambda rules: bool(rules.contracts) or rules.opening.is_needed),
    ({"own_meld_first"}, _lays_off_without_contract),
    (
        {"lay_off"},
        lambda rules: (
            rules.melding.lay_off is not None or rules.melding.own_meld_first is not False
        ),
    ),
    ({"swap_move"}, lambda rules: _swaps(rules) or rules.melding.swap_move == "move"),
    ({"natural_wild_in_run", "natural_wild_in_set"}, _wild_ranks),
    ({"caps_on_lay_off"}, _has_limit),
    (
        {"caps_on_lay_off", "set_repeats_suit_on_lay_off"},
        lambda rules: rules.melding.lay_off_on != "none",
    ),
    ({"set_repeats_suit", "set_repeats_suit_on_lay_off"}, _repeats_cards),
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
    (
        {"last_contract_complete"},
        lambda rules: not rules.only_who_goes_out_lays_down_last,
    ),
    (_OF_RUNS, lambda rules: rules.melding.runs),
    ({"runs"}, lambda rules: not rules.melding.runs),
    ({"ace"}, lambda rules: rules.melding.ace != "none"),
    ({"set_least", "set_most", "run_least"}, lambda rules: not rules.contracts),
    ({"melds_with_one_run"}, lambda rules: bool(rules.melding.least_pure_runs)),
    ({"discard_to_go_out"}, lambda rules: rules.discards),
    ({"ace_inside"}, lambda rules: rules.melding.ace == "high_or_low"),
)


def _of_sets(ruleset: Ruleset) -> Told:
    melding = ruleset.melding
    if _has_a_card_for_each_suit(ruleset):
        words = str(say(_SET_OF_SUITS, {"suits": melding.set_suits}))
        return Told("melds", ("set_least", "set_most", "set_suits", "set_repeats_suit"), words)
    least = _least(ruleset, "set")
    if least is None:
        return Told("melds", ("set_least",), str(say(_SET, {})))
    if isinstance(melding.set_most, int):
        words = str(say(_SET_TO, {"least": least, "most": melding.set_most}))
    else:
        words = str(say(_SET_OR_MORE, {"least": least}))
    return Told("melds", ("set_least", "set_most"), words)


def _least(ruleset: Ruleset, kind: Literal["set", "run"]) -> int | None:
    """The fewest cards of a meld, if the rules say; a contract may ask for fewer."""
    least = ruleset.melding.set_least if kind == "set" else ruleset.melding.run_least
    sizes = _sizes(ruleset, kind, laid_off=False) if ruleset.contracts else ()
    return min((least, *sizes)) if isinstance(least, int) else None


def _runs_with_ace(ruleset: Ruleset) -> dict[str, str]:
    """Examples of the least cards: with a low ace, with a high one, and past it."""
    cards = min(_least(ruleset, "run") or _SMALLEST, len("JQKA"))
    runs = {"low": "A234"[:cards], "high": "JQKA"[-cards:], "past": "QKA2"[-cards:]}
    return {name: "\u2011".join(run) for name, run in runs.items()}


def _has_a_card_for_each_suit(ruleset: Ruleset) -> bool:
    """Whether a set as laid down has a natural card of so many suits, and no other."""
    melding = ruleset.melding
    once = isinstance(melding.set_suits, int) and melding.set_repeats_suit is False
    return once and not _wilds_fit(ruleset, lambda _, wilds: wilds > 0, "set")


def _of_runs(ruleset: Ruleset) -> Told:
    if not ruleset.melding.runs:
        return Told("melds", ("runs",), str(say(_NO_RUNS, {})))
    melding, any_suit = ruleset.melding, ruleset.melding.run_one_suit is False
    least = _least(ruleset, "run")
    if least is None:
        words = str(say(_RUN_ANY if any_suit else _RUN, {}))
    else:
        words = str(say(_RUN_ANY_OR_MORE if any_suit else _RUN_OR_MORE, {"least": least}))
    keys = ("run_least", "run_one_suit")
    has_no_end = melding.run_most == "none" and not ruleset.contracts
    return Told("melds", (*keys, "run_most") if has_no_end else keys, words)


def _by_values(ruleset: Ruleset, told: set[str]) -> Iterator[Told]:
    """The sentences of `SAID`, without keys that are `told` already."""
    has_big_gin = ruleset.knocking and ruleset.knocking.big_gin  # gin without a discard
    for part, keys, sentences in SAID:
        if told.isdisjoint(keys) and all(matters(ruleset, key) for key in keys):
            values = tuple(getattr(ruleset.melding, key) for key in keys)
            sentence = next((said for each, said in sentences.items() if each == values), None)
            if sentence:
                told.update(keys)
                if sentence == _LAST_DISCARD and not goes_out(ruleset):
                    sentence = _LAST_DISCARD_TO_CLOSE
                if sentence != _LAST_DISCARD_TO_CLOSE or not has_big_gin:
                    yield Told(part, keys, str(say(sentence, _runs_with_ace(ruleset))))


def _by_numbers(ruleset: Ruleset) -> Iterator[Told]:
    melding = ruleset.melding
    if isinstance(melding.set_suits, int) and not _has_a_card_for_each_suit(ruleset):
        words = gettext("A set has exactly %(suits)s different suits.", suits=melding.set_suits)
        yield Told("melds", ("set_suits",), str(words))
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
    if melding.least_naturals:
        words = ngettext(
            "A meld has at least %(num)s natural card.",
            "A meld has at least %(num)s natural cards.",
            melding.least_naturals,
        )
        yield Told("wild_cards", ("least_naturals",), str(words))


def _to_declare(least: int, pure: int) -> Told:
    """To declare, you need at least 2 sequences. At least 1 of them is pure, if any must be."""
    words = ngettext(
        "To declare, you need at least %(num)s sequence.",
        "To declare, you need at least %(num)s sequences.",
        least,
    )
    keys = ("least_runs", "least_pure_runs")
    if not pure:
        return Told("laying_down", keys, str(words))
    of_them = ngettext(
        "At least %(num)s of them is pure: without a wild card that stands for another card.",
        "At least %(num)s of them are pure: without a wild card that stands for another card.",
        pure,
    )
    return Told("laying_down", keys, f"{words} {of_them}")


_RUNS_ONLY = N_("Wild cards go into runs only.")


def _caps(most: Mapping[str, int]) -> str:
    """The limits of wild cards by size of meld."""
    caps: list[str] = []
    by_size = any(wilds for size, wilds in most.items() if size != "any")
    for size, wilds in most.items():
        if size == "any" and by_size:
            caps.append(gettext("%(wilds)s in any other meld", wilds=wilds))
        elif size == "any":
            caps.append(gettext("%(wilds)s in a meld", wilds=wilds))
        elif size != "set":
            caps.append(gettext("%(wilds)s in a meld of %(size)s", wilds=wilds, size=size))
        elif wilds:
            caps.append(gettext("%(wilds)s in a set", wilds=wilds))
    words = [str(gettext("Wild cards at most: %(caps)s.", caps=list_words(caps)))] if caps else []
    return " ".join([str(gettext(_RUNS_ONLY.one)), *words] if most.get("set") == 0 else words)
