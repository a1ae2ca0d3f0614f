"""The notes below the rounds of a score sheet."""

from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup

from companion.sentences import N_
from companion.web.words.blanks import Blank, drawn
from companion.web.words.figures import figures, signed
from companion.web.words.text import bdi, own_words, say

_NOTES = {
    "overridden": N_("Round %(number)s, confirmed: %(doubt)s"),
    "not_asked": N_("Round %(number)s, not confirmed: %(doubt)s"),
    "corrected": N_("Corrected later (c): round %(numbers)s."),
    "adjusted": N_("Round %(number)s, %(name)s: %(reason)s, %(points)s"),
    "joined": N_("%(name)s joined before round %(number)s with a total of %(total)s."),
    "left": N_("%(name)s left after round %(number)s."),
    "is_out": N_("%(name)s was out of the game after round %(number)s."),
    "returned": N_(
        "%(name)s left after round %(left)s, came back before round %(back)s and continued "
        "with a total of %(total)s."
    ),
    "rejoined": N_(
        "%(name)s was out after round %(left)s, came back before round %(back)s and continued "
        "with a total of %(total)s."
    ),
    "taken_over": N_(
        "%(name)s has played on for %(former)s since round %(number)s, from a total of %(total)s."
    ),
    "taken_over_on": N_(
        "%(name)s has played on for %(former)s since round %(number)s, from contract %(contract)s "
        "and a total of %(total)s."
    ),
}
_FIGURES = ("number", "left", "back", "total", "contract")
_NAMES = ("name", "former")


def note_words(code: str, values: Mapping[str, Any], doubt: Markup | None = None) -> Markup:
    """The note with this code, with its names and figures, and its doubt as answered."""
    shown = {**values, "doubt": doubt}
    shown |= {name: bdi(shown[name]) for name in _NAMES if name in shown}
    if code == "corrected":
        shown |= {"numbers": figures(shown["numbers"])}
    if code == "adjusted":
        shown |= {"points": signed(shown["points"]), "reason": bdi(own_words(shown["reason"]))}
    return say(_NOTES[code], shown)


def note_blanks() -> Iterator[tuple[str, Markup]]:
    """Each note by its code, with placeholders for one of `view_models.sheet_notes`."""
    known: dict[str, Any] = {name: Blank(f"values.{name}") for name in _FIGURES}
    known |= {name: bdi(str(Blank(f"values.{name}"))) for name in _NAMES}
    known["numbers"] = Blank("values.numbers").said("figures")
    known["points"] = Blank("values.points").said("signed")
    known["reason"] = bdi(Blank("values.reason").said("own_words"))
    known["doubt"] = drawn("answered", Blank("doubt"), "code", caller=str)
    for code, sentence in _NOTES.items():
        yield code, say(sentence, known)
