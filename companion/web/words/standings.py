"""The progress through the contracts in words."""

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
    """The current or finished contract; if it depends on the round, the number made.

    `last` is the number of the last contract; 0 without contracts, and then the text is empty.
    """
    code = far_code(last, standing)
    told = {"number": far_number(last, standing), "made": standing.contracts}
    return say(_SENTENCES[code], told) if code else ""


def far_blanks() -> Iterator[tuple[str, Markup]]:
    """Each text by its code, with placeholders for `view_models.sheet.Rank`."""
    told = {"number": Blank("number"), "made": Blank("standing.contracts")}
    for code, sentence in _SENTENCES.items():
        if sentence.many:
            yield code, _made(sentence)
        else:
            yield code, say(sentence, told)


def _made(sentence: Sentence) -> Markup:
    return in_each_form("standing.contracts", lambda made: say(sentence, {"made": made}))
