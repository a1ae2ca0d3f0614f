"""The sentences about melds, by keys of `[melding]` and their values."""

from collections.abc import Mapping, Sequence
from typing import Literal

from companion.sentences import N_, Sentence

Part = Literal["turn", "melds", "laying_down", "wild_cards"]
Values = tuple[object, ...]

# By keys that are worded together: the part of the card, and the sentences by their values. A
# sentence about several keys comes before those about one of them.
SAID: Sequence[tuple[Part, tuple[str, ...], Mapping[Values, Sentence]]] = (
    (
        "melds",
        ("set_repeats_suit", "set_repeats_suit_on_lay_off"),
        {(True, True): N_("The same suit may appear twice in a set.")},
    ),
    (
        "melds",
        ("set_repeats_suit",),
        {
            (True,): N_("The same suit may appear twice in a set."),
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
                "The ace is high or low in a run: A\u20112\u20113 and Q\u2011K\u2011A are runs, "
                "K\u2011A\u20112 is not."
            ),
            ("high_or_low", True): N_("The ace is high, low, or between a king and a two."),
        },
    ),
    (
        "melds",
        ("ace",),
        {
            ("high_or_low",): N_(
                "The ace is high or low in a run: A\u20112\u20113 and Q\u2011K\u2011A are runs."
            ),
            ("high",): N_(
                "The ace is high in a run: Q\u2011K\u2011A is a run, A\u20112\u20113 is not."
            ),
            ("low",): N_(
                "The ace is low in a run: A\u20112\u20113 is a run, Q\u2011K\u2011A is not."
            ),
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
                "Cards are laid off only at the end of the round, on the other player’s melds."
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
            (False,): N_("In a run, a card of a wild rank is always wild."),
        },
    ),
    (
        "wild_cards",
        ("natural_wild_in_set",),
        {
            (True,): N_("Cards of a wild rank may be a natural set of that rank."),
            (False,): N_("In a set, a card of a wild rank is always wild."),
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
                "A wild card never leaves its meld. In a run, a player who has the card it stands "
                "for may put it in its place and move the wild card to an end."
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
                "You may swap a wild card in another player’s meld for the card it stands for."
            ),
            ("any",): N_("You may swap a wild card in any meld for the card it stands for."),
            ("none",): N_("A wild card stays where it was laid."),
        },
    ),
    (
        "wild_cards",
        ("own_contract_first",),
        {
            (True,): N_("Before a swap, your own contract must be down."),
            (False,): N_("You may swap even before your own contract is down."),
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
        "melds",
        ("melds_with_one_run",),
        {
            ("none",): N_(
                "Without these sequences all cards in your hand count, even those in melds."
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
            (True,): N_("Your last card must be a discard: you cannot go out without one."),
            (False,): N_("You may go out without a discard."),
        },
    ),
)
