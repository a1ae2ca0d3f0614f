"""The sentence for each code of the rules, marked for translation.

The web pages translate them; `companion score` prints them in English.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with `%(...)s` placeholders; `many` and `by` are set if it has a plural.

    `context` tells translators which meaning an ambiguous word has here.
    """

    one: str
    many: str | None = None
    by: str = ""
    context: str = ""

    @classmethod
    def of(cls, one: str) -> Self:
        """A sentence without a plural. Marks the text for extraction."""
        return cls(one)

    @classmethod
    def in_context(cls, context: str, one: str) -> Self:
        """A word that has other meanings elsewhere. Marks both for extraction."""
        return cls(one, context=context)

    @classmethod
    def plural(cls, one: str, many: str, by: str = "") -> Self:
        """A sentence whose plural depends on the number `by`. Marks both texts."""
        return cls(one, many, by)

    def english(self, values: Mapping[str, Any]) -> str:
        """The English sentence with its placeholders filled."""
        text = self.many if self.many and values[self.by] != 1 else self.one
        return text % values


N_ = Sentence.of
NC_ = Sentence.in_context
NN_ = Sentence.plural

REFUSALS: dict[str, Sentence] = {
    "blank_hand": N_("%(name)s’s hand is not counted yet. Count the cards that are left."),
    "unknown_card": N_("%(game)s has no card called “%(card)s”. Use one of its own cards."),
    "negative_count": N_("There cannot be %(count)s of “%(card)s”. Enter 0 or a larger number."),
    "down_or_not": NN_(
        "%(points)s point could be a whole hand, or the cards left after contract %(contract)s. "
        "Is %(name)s down?",
        "%(points)s points could be a whole hand, or the cards left after contract "
        "%(contract)s. Is %(name)s down?",
        by="points",
    ),
    "opened_or_not": NN_(
        "%(points)s point could be a whole hand, or the cards left after laying down. "
        "Is %(name)s down?",
        "%(points)s points could be a whole hand, or the cards left after laying down. "
        "Is %(name)s down?",
        by="points",
    ),
    "unknown_player": N_("That player is not in this round. Choose another."),
    "out_without_contract": N_(
        "%(name)s cannot have gone out without laying down contract %(contract)s. "
        "Mark %(name)s as down, or choose the player who really went out."
    ),
    "out_with_cards": N_(
        "%(name)s went out and has no cards left, but cards are counted for %(name)s. "
        "Clear that hand, or choose the player who really went out."
    ),
    "out_and_dropped": N_(
        "%(name)s dropped out of this round and cannot have won it. Take the drop back, or choose "
        "the player who really won."
    ),
    "wild_is_settled": N_(
        "A hand in this round has already been counted, so the wild rank stays. Delete the "
        "counts first, or correct the round once it is written down."
    ),
    "never_back": N_("By your house rules a player who is out does not come back."),
    "no_way_back": N_(
        "%(name)s is out and cannot come back: the limit is %(limit)s points, and a player who "
        "comes back has one point more than the highest total."
    ),
    "no_more_returns": N_("%(name)s is out and has come back as often as your house rules allow."),
    "nothing_scored": N_(
        "No round is written down yet, so there are no standings. Write a round down first, or "
        "delete the game."
    ),
    "order_is_settled": N_(
        "Seats can be changed only before the first round is written down. After that, "
        "everybody keeps their seat."
    ),
    "table_full": N_(
        "At most %(most)s players can play by these rules. Somebody has to leave first."
    ),
    "too_few_stay": N_("This game needs at least %(least)s players."),
    "tied_play_alone": N_(
        "Only the players with equal points play on, so nobody can join or come back now. Start a "
        "new game once the tie is decided."
    ),
    "name_taken": N_(
        "Somebody in this game is already called %(name)s. Add an initial to one of the names."
    ),
    "sits_twice": N_(
        "Nobody can sit in two places. Change one of the equal names, or add an initial to it."
    ),
    "not_to_be_undone": N_(
        "That step cannot be undone, or it has been undone already. The history shows the "
        "current state."
    ),
    "game_over": N_("The game is over. To play on, undo the last step or correct a round."),
}

