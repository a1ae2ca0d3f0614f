"""The commands of the questions that are answered aloud."""

from companion.sentences import NC_
from companion.web.words.text import plain_words

# Typed commands; their first letters are enough.
_COMMANDS = {
    "needs": NC_("spoken command", "needs"),
    "leads": NC_("spoken command", "leads"),
    "count": NC_("spoken command", "count"),
    "changed": NC_("spoken command", "changed"),
    "standings": NC_("spoken command", "standings"),
}


def commands() -> dict[str, str]:
    """The command of each question."""
    return {code: plain_words(word) for code, word in _COMMANDS.items()}


def question_of(typed: str) -> str:
    """The question whose command begins with this text; empty for none."""
    said = typed.strip().casefold()
    return next((code for code, word in commands().items() if said and word.startswith(said)), "")
