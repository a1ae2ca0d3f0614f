"""Sentences for doubts and refusals, which say what to do."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from markupsafe import Markup

from companion.rules.judging.doubts import Doubt
from companion.rules.model.play import Missing
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State
from companion.sentences import (
    MISSING,
    REFUSALS,
    Sentence,
    doubt_sentence,
    doubt_sentences,
    refusal_sentence,
)
from companion.web.words.blanks import Blank, either, in_each_form
from companion.web.words.cards import class_words
from companion.web.words.playing import ended_by_nobody_words, goes_out
from companion.web.words.text import bdi, own_words, say


class Contradiction(Protocol):
    """A doubt or a refusal, with the data of its sentence."""

    @property
    def code(self) -> str:
        """The code of the sentence."""

    @property
    def seat(self) -> int | None:
        """The player; None for the whole round."""

    @property
    def numbers(self) -> Mapping[str, int]:
        """The figures."""

    @property
    def card(self) -> str | None:
        """The card, or the key of its class, if any."""


class Refusal(Contradiction, Protocol):
    """A refusal, as `Refused` or in a view model."""

    @property
    def missing(self) -> Missing:
        """The cards that are not counted."""


# Doubts and refusals that only some games can raise, by whether this one can.
_OF_SOME: Mapping[str, Callable[[Ruleset], bool]] = {
    "sits_twice": lambda ruleset: bool(ruleset.partners),
    "too_much_deadwood": lambda ruleset: ruleset.knocking is not None,
    "knocked_without_deadwood": lambda ruleset: ruleset.knocking is not None,
    "too_many_bonuses": lambda ruleset: bool(ruleset.card_values.extras),
    "final_round_only_one_down": lambda ruleset: ruleset.only_who_goes_out_lays_down_last,
    "points_above_cap": lambda ruleset: ruleset.most_points is not None,
    "wild_is_settled": lambda ruleset: ruleset.draws_wild,
    "opened_or_not": lambda ruleset: not ruleset.contracts,
    **dict.fromkeys(
        ("never_back", "no_way_back", "no_more_returns"),
        lambda ruleset: ruleset.end.when == "one_left",
    ),
}
_PLACE = re.compile(r"%\((\w+)\)s")


def doubt_blanks(ruleset: Ruleset, *, answered: bool = False) -> Iterator[tuple[str, Markup]]:
    """Each doubt of this game by its code, with placeholders.

    They are questions of `counting.review_view`; once `answered`, statements for a note of
    `view_models.sheet`.
    """
    sentences, told_by = doubt_sentences(answered=answered, goes_out=goes_out(ruleset))
    for code, sentence in sentences.items():
        if not _is_raised(code, ruleset):
            continue
        words = _with_blanks(sentence, ruleset)
        for (of_code, figure), told in reversed(told_by.items()):
            if of_code == code:
                words = either(_path(figure), _with_blanks(told, ruleset), words)
        yield code, words


def refusal_blanks(ruleset: Ruleset) -> Iterator[tuple[str, Markup]]:
    """Each refusal by its code, likewise."""
    for code, sentence in REFUSALS.items():
        if not _is_raised(code, ruleset):
            continue
        words = _with_blanks(sentence, ruleset)
        for missing, told in MISSING.items() if code == "blank_hand" else ():
            words = either("missing", _with_blanks(told, ruleset), words, missing)
        yield code, words


def _is_raised(code: str, ruleset: Ruleset) -> bool:
    return code not in _OF_SOME or _OF_SOME[code](ruleset)


def _path(figure: str) -> str:
    return figure if figure in {"name", "card"} else f"numbers.{figure}"


def _with_blanks(sentence: Sentence, ruleset: Ruleset) -> Markup:
    texts = f"{sentence.one} {sentence.many or ''}"
    values: dict[str, Any] = {name: Blank(_path(name)) for name in _PLACE.findall(texts)}
    values |= {"name": bdi(str(Blank("name"))), "card": Blank("card").said("class_words")}
    values |= _of_game(ruleset)
    if not sentence.many:
        return say(sentence, values)
    return in_each_form(_path(sentence.by), lambda n: say(sentence, values | {sentence.by: n}))


def doubt_words(doubt: Doubt, ruleset: Ruleset, state: State, number: int | None = None) -> Markup:
    """A doubt about the round with this number, or the open one, as a sentence with its figures."""
    return _doubt_words(doubt, ruleset, _values(doubt, ruleset, state, number), answered=False)


def answered_words(doubt: Doubt, ruleset: Ruleset, state: State, number: int) -> Markup:
    """An accepted doubt about this round as a statement for the sheet."""
    return _doubt_words(doubt, ruleset, _values(doubt, ruleset, state, number), answered=True)


def _doubt_words(
    doubt: Doubt, ruleset: Ruleset, values: dict[str, Any], *, answered: bool
) -> Markup:
    out = goes_out(ruleset)
    return say(doubt_sentence(doubt.code, values, answered=answered, goes_out=out), values)


def refusal_words(
    refused: Refusal, ruleset: Ruleset, state: State, number: int | None = None
) -> Markup:
    """A refusal of the round with this number, or the open one: a sentence that says what to do."""
    sentence = refusal_sentence(refused.code, refused.missing)
    return say(sentence, _values(refused, ruleset, state, number))


def _of_game(ruleset: Ruleset) -> dict[str, Any]:
    """What a sentence says about every round of this game."""
    return {"game": own_words(ruleset.name), "ended": ended_by_nobody_words(ruleset)}


def _values(
    code: Contradiction, ruleset: Ruleset, state: State, number: int | None
) -> dict[str, Any]:
    values: dict[str, Any] = {**_of_game(ruleset), **code.numbers}
    if code.seat is not None and code.seat < len(state.names):
        name = state.names[code.seat] if number is None else state.name_in(code.seat, number)
        values["name"] = bdi(name)
    if code.card is not None:
        # A card class, or a bonus, is named by its key, whatever its value in that round.
        named = {c.key: class_words(c) for c in ruleset.card_values.counted}
        values["card"] = named.get(code.card, code.card)
    return values