# In games that score melds: the uncounted part of a hand.
MISSING: dict[str, Sentence] = {
    "melds": N_(
        "%(name)s’s melds are not counted yet. Count the cards that %(name)s has on the "
        "table, or say that there are none."
    ),
    "both": N_(
        "%(name)s’s cards are not counted yet, neither the melds on the table nor the "
        "cards left in hand. If there are none, say so."
    ),
    "points": N_("%(name)s’s points of this round are missing. Type 0 if there are none."),
}

# Sentences of the scoring schemes for the rules card, and for a round in which nobody went out.
SCORING: dict[str, Sentence] = {
    "cards_left": N_(
        "A round ends when somebody goes out. Everybody else scores the cards left in hand."
    ),
    "cards_left_after_last_turns": N_("Then everybody scores the cards left in hand."),
    "winner_collects": N_(
        "The player who goes out scores the cards that all the others have left in hand. "
        "If nobody goes out, nobody scores."
    ),
    "knock": NN_(
        "A round ends when a player knocks with at most %(most)s point of deadwood, or goes gin "
        "with none.",
        "A round ends when a player knocks with at most %(most)s points of deadwood, or goes "
        "gin with none.",
        by="most",
    ),
    "knock_at_upcard": N_(
        "A round ends when a player knocks with at most as much deadwood as the upcard is worth, "
        "or goes gin with none."
    ),
    "knock_difference": N_("The knocker scores the difference in deadwood."),
    "undercut": NN_(
        "If the other player has less, that is an undercut: the other player scores the "
        "difference and %(undercut)s point. With equal deadwood nobody scores.",
        "If the other player has less, that is an undercut: the other player scores the "
        "difference and %(undercut)s points. With equal deadwood nobody scores.",
        by="undercut",
    ),
    "undercut_if_equal": NN_(
        "If the other player has less or the same, that is an undercut: the other player scores "
        "the difference and %(undercut)s point.",
        "If the other player has less or the same, that is an undercut: the other player scores "
        "the difference and %(undercut)s points.",
        by="undercut",
    ),
    "gin": NN_(
        "Going gin scores the other player’s deadwood and %(gin)s point.",
        "Going gin scores the other player’s deadwood and %(gin)s points.",
        by="gin",
    ),
    "big_gin": NN_(
        "Big gin, with all eleven cards, scores the other player’s deadwood and %(big_gin)s point.",
        "Big gin, with all eleven cards, scores the other player’s deadwood and %(big_gin)s "
        "points.",
        by="big_gin",
    ),
    "rummy_doubles": N_("Going out in one turn, with nothing melded before, counts double."),
    "rummy_doubles_all": N_(
        "If somebody goes out in one turn, with nothing melded before, everybody else’s points "
        "of the round count double."
    ),
    "called_rummy_doubles": N_("%(how)s: everybody else’s points of the round count double."),
    "called_rummy_doubles_lives": N_("%(how)s: everybody else loses twice as many lives."),
    "missed": NN_(
        "A player who has not laid anything down scores %(missed)s point instead.",
        "A player who has not laid anything down scores %(missed)s points instead.",
        by="missed",
    ),
    "melded_minus_hand": N_(
        "A round ends when somebody goes out. Everybody scores the cards they melded or laid off, "
        "minus the cards left in hand."
    ),
    "capped_hands": N_(
        "A round ends when somebody declares. Everybody else scores the cards outside their "
        "sequences and sets."
    ),
    "capped_hands_in_melds": N_(
        "A round ends when somebody has all cards in melds. Everybody else scores the cards in no "
        "meld."
    ),
    "lives": NN_(
        "A round ends when somebody has all cards in melds. Everybody else loses %(lives)s life.",
        "A round ends when somebody has all cards in melds. Everybody else loses %(lives)s lives.",
        by="lives",
    ),
    "capped_hands_after_knock_of_few": NN_(
        "A round ends when somebody closes: with all cards in melds, or with %(cards)s card left "
        "over, worth %(most)s at most. Everybody scores the cards in no meld.",
        "A round ends when somebody closes: with all cards in melds, or with up to %(cards)s cards "
        "left over, worth %(most)s at most. Everybody scores the cards in no meld.",
        by="cards",
    ),
    "capped_hands_after_knock": NN_(
        "A round ends when somebody closes: with all cards in melds, or with cards worth at most "
        "%(most)s point left over. Everybody scores the cards in no meld.",
        "A round ends when somebody closes: with all cards in melds, or with cards worth at most "
        "%(most)s points left over. Everybody scores the cards in no meld.",
        by="most",
    ),
    "losers_pay": N_(
        "For the others these are minus points; the winner of the round scores what all of them "
        "lose."
    ),
    "typed_points": N_("After each round, type everybody’s points; they may be below zero."),
    "nobody_scores": N_("nobody scores"),
    "all_score_hands": N_("everybody scores the cards in hand"),
    "all_score_melds_and_hands": N_("everybody scores melds and cards in hand"),
}

