"""What contradicts the rules or cannot be kept, in sentences that say what to do."""

from typing import Any

from flask_babel import gettext
from markupsafe import Markup

from companion.rules.doubts import Doubt
from companion.rules.refusals import Refused
from companion.rules.rulesets import Ruleset
from companion.rules.state import State
from companion.sentences import doubt_sentence, refusal_sentence
from companion.web.words.cards import class_words
from companion.web.words.text import bdi, say


def doubt_words(doubt: Doubt, ruleset: Ruleset, state: State) -> Markup:
    """A doubt as a sentence with its figures."""
    values = _values(doubt, ruleset, state)
    return say(doubt_sentence(doubt.code, values), values)


def answered_words(doubt: Doubt, ruleset: Ruleset, state: State) -> Markup:
    """A doubt that was overridden, told on the sheet."""
    values = _values(doubt, ruleset, state)
    return say(doubt_sentence(doubt.code, values, answered=True), values)


def refusal_words(refused: Refused, ruleset: Ruleset, state: State) -> Markup:
    """A refusal as a sentence that says what to do."""
    sentence = refusal_sentence(refused.code, refused.missing)
    return say(sentence, _values(refused, ruleset, state))


def _values(code: Doubt | Refused, ruleset: Ruleset, state: State) -> dict[str, Any]:
    values: dict[str, Any] = {"game": gettext(ruleset.name), **code.numbers}
    if code.seat is not None and code.seat < len(state.names):
        values["name"] = bdi(state.names[code.seat])
    if code.card is not None:
        # A card class is named by its key, whatever it costs in the round in question.
        named = {c.key: class_words(c) for c in ruleset.card_values.classes}
        values["card"] = named.get(code.card, code.card)
    return values
