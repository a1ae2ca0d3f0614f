"""The description of a game in one line."""

from companion.sentences import N_, NN_, Sentence
from companion.web.view_models.likeness import Kind, Likeness
from companion.web.words.terms import worded
from companion.web.words.text import say

_LIKE: dict[Kind, Sentence] = {
    "finish": NN_(
        "%(number)s contract, until somebody has made it",
        "%(number)s contracts, each made before the next",
        "number",
    ),
    "by_round": NN_("%(number)s round", "%(number)s rounds, a contract each", "number"),
    "wild_by_round": NN_(
        "%(number)s round, one rank wild", "%(number)s rounds, another rank wild in each", "number"
    ),
    "rounds": NN_("%(number)s round, no contracts", "%(number)s rounds, no contracts", "number"),
    "until": N_("No contracts, until somebody has %(number)s points"),
    "one_left": N_("No contracts, out at %(number)s points, until one player is left"),
    "open_end": N_("No contracts, as many rounds as you like"),
    "melds_until": N_("Melds score, until somebody has %(number)s points"),
    "knocks_until": N_("Knock or go gin, until somebody has %(number)s points"),
}


def likeness_words(like: Likeness) -> str:
    """12 contracts, each made before the next."""
    return str(say(worded(_LIKE[like.kind], like.term), {"number": like.number}))