# Points after the last round, for the rules card.
SETTLEMENT: dict[str, Sentence] = {
    "games": N_(
        "Several games are scored at once (%(games)s): the first round that you win counts in "
        "game 1, the second in games 1 and 2, and so on. A game is closed once somebody reaches "
        "the limit in it. When all are closed, the points below are added in each, and most points "
        "in all wins."
    ),
    "game": NN_(
        "Then the winner is given %(game)s point for the game.",
        "Then the winner is given %(game)s points for the game.",
        by="game",
    ),
    "boxes": NN_(
        "Then each player is given %(box)s point for each round won.",
        "Then each player is given %(box)s points for each round won.",
        by="box",
    ),
    "shutout_points": N_(
        "If one player has won every round, the points of the rounds count double."
    ),
    "shutout_game": N_("If one player has won every round, the points for the game count double."),
}

# The rows of the settlement, below the totals.
SETTLED: dict[str, Sentence] = {
    "game": N_("Game won"),
    "boxes": N_("Rounds won"),
    "shutout": N_("Shutout"),
    "final": N_("In all"),
}

DOUBTS: dict[str, Sentence] = {
    "nobody_out": N_("Is it right that nobody went out in this round?"),
    "more_than_one_out": N_("%(name)s has no cards left but did not go out. Is that right?"),
    "wrong_hand_size_without_contract": NN_(
        "%(name)s is not down and should hold %(expected)s cards, but %(cards)s is counted.",
        "%(name)s is not down and should hold %(expected)s cards, but %(cards)s are counted.",
        by="cards",
    ),
    "too_many_cards_after_contract": NN_(
        "After contract %(contract)s at most %(most)s card is left, "
        "but %(cards)s are counted for %(name)s.",
        "After contract %(contract)s at most %(most)s cards are left, "
        "but %(cards)s are counted for %(name)s.",
        by="most",
    ),
    "too_many_of_class": NN_(
        "%(card)s: %(cards)s counted, but %(decks)s deck has only %(most)s.",
        "%(card)s: %(cards)s counted, but %(decks)s decks have only %(most)s.",
        by="decks",
    ),
    "too_many_bonuses": NN_(
        "%(card)s: %(cards)s counted for %(name)s, but at most %(most)s is possible.",
        "%(card)s: %(cards)s counted for %(name)s, but at most %(most)s are possible.",
        by="most",
    ),
    "too_many_cards": N_(
        "With the contracts laid down, that makes %(cards)s cards, but there are only %(most)s."
    ),
    "too_much_deadwood": NN_(
        "%(name)s knocked with %(points)s point of deadwood, but at most %(most)s are allowed.",
        "%(name)s knocked with %(points)s points of deadwood, but at most %(most)s are allowed.",
        by="points",
    ),
    "knocked_without_deadwood": N_(
        "Gin? %(name)s knocked with no deadwood: gin scores %(gin)s, a knock %(points)s."
    ),
    "final_round_only_one_down": N_(
        "In the last round only the player who goes out lays down, but %(name)s is marked down too."
    ),
    "points_not_reachable": NN_(
        "No cards add up to %(points)s point. Is %(name)s’s total right?",
        "No cards add up to %(points)s points. Is %(name)s’s total right?",
        by="points",
    ),
    "points_above_cap": N_(
        "A hand counts for %(most)s at most, but the total for %(name)s is %(points)s."
    ),
    "cards_after_drop": N_(
        "%(name)s dropped out of this round, but cards are counted for %(name)s. "
        "Only the drop costs points."
    ),
    "drop_not_allowed": N_(
        "%(name)s dropped out of this round, but your rules allow %(name)s no drop."
    ),
    "points_below_minimum": NN_(
        "%(name)s holds at least %(cards)s card, worth %(least)s or more, but the total is "
        "%(points)s.",
        "%(name)s holds at least %(cards)s cards, worth %(least)s or more, but the total "
        "is %(points)s.",
        by="cards",
    ),
    "points_above_maximum": NN_(
        "%(name)s is not down and holds %(held)s card at most, worth up to %(most)s "
        "points, but the total is %(points)s.",
        "%(name)s is not down and holds %(held)s cards at most, worth up to %(most)s "
        "points, but the total is %(points)s.",
        by="held",
    ),
    "buys_not_allowed": NN_(
        "%(buys)s buy is entered for %(name)s, but this game has no buying.",
        "%(buys)s buys are entered for %(name)s, but this game has no buying.",
        by="buys",
    ),
    "too_many_buys": NN_(
        "A player may buy %(most)s time in this round, but %(buys)s buys are entered for %(name)s.",
        "A player may buy %(most)s times in this round, but %(buys)s buys are entered for "
        "%(name)s.",
        by="most",
    ),
}

