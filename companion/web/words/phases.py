"""The sentences of a game whose contracts are called phases.

By the same sentence about contracts; by both forms if it has a plural.
"""

from collections.abc import Mapping

from companion.sentences import N_, NN_, Sentence

Wordings = Mapping[str | tuple[str, str], Sentence]

PHASES: Wordings = {
    (
        (
            "%(points)s point could be a whole hand, or the cards left after contract "
            "%(contract)s. Is %(name)s down?"
        ),
        (
            "%(points)s points could be a whole hand, or the cards left after contract "
            "%(contract)s. Is %(name)s down?"
        ),
    ): NN_(
        "%(points)s point could be a whole hand, or the cards left after phase %(contract)s. Is "
        "%(name)s down?",
        "%(points)s points could be a whole hand, or the cards left after phase %(contract)s. "
        "Is %(name)s down?",
    ),
    (
        "%(name)s cannot have gone out without laying down contract %(contract)s. Mark "
        "%(name)s as down, or choose the player who really went out."
    ): N_(
        "%(name)s cannot have gone out without laying down phase %(contract)s. Mark "
        "%(name)s as down, or choose the player who really went out."
    ),
    (
        (
            "After contract %(contract)s at most %(most)s card is left, but %(cards)s are "
            "counted for %(name)s."
        ),
        (
            "After contract %(contract)s at most %(most)s cards are left, but %(cards)s "
            "are counted for %(name)s."
        ),
    ): NN_(
        "After phase %(contract)s at most %(most)s card is left, but %(cards)s are "
        "counted for %(name)s.",
        "After phase %(contract)s at most %(most)s cards are left, but %(cards)s are "
        "counted for %(name)s.",
    ),
    ("With the contracts laid down, that makes %(cards)s cards, but there are only %(most)s."): N_(
        "With the phases laid down, that makes %(cards)s cards, but there are only %(most)s."
    ),
    (
        (
            "Contract %(contract)s takes %(takes)s cards and leaves none, but %(cards)s is "
            "counted for %(name)s."
        ),
        (
            "Contract %(contract)s takes %(takes)s cards and leaves none, but %(cards)s "
            "are counted for %(name)s."
        ),
    ): NN_(
        "Phase %(contract)s takes %(takes)s cards and leaves none, but %(cards)s is "
        "counted for %(name)s.",
        "Phase %(contract)s takes %(takes)s cards and leaves none, but %(cards)s are "
        "counted for %(name)s.",
    ),
    (
        "%(name)s is down on contract %(contract)s, which takes %(takes)s cards and "
        "leaves none, but the total is %(points)s."
    ): N_(
        "%(name)s is down on phase %(contract)s, which takes %(takes)s cards and "
        "leaves none, but the total is %(points)s."
    ),
    (
        (
            "%(name)s is down on contract %(contract)s and can hold %(held)s card at most, "
            "worth up to %(most)s points, but the total is %(points)s."
        ),
        (
            "%(name)s is down on contract %(contract)s and can hold %(held)s cards at "
            "most, worth up to %(most)s points, but the total is %(points)s."
        ),
    ): NN_(
        "%(name)s is down on phase %(contract)s and can hold %(held)s card at most, "
        "worth up to %(most)s points, but the total is %(points)s.",
        "%(name)s is down on phase %(contract)s and can hold %(held)s cards at most, "
        "worth up to %(most)s points, but the total is %(points)s.",
    ),
    "These melds are not what the contract asks for.": N_(
        "These melds are not what the phase asks for."
    ),
    "This hand cannot make the contract.": N_("This hand cannot make the phase."),
    "A set must have exactly as many cards as the contract says.": N_(
        "A set must have exactly as many cards as the phase says."
    ),
    "A run must have exactly as many cards as the contract says.": N_(
        "A run must have exactly as many cards as the phase says."
    ),
    "The last contract must be laid down with exactly as many cards as it says.": N_(
        "The last phase must be laid down with exactly as many cards as it says."
    ),
    "Two sets of a contract may not have the same rank.": N_(
        "Two sets of a phase may not have the same rank."
    ),
    "You may swap a wild card only after laying down your own contract.": N_(
        "You may swap a wild card only after laying down your own phase."
    ),
    "The last contract must take the whole hand.": N_("The last phase must take the whole hand."),
    "Must the last contract take the whole hand?": N_("Must the last phase take the whole hand?"),
    "Must a set have exactly as many cards as the contract says?": N_(
        "Must a set have exactly as many cards as the phase says?"
    ),
    "Must a run have exactly as many cards as the contract says?": N_(
        "Must a run have exactly as many cards as the phase says?"
    ),
    "May two runs of a contract have the same suit?": N_(
        "May two runs of a phase have the same suit?"
    ),
    "May two sets of a contract have the same rank?": N_(
        "May two sets of a phase have the same rank?"
    ),
    "Must your contract be down before you may swap a wild card?": N_(
        "Must your phase be down before you may swap a wild card?"
    ),
    "As soon as your contract is down, in the same turn": N_(
        "As soon as your phase is down, in the same turn"
    ),
    ("%(num)s contract", "%(num)s contracts"): NN_("%(num)s phase", "%(num)s phases"),
    (
        "%(names)s is ahead: on contract %(contract)s, with %(points)s point.",
        "%(names)s is ahead: on contract %(contract)s, with %(points)s points.",
    ): NN_(
        "%(names)s is ahead: on phase %(contract)s, with %(points)s point.",
        "%(names)s is ahead: on phase %(contract)s, with %(points)s points.",
    ),
    "contracts, total": N_("phases, total"),
    (
        "The ring holds the contract; trace it once the contract is made. Then the "
        "points of the round, and the total so far."
    ): N_(
        "The ring holds the phase; trace it once the phase is made. Then the points of "
        "the round, and the total so far."
    ),
    (
        "Ring: contract made. Dotted: tried, not made. Then the points of the round, "
        "and the total so far."
    ): N_(
        "Ring: phase made. Dotted: tried, not made. Then the points of the round, and "
        "the total so far."
    ),
    (
        "%(name)s joins on contract %(contract)s with %(points)s point.",
        "%(name)s joins on contract %(contract)s with %(points)s points.",
    ): NN_(
        "%(name)s joins on phase %(contract)s with %(points)s point.",
        "%(name)s joins on phase %(contract)s with %(points)s points.",
    ),
    (
        "%(name)s is back on contract %(contract)s with %(points)s point.",
        "%(name)s is back on contract %(contract)s with %(points)s points.",
    ): NN_(
        "%(name)s is back on phase %(contract)s with %(points)s point.",
        "%(name)s is back on phase %(contract)s with %(points)s points.",
    ),
    (
        "%(number)s contract, until somebody has made it",
        "%(number)s contracts, each made before the next",
    ): NN_(
        "%(number)s phase, until somebody has made it",
        "%(number)s phases, each made before the next",
    ),
    ("%(number)s round", "%(number)s rounds, a contract each"): NN_(
        "%(number)s round, a phase", "%(number)s rounds, a phase each"
    ),
    "Lay down your whole contract at once.": N_("Lay down your whole phase at once."),
    ("Two runs of a contract may have the same suit, even if they follow on from each other."): N_(
        "Two runs of a phase may have the same suit, even if they follow on from each other."
    ),
    "The runs of a contract have different suits.": N_("The runs of a phase have different suits."),
    "Two sets of a contract may have the same rank.": N_(
        "Two sets of a phase may have the same rank."
    ),
    "The sets of a contract have different ranks.": N_("The sets of a phase have different ranks."),
    "Each meld has exactly as many cards as the contract says.": N_(
        "Each meld has exactly as many cards as the phase says."
    ),
    "A meld may have more cards than the contract says.": N_(
        "A meld may have more cards than the phase says."
    ),
    "A set has exactly as many cards as the contract says.": N_(
        "A set has exactly as many cards as the phase says."
    ),
    "A set may have more cards than the contract says.": N_(
        "A set may have more cards than the phase says."
    ),
    "A run has exactly as many cards as the contract says.": N_(
        "A run has exactly as many cards as the phase says."
    ),
    "A run may have more cards than the contract says.": N_(
        "A run may have more cards than the phase says."
    ),
    "The last contract is laid down with exactly as many cards as it says.": N_(
        "The last phase is laid down with exactly as many cards as it says."
    ),
    "The last contract takes the whole hand.": N_("The last phase takes the whole hand."),
    "The last contract is laid down like any other.": N_(
        "The last phase is laid down like any other."
    ),
    "Before a swap, your own contract must be down.": N_(
        "Before a swap, your own phase must be down."
    ),
    "You may swap even before your own contract is down.": N_(
        "You may swap even before your own phase is down."
    ),
    "With equal points, they play the last contract again: the first to go out wins.": N_(
        "With equal points, they play the last phase again: the first to go out wins."
    ),
    "You stay on a contract until you have made it, and make at most one a round.": N_(
        "You stay on a phase until you have made it, and make at most one a round."
    ),
    ("Everybody tries for the contract of the round, whether or not they made the last one."): N_(
        "Everybody tries for the phase of the round, whether or not they made the last one."
    ),
    (
        "The round in which somebody lays down the last contract is finished and "
        "scored; then the game is over."
    ): N_(
        "The round in which somebody lays down the last phase is finished and scored; "
        "then the game is over."
    ),
    (
        "The player who finishes the last contract wins; if several do so in the same "
        "round, the fewest points decide."
    ): N_(
        "The player who finishes the last phase wins; if several do so in the same "
        "round, the fewest points decide."
    ),
    "Longest on one contract": N_("Longest on one phase"),
    "%(name)s on contract %(contract)s": N_("%(name)s on phase %(contract)s"),
    (
        "%(name)s has played on for %(former)s since round %(number)s, from contract "
        "%(contract)s and a total of %(total)s."
    ): N_(
        "%(name)s has played on for %(former)s since round %(number)s, from phase "
        "%(contract)s and a total of %(total)s."
    ),
    ("%(made)s contract", "%(made)s contracts"): NN_("%(made)s phase", "%(made)s phases"),
    "on contract %(number)s": N_("on phase %(number)s"),
    "on contract %(number)s, %(made)s made": N_("on phase %(number)s, %(made)s made"),
    "finished contract %(number)s": N_("finished phase %(number)s"),
    "finished contract %(number)s, %(made)s made": N_("finished phase %(number)s, %(made)s made"),
    (
        "%(name)s now starts on contract %(contract)s with %(points)s point.",
        "%(name)s now starts on contract %(contract)s with %(points)s points.",
    ): NN_(
        "%(name)s now starts on phase %(contract)s with %(points)s point.",
        "%(name)s now starts on phase %(contract)s with %(points)s points.",
    ),
    "Contract": N_("Phase"),
    "Contract %(number)s": N_("Phase %(number)s"),
    (
        "%(winners)s was the only one to finish contract %(last)s in round %(round)s. "
        "Points decide only between players who finish it in the same round."
    ): N_(
        "%(winners)s was the only one to finish phase %(last)s in round %(round)s. "
        "Points decide only between players who finish it in the same round."
    ),
    (
        "%(finishers)s both finished contract %(last)s in round %(round)s; %(winners)s "
        "has fewer points, %(least)s, ahead of %(others)s."
    ): N_(
        "%(finishers)s both finished phase %(last)s in round %(round)s; %(winners)s "
        "has fewer points, %(least)s, ahead of %(others)s."
    ),
    (
        "%(finishers)s all finished contract %(last)s in round %(round)s; %(winners)s "
        "has the fewest points, %(least)s, ahead of %(others)s."
    ): N_(
        "%(finishers)s all finished phase %(last)s in round %(round)s; %(winners)s has "
        "the fewest points, %(least)s, ahead of %(others)s."
    ),
    (
        "%(tied)s finished contract %(last)s in round %(round)s, level at %(least)s, so they "
        "share the win."
    ): N_(
        "%(tied)s finished phase %(last)s in round %(round)s, level at %(least)s, so they share "
        "the win."
    ),
    (
        "%(finishers)s finished contract %(last)s in round %(round)s, which ends the "
        "game; %(tied)s have the fewest points, %(least)s each, so they share the win."
    ): N_(
        "%(finishers)s finished phase %(last)s in round %(round)s, which ends the "
        "game; %(tied)s have the fewest points, %(least)s each, so they share the win."
    ),
    (
        "%(tied)s are level at %(least)s after contract %(last)s was finished in round "
        "%(round)s. None of them went out in that round, so they share the win."
    ): N_(
        "%(tied)s are level at %(least)s after phase %(last)s was finished in round %(round)s. "
        "None of them went out in that round, so they share the win."
    ),
    (
        "%(tied)s are level at %(least)s after contract %(last)s was finished in round "
        "%(round)s; %(winners)s went out in that round, and by the house rule that decides."
    ): N_(
        "%(tied)s are level at %(least)s after phase %(last)s was finished in round %(round)s; "
        "%(winners)s went out in that round, and by the house rule that decides."
    ),
    (
        "%(finishers)s finished contract %(last)s in round %(round)s, which ends the "
        "game; %(winners)s has the fewest points, %(least)s, and the fewest points win."
    ): N_(
        "%(finishers)s finished phase %(last)s in round %(round)s, which ends the "
        "game; %(winners)s has the fewest points, %(least)s, and the fewest points win."
    ),
    "%(winners)s was furthest through the contracts.": N_(
        "%(winners)s was furthest through the phases."
    ),
    (
        "%(finishers)s were equally far through the contracts; of these, %(winners)s "
        "has the fewest points, %(least)s, ahead of %(others)s."
    ): N_(
        "%(finishers)s were equally far through the phases; of these, %(winners)s has "
        "the fewest points, %(least)s, ahead of %(others)s."
    ),
    (
        "%(tied)s were equally far through the contracts and level at %(least)s, so they share "
        "the win."
    ): N_(
        "%(tied)s were equally far through the phases and level at %(least)s, so they share the "
        "win."
    ),
    (
        "%(tied)s are level at %(least)s. They play contract %(last)s again: the first to go out "
        "wins."
    ): N_(
        "%(tied)s are level at %(least)s. They play phase %(last)s again: the first to go out wins."
    ),
    "Standings and contracts after each round, and every answer": N_(
        "Standings and phases after each round, and every answer"
    ),
    (
        "Ahead: %(names)s, on contract %(contract)s with %(num)s point.",
        "Ahead: %(names)s, on contract %(contract)s with %(num)s points.",
    ): NN_(
        "Ahead: %(names)s, on phase %(contract)s with %(num)s point.",
        "Ahead: %(names)s, on phase %(contract)s with %(num)s points.",
    ),
    "Contracts made": N_("Phases made"),
    "Next contract": N_("Next phase"),
    (
        "Not down: all %(whole)s cards left, and %(each)s more for each buy. Laying "
        "down this contract means going out."
    ): N_(
        "Not down: all %(whole)s cards left, and %(each)s more for each buy. Laying "
        "down this phase means going out."
    ),
    ("Not down: all %(whole)s cards left. Down: none, because the contract takes them all."): N_(
        "Not down: all %(whole)s cards left. Down: none, because the phase takes them all."
    ),
    "contract": N_("phase"),
    "contract made": N_("phase made"),
    "Contracts first, then the fewest points.": N_("Phases first, then the fewest points."),
    "contract %(number)s, made": N_("phase %(number)s, made"),
    "contract %(number)s, not made": N_("phase %(number)s, not made"),
    "contract %(number)s, went out": N_("phase %(number)s, went out"),
    (
        "Nobody went out, so the round is void: no points, no contracts, and the same "
        "dealer deals again."
    ): N_(
        "Nobody went out, so the round is void: no points, no phases, and the same "
        "dealer deals again."
    ),
    (
        (
            "%(name)s keeps the contracts made and continues with %(total)s point: nobody "
            "comes back with a better total than the worst at the table."
        ),
        (
            "%(name)s keeps the contracts made and continues with %(total)s points: nobody "
            "comes back with a better total than the worst at the table."
        ),
    ): NN_(
        "%(name)s keeps the phases made and continues with %(total)s point: nobody "
        "comes back with a better total than the worst at the table.",
        "%(name)s keeps the phases made and continues with %(total)s points: nobody "
        "comes back with a better total than the worst at the table.",
    ),
    "Same chair, colour, contract and points": N_("Same chair, colour, phase and points"),
    (
        "Starts on contract %(contract)s with %(num)s point.",
        "Starts on contract %(contract)s with %(num)s points.",
    ): NN_(
        "Starts on phase %(contract)s with %(num)s point.",
        "Starts on phase %(contract)s with %(num)s points.",
    ),
    "rounds on contract %(contract)s, the longest wait": N_(
        "rounds on phase %(contract)s, the longest wait"
    ),
    (
        "%(num)s meld of the contract is still to come.",
        "%(num)s melds of the contract are still to come.",
    ): NN_(
        "%(num)s meld of the phase is still to come.",
        "%(num)s melds of the phase are still to come.",
    ),
    "My contract": N_("My phase"),
    "Contracts, in this order": N_("Phases, in this order"),
    "It then shows your contract, and counts your hand.": N_(
        "It then shows your phase, and counts your hand."
    ),
    (
        "This phone has no seat yet. With one, it shows that player’s contract and "
        "counts their hand."
    ): N_(
        "This phone has no seat yet. With one, it shows that player’s phase and counts their hand."
    ),
    "Down, contract %(number)s": N_("Down, phase %(number)s"),
    "What is the contract of round %(number)s?": N_("What is the phase of round %(number)s?"),
    "Round %(number)s: contract entered": N_("Round %(number)s: phase entered"),
    "Round %(number)s: no contract yet": N_("Round %(number)s: no phase yet"),
    "Each round has its own contract, even for those who missed the last one.": N_(
        "Each round has its own phase, even for those who missed the last one."
    ),
    "The last contract ends the game, and points decide.": N_(
        "The last phase ends the game, and points decide."
    ),
    "First to make the last contract": N_("First to make the last phase"),
    "They play the last contract again": N_("They play the last phase again"),
    "A contract can have %(most)s cards at most.": N_("A phase can have %(most)s cards at most."),
    "No contracts": N_("No phases"),
    ("%(num)s contract, one round", "%(num)s contracts, one a round"): NN_(
        "%(num)s phase, one round", "%(num)s phases, one a round"
    ),
    (
        "%(num)s contract, until it is made",
        "%(num)s contracts, each until it is made",
    ): NN_("%(num)s phase, until it is made", "%(num)s phases, each until it is made"),
}
