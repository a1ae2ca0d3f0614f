"""The referee's answers in words."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from flask_babel import gettext

from companion.rules.model.rulings import RULINGS
from companion.rules.reading.catalogue import catalogue
from companion.rules.referee.law import READINGS, readings_of
from companion.sentences import JUDGED, N_, NC_, Sentence
from companion.web.words.text import own_words, plain_words

# Names of suits by their letter, and a card of each; those of other packs are their letters.
SUITS: Mapping[str, tuple[Sentence, Sentence]] = {
    "S": (NC_("suit", "Spades"), N_("%(rank)s of spades")),
    "H": (NC_("suit", "Hearts"), N_("%(rank)s of hearts")),
    "D": (NC_("suit", "Diamonds"), N_("%(rank)s of diamonds")),
    "C": (NC_("suit", "Clubs"), N_("%(rank)s of clubs")),
    "T": (NC_("suit", "Stars"), N_("%(rank)s of stars")),
    "R": (NC_("suit", "Red"), N_("red %(rank)s")),
    "B": (NC_("suit", "Blue"), N_("blue %(rank)s")),
    "G": (NC_("suit", "Green"), N_("green %(rank)s")),
    "Y": (NC_("suit", "Yellow"), N_("yellow %(rank)s")),
    "K": (NC_("suit", "Black"), N_("black %(rank)s")),
    # Spanish cards: oros, copas, espadas, bastos.
    "O": (NC_("suit", "Coins"), N_("%(rank)s of coins")),
    "P": (NC_("suit", "Cups"), N_("%(rank)s of cups")),
    "E": (NC_("suit", "Swords"), N_("%(rank)s of swords")),
    "A": (NC_("suit", "Batons"), N_("%(rank)s of batons")),
}
# Rules that the catalogue names by these letters, by game; two sheets have those of 12-Step Rummy.
_SHEETS: Mapping[str, tuple[str, Sentence]] = {
    "S0": ("twelve-step-rummy", N_("rules of 12-Step Rummy")),
    "S1": ("progressive-rummy", N_("rules of Progressive Rummy")),
    "S2": ("russian-rummy", N_("rules of Russian Rummy")),
    "S3": ("contract-rummy", N_("rules of Contract Rummy")),
    "S4": ("twelve-step-rummy", N_("rules of 12-Step Rummy")),
}
_YES, _NO = NC_("answer", "Yes"), NC_("answer", "No")


def suit_words(suit: str) -> str:
    """Spades; a suit without a name has its letter."""
    return plain_words(SUITS[suit][0]) if suit in SUITS else suit


def suited_words(rank: Any, suit: str) -> str:  # noqa: ANN401 - or a placeholder
    """9 of hearts."""
    sentence = SUITS[suit][1].one if suit in SUITS else "%(rank)s %(suit)s"
    return str(gettext(sentence, rank=rank, suit=suit))


def judged_words(rule: str) -> str:
    """The violated rule."""
    return str(gettext(JUDGED[rule].one))


def source_words(source: str, game: str) -> str:
    """Sources with abbreviations spelled out, each once; those of another game are followed."""

    def name(found: re.Match[str]) -> str:
        key, rules = _SHEETS[found[0]]
        if key == game:
            return str(gettext(rules.one))
        return str(gettext("as in %(game)s", game=own_words(catalogue()[key].name)))

    return ", ".join(dict.fromkeys(re.sub(r"\bS[0-4]\b", name, source).split(", ")))


def open_words(rule: str) -> str:
    """The open question."""
    return own_words(RULINGS[rule].question)


def reading_words(rule: str, value: str) -> str:
    """An answer to it: yes, no, or one of its choices."""
    for choice in RULINGS[rule].choices:
        if value == spelled(choice.value):
            return own_words(choice.label)
    said = {"yes": _YES, "no": _NO}.get(value)
    return plain_words(said) if said else value


def readings() -> Iterator[tuple[str, str, str]]:
    """Each open question with each of its answers, and both in words."""
    for rule in READINGS:
        for value in readings_of(rule):
            yield rule, spelled(value), reading_words(rule, spelled(value))


def spelled(value: object) -> str:
    """The notation of an answer in the referee's readings."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