# More specific sentences for some figures: by code, and by the figure (or name) of the sentence.
DOUBTS_TOLD_BY: dict[tuple[str, str], Sentence] = {
    ("nobody_out", "name"): N_(
        "%(name)s has no cards left, but nobody is marked as out. Did %(name)s go out?"
    ),
    ("too_many_bonuses", "needs"): NN_(
        "%(name)s’s bonuses take at least %(needs)s melded cards, but only %(cards)s is counted.",
        "%(name)s’s bonuses take at least %(needs)s melded cards, but only %(cards)s are counted.",
        by="cards",
    ),
    ("too_many_cards", "name"): NN_(
        "%(name)s can hold %(most)s card at most in this round, but %(cards)s are counted.",
        "%(name)s can hold %(most)s cards at most in this round, but %(cards)s are counted.",
        by="most",
    ),
    ("wrong_hand_size_without_contract", "held"): NN_(
        "%(name)s is not down and should hold %(expected)s cards, %(each)s more for each "
        "buy and %(held)s at most, but %(cards)s is counted.",
        "%(name)s is not down and should hold %(expected)s cards, %(each)s more for each "
        "buy and %(held)s at most, but %(cards)s are counted.",
        by="cards",
    ),
    ("wrong_hand_size_without_contract", "each"): NN_(
        "%(name)s is not down and should hold %(expected)s cards, and %(each)s more for "
        "each buy, but %(cards)s is counted.",
        "%(name)s is not down and should hold %(expected)s cards, and %(each)s more for "
        "each buy, but %(cards)s are counted.",
        by="cards",
    ),
    ("too_much_deadwood", "left"): NN_(
        "%(name)s closed with %(left)s point left over, but at most %(most)s are allowed.",
        "%(name)s closed with %(left)s points left over, but at most %(most)s are allowed.",
        by="left",
    ),
    ("too_much_deadwood", "cards"): NN_(
        "%(name)s closed with %(cards)s card left over, but only %(most)s may be left.",
        "%(name)s closed with %(cards)s cards left over, but only %(most)s may be left.",
        by="cards",
    ),
    ("knocked_without_deadwood", "all"): N_(
        "%(name)s closed with nothing left over. With all cards in melds that scores %(all)s, "
        "otherwise %(points)s."
    ),
    ("too_many_cards_after_contract", "dealt"): NN_(
        "%(name)s is down and can hold %(most)s card at most, but %(cards)s are counted.",
        "%(name)s is down and can hold %(most)s cards at most, but %(cards)s are counted.",
        by="most",
    ),
    ("too_many_cards_after_contract", "takes"): NN_(
        "Contract %(contract)s takes %(takes)s cards and leaves none, "
        "but %(cards)s is counted for %(name)s.",
        "Contract %(contract)s takes %(takes)s cards and leaves none, "
        "but %(cards)s are counted for %(name)s.",
        by="cards",
    ),
    ("points_above_maximum", "takes"): N_(
        "%(name)s is down on contract %(contract)s, which takes %(takes)s cards and leaves none, "
        "but the total is %(points)s."
    ),
    ("points_above_maximum", "contract"): NN_(
        "%(name)s is down on contract %(contract)s and can hold %(held)s card at most, "
        "worth up to %(most)s points, but the total is %(points)s.",
        "%(name)s is down on contract %(contract)s and can hold %(held)s cards at most, "
        "worth up to %(most)s points, but the total is %(points)s.",
        by="held",
    ),
    ("points_above_maximum", "dealt"): NN_(
        "%(name)s can hold %(held)s card at most in this round, worth up to %(most)s "
        "points, but the total is %(points)s.",
        "%(name)s can hold %(held)s cards at most in this round, worth up to %(most)s "
        "points, but the total is %(points)s.",
        by="held",
    ),
}

