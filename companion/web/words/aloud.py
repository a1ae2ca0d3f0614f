"""Lists of names in sentences, and the commands of the questions."""

from collections.abc import Sequence

from flask_babel import gettext
from markupsafe import Markup

from companion.sentences import N_
from companion.web.words.blanks import Blank, listed
from companion.web.words.text import people_words

# What is typed for a question; its first letters are enough.
_COMMANDS = {
    "needs": N_("needs"),
    "leads": N_("leads"),
    "count": N_("count"),
    "changed": N_("changed"),
    "standings": N_("standings"),
}


def name_list(names: Sequence[str] | Blank) -> Markup:
    """Ann, Bo and Chloé."""
    return listed(names.path) if isinstance(names, Blank) else people_words(names)


def commands() -> dict[str, str]:
    """The command of each question."""
    return {code: str(gettext(word.one)) for code, word in _COMMANDS.items()}


def question_of(typed: str) -> str:
    """The question whose command begins with this text; empty for none."""
    said = typed.strip().casefold()
    return next((code for code, word in commands().items() if said and word.startswith(said)), "")
