"""How far somebody has come, as every standing says it."""

from collections.abc import Iterator

from markupsafe import Markup

from companion.rules.model.state import Standing
from companion.sentences import N_, NN_, Sentence
from companion.web.view_models.how_far import FarCode, far_code, far_number
from companion.web.words.blanks import Blank, in_each_form
from companion.web.words.text import say

_MADE = NN_("%(made)s contract", "%(made)s contracts", by="made")
_SENTENCES: dict[FarCode, Sentence] = {
    "made": _MADE,
    "on": N_("on contract %(number)s"),
    "on_with": N_("on contract %(number)s, %(made)s made"),
    "finished": N_("finished contract %(number)s"),
    "finished_with": N_("finished contract %(number)s, %(made)s made"),
}


def how_far(last: int, standing: Standing) -> str:
    """The contract they are on, or have finished; where rounds tell it, how many they made.

    `last` is the number of the last contract; without contracts, 0, there is nothing to tell.
    """
    code = far_code(last, standing)
    told = {"number": far_number(last, standing), "made": standing.contracts}
    return say(_SENTENCES[code], told) if code else ""


def far_blanks() -> Iterator[tuple[str, Markup]]:
    """Each of these by its code, with blanks for a line of the standings (`sheet.view.Rank`)."""
    told = {"number": Blank("number"), "made": Blank("standing.contracts")}
    for code, sentence in _SENTENCES.items():
        if sentence.many:
            yield code, _made(sentence)
        else:
            yield code, say(sentence, told)


def _made(sentence: Sentence) -> Markup:
    return in_each_form("standing.contracts", lambda made: say(sentence, {"made": made}))