# Accepted doubts have statements instead of questions; others keep their sentence.
ANSWERED: dict[str, Sentence] = DOUBTS | {
    "nobody_out": N_("Nobody went out."),
    "more_than_one_out": N_("%(name)s had no cards left either, but did not go out."),
    "knocked_without_deadwood": N_("%(name)s knocked with no deadwood."),
    "points_not_reachable": NN_(
        "No cards add up to %(name)s’s %(points)s point.",
        "No cards add up to %(name)s’s %(points)s points.",
        by="points",
    ),
}
ANSWERED_TOLD_BY: dict[tuple[str, str], Sentence] = DOUBTS_TOLD_BY | {
    ("nobody_out", "name"): N_("%(name)s had no cards left, but nobody went out."),
    ("knocked_without_deadwood", "all"): N_("%(name)s closed with nothing left over."),
}

# The same where a round does not end by going out; `ended` says that nobody ended it.
DOUBTS_ELSE = DOUBTS | {"nobody_out": N_("%(ended)s. Is that right?")}
DOUBTS_ELSE_TOLD_BY = DOUBTS_TOLD_BY | {
    ("nobody_out", "name"): N_("%(ended)s, but %(name)s has no cards left. Is that right?")
}
ANSWERED_ELSE = ANSWERED | {"nobody_out": N_("%(ended)s.")}
ANSWERED_ELSE_TOLD_BY = ANSWERED_TOLD_BY | {
    ("nobody_out", "name"): N_("%(ended)s, but %(name)s had no cards left.")
}
_BY_CODE = {
    (False, True): (DOUBTS, DOUBTS_TOLD_BY),
    (True, True): (ANSWERED, ANSWERED_TOLD_BY),
    (False, False): (DOUBTS_ELSE, DOUBTS_ELSE_TOLD_BY),
    (True, False): (ANSWERED_ELSE, ANSWERED_ELSE_TOLD_BY),
}


