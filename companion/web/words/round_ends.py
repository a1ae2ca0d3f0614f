"""The end of a round in the words of the game: a player went out, declared, or won it."""

from typing import Literal

from markupsafe import Markup

from companion.rules.model.ruleset import Ruleset
from companion.sentences import N_
from companion.web.words.text import say

RoundEnd = Literal["out", "declared", "won", "knocked"]

_BY_PLAYER = {
    "out": N_("%(name)s went out"),
    "declared": N_("%(name)s declared"),
    "won": N_("%(name)s won the round"),
    "knocked": N_("%(name)s went out"),
}
_BY_NOBODY = {
    "out": N_("Nobody went out"),
    "declared": N_("Nobody declared"),
    "won": N_("Nobody won the round"),
    "knocked": N_("Nobody knocked"),
}
_QUESTIONS = {
    "out": N_("Who went out?"),
    "declared": N_("Who declared?"),
    "won": N_("Who won the round?"),
    "knocked": N_("Who knocked or went gin?"),
}


def round_end(ruleset: Ruleset | None) -> RoundEnd:
    """How players end a round; None are unknown rules.

    Where players drop, the last one left wins a round without declaring.
    """
    if ruleset is None:
        return "out"
    if ruleset.drops:
        return "won"
    if ruleset.scoring.counts_deadwood:
        return "declared"
    return "knocked" if ruleset.knocking else "out"


def ended_by_words(ruleset: Ruleset | None, name: str) -> Markup:
    """The end of a round by this player."""
    return say(_BY_PLAYER[round_end(ruleset)], {"name": name})


def ended_by_nobody_words(ruleset: Ruleset | None) -> Markup:
    """The end of a round by nobody."""
    return say(_BY_NOBODY[round_end(ruleset)], {})


def ended_by_whom_words(ruleset: Ruleset) -> Markup:
    """The question for the player who ended the round."""
    return say(_QUESTIONS[round_end(ruleset)], {})