def refusal_sentence(code: str, missing: str) -> Sentence:
    """The sentence for a refusal; `missing` is the uncounted part of a hand."""
    return (code == "blank_hand" and MISSING.get(missing)) or REFUSALS[code]


def doubt_sentences(
    *, answered: bool = False, goes_out: bool = True
) -> tuple[dict[str, Sentence], dict[tuple[str, str], Sentence]]:
    """The sentences by code, and by code and figure; `goes_out` if that is how rounds end."""
    return _BY_CODE[answered, goes_out]


def doubt_sentence(
    code: str, values: Mapping[str, Any], *, answered: bool = False, goes_out: bool = True
) -> Sentence:
    """The sentence for a doubt with these figures, and a name if it is about one player."""
    sentences, told_by = doubt_sentences(answered=answered, goes_out=goes_out)
    for (of_code, figure), sentence in told_by.items():
        if of_code == code and figure in values:
            return sentence
    return sentences[code]


# The rules of a knock where it is no knock, but closing.
_OF_CLOSING = {
    "knocking": "closing",
    "knocking_cards": "closing_cards",
    "lay_off_on_gin": "lay_off_on_all",
}


# The rule whose value is the cause.
_BY_VALUE = {
    "same_suit_runs": {"gap": "gap_at_least"},
    "swap": {"none": "swap_none"},
    "lay_off": {"never": "lay_off_never"},
    "lay_off_in_last": {"never": "lay_off_never_in_last"},
    "lay_off_on": {"none": "lay_off_never", "own": "lay_off_on_own", "others": "lay_off_on_others"},
}


def judged_rule(rule: str, rules: Mapping[str, Any]) -> str:
    """The rule of `JUDGED` for a broken one of these melding rules.

    The value of a rule tells the cause: two runs may lack a gap, or not go together at all. A hand
    may not knock, or not close.
    """
    melding = rules["melding"]
    if rule in _BY_VALUE:
        rule = _BY_VALUE[rule].get(melding[rule], rule)
    if rule == "swap_none" and melding["swap_move"] == "move":
        rule = "swap_only_moves"
    closes = rules["knocking"] is not None and rules["knocking"]["gin"] is None
    return _OF_CLOSING.get(rule, rule) if closes else rule


# The rules of an opening besides its points, by the field of an answer with the number missing.
_MELDS_OF_OPENING = {"pure_short": "opening_pure_runs", "pure_sets_short": "opening_pure_sets"}


def broken_beside(answer: Mapping[str, Any]) -> list[str]:
    """The rules of an opening that an answer of the referee breaks besides the first one."""
    rules = (rule for field, rule in _MELDS_OF_OPENING.items() if answer.get(field))
    return [rule for rule in rules if rule != answer["rule"]]


# Each rule of the referee, worded for its violation.
JUDGED: dict[str, Sentence] = {
    "contract": N_("These melds are not what the contract asks for."),
    "hand": N_("This hand cannot make the contract."),
    "set_one_rank": N_("All cards of a set have the same rank."),
    "run_in_sequence": N_("The cards of a run are in sequence."),
    "runs": N_("Runs are no melds in this game."),
    "colour": N_("All of these cards must have the same colour."),
    "no_meld": N_("A card like that belongs in no meld."),
    "melded_going_out": N_(
        "A card like that is melded only when going out, and without wild cards."
    ),
    "set_least": N_("This set has too few cards."),
    "set_most": N_("This set has too many cards."),
    "run_least": N_("This run has too few cards."),
    "run_most": N_("This run has too many cards."),
    "set_exact": N_("A set must have exactly as many cards as the contract says."),
    "run_exact": N_("A run must have exactly as many cards as the contract says."),
    "last_contract_exact": N_(
        "The last contract must be laid down with exactly as many cards as it says."
    ),
    "run_one_suit": N_("All cards of a run have the same suit."),
    "set_suits": N_("This set has too many or too few different suits."),
    "set_repeats_suit": N_("A set may not have the same suit twice."),
    "set_repeats_suit_on_lay_off": N_("A card laid off on a set may not repeat one of its suits."),
    "ace": N_("The ace cannot be used there in a run."),
    "ace_inside": N_("An ace may not stand between a king and a two."),
    "lowest_in_run": N_("A run may not start that low."),
    "natural_wild_in_run": N_("In a run, a card of a wild rank never counts as a natural card."),
    "natural_wild_in_set": N_("In a set, a card of a wild rank never counts as a natural card."),
    "wilds_touch_in_set": N_("In a set, wild cards may not be next to each other."),
    "wilds_touch_in_run": N_("In a run, wild cards may not be next to each other."),
    "most_wilds": N_("This meld has too many wild cards."),
    "caps_on_lay_off": N_("The limit on wild cards also applies to cards laid off."),
    "wilds_at_most": N_("A meld may not have more wild cards than natural ones."),
    "least_naturals": N_("This meld has too few natural cards."),
    "all_wild": N_("A meld may not be made of wild cards only."),
    "same_suit_runs": N_("These two runs of the same suit are not allowed together."),
    "gap_at_least": N_("Two runs of the same suit need a gap between them."),
    "same_suit_runs_overlap": N_("Two runs of the same suit may not have a rank in common."),
    "sets_same_rank": N_("Two sets of a contract may not have the same rank."),
    "swap": N_("No wild card in this meld stands for that card."),
    "swap_none": N_("A wild card stays where it was laid."),
    "swap_only_moves": N_(
        "A wild card never leaves its meld. In a run, a player who has the card that it "
        "stands for may put that card in its place and move the wild card to an end."
    ),
    "swap_own": N_("You may not swap a wild card in your own meld."),
    "swap_from_set": N_("A wild card in a set stays there."),
    "own_contract_first": N_("You may swap a wild card only once you are down yourself."),
    "swap_move": N_("A swapped wild card may not move to an end of its run."),
    "lay_off": N_("You may lay off cards from the turn after you have laid down."),
    "lay_off_never": N_("There is no laying off."),
    "lay_off_not_down": N_("You may lay off only once you are down yourself."),
    "own_meld_first": N_("You may lay off only once you are down yourself."),
    "lay_off_in_last": N_("In the last round you may lay off cards from your next turn on."),
    "lay_off_never_in_last": N_("In the last round there is no laying off."),
    "lay_off_on": N_("You may not lay off on this meld."),
    "lay_off_on_own": N_("You may lay off cards on your own melds only."),
    "lay_off_on_others": N_("You may lay off cards on other players’ melds only."),
    "cards_left": N_("These cards are left after melding and laying off."),
    "discard_to_go_out": N_("To go out, you must have one last card to discard."),
    "last_discard_wild": N_("The last discard may not be a wild card."),
    "last_contract_complete": N_("The last contract must take the whole hand."),
    "lay_off_on_gin": N_("You cannot lay off against gin."),
    "knocking": N_("That is too much deadwood for a knock."),
    "knocking_cards": N_("Too many cards are left over for a knock."),
    "lay_off_on_all": N_("You cannot lay off where all cards were in melds."),
    "closing": N_("Too many points are left over to close."),
    "closing_cards": N_("Too many cards are left over to close."),
    "least_pure_runs": N_("A pure sequence is missing: one without a wild card."),
    "least_runs": N_("A second sequence is missing."),
    "all_in_melds": N_("Not all cards are in melds."),
    "opening_points": N_("That is not enough to go down."),
    "opening_pure_runs": N_("A run without a wild card is missing."),
    "opening_pure_sets": N_("A set without a wild card is missing."),
    "opening_at_once": N_("All cards go down in one turn, so that is enough."),
}
