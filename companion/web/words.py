"""What the rules say in codes and figures, in words a person reads."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from babel.dates import format_date
from babel.lists import format_list
from flask import Flask
from flask_babel import get_locale, gettext, ngettext
from markupsafe import Markup, escape

from companion.rules.cards import JOKER, CardClass, rank_of_number
from companion.rules.contracts import Colour, Contract, Meld, Set
from companion.rules.doubts import Doubt
from companion.rules.entries import RoundCorrected, RoundScored
from companion.rules.hand_sizes import laying_down_is_going_out
from companion.rules.refusals import Refused
from companion.rules.rulesets import Ruleset
from companion.rules.scoring import hand_points
from companion.rules.state import State
from companion.sentences import N_, Sentence, doubt_sentence, refusal_sentence

_LISTED_RANKS = 4


def init_app(app: Flask) -> None:
    """Let templates speak these words."""
    app.add_template_filter(bdi)
    app.add_template_filter(contract_words)
    app.add_template_filter(card_words)
    app.add_template_filter(class_words)
    app.add_template_filter(meld_words)
    app.add_template_filter(own_words)
    app.add_template_filter(figure)
    app.add_template_filter(signed)
    app.add_template_filter(date_words)
    app.add_template_global(get_locale)
    app.add_template_global(hand_points, "points_of")
    app.add_template_global(wild_words, "wild_rank")
    app.add_template_global(doubt_words)
    app.add_template_global(names_words)
    app.add_template_global(undo_words)
    app.add_template_global(laying_down_is_going_out)


def say(sentence: Sentence, values: Mapping[str, Any]) -> Markup:
    """A sentence of the rules in the reader's language; names in it keep their own direction."""
    if sentence.many:
        text = ngettext(sentence.one, sentence.many, values[sentence.by], **_places(values))
    else:
        text = gettext(sentence.one, **_places(values))
    shown = {name: _figure(value) for name, value in values.items()}
    return Markup(text) % shown  # noqa: S704 - the sentence is ours, its values are escaped


def _figure(value: object) -> object:
    return figure(value) if isinstance(value, int) else value


def _places(values: Mapping[str, Any]) -> dict[str, str]:
    """Leave every place as it is: values are filled in afterwards, escaped."""
    return {name: f"%({name})s" for name in values}


def own_words(text: str) -> str:
    """A text of a ruleset or of the table, translated where it can be; a % in it means itself."""
    return str(gettext(text))


def bdi(name: str) -> Markup:
    """A name, set apart so that its writing direction does not disturb the sentence."""
    return Markup("<bdi>{}</bdi>").format(name)


def names_words(state: State, seats: Iterable[int]) -> Markup:
    """Ann, Bo and Chloé."""
    names = [str(escape(bdi(state.names[seat]))) for seat in seats]
    return Markup(format_list(names, locale=get_locale() or "en"))  # noqa: S704 - escaped above


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


def contract_words(contract: Contract) -> str:
    """2 sets of 3, run of 4."""
    parts = [meld_words(meld, len(list(same))) for meld, same in groupby(contract.melds)]
    words = ", ".join(parts)
    return words[:1].upper() + words[1:]


def meld_words(meld: Meld, count: int = 1) -> str:
    """Set of 3; 2 runs of 4."""
    if isinstance(meld, Set):
        words = ngettext("set of %(size)s", "%(num)s sets of %(size)s", count, size=meld.size)
    elif isinstance(meld, Colour):
        words = gettext("%(size)s of a colour", size=meld.size)
    else:
        words = ngettext("run of %(size)s", "%(num)s runs of %(size)s", count, size=meld.size)
    return str(words)


def class_words(card_class: CardClass) -> str:
    """Joker · 2; 10 J Q K; 3 – 9."""
    named = [[card_words(rank, card_class.called) for rank in span] for span in card_class.spans]
    return " · ".join(_span_words(names[::-1]) for names in named)


def _span_words(low_to_high: list[str]) -> str:
    if len(low_to_high) <= _LISTED_RANKS:
        return " ".join(low_to_high)
    return f"{low_to_high[0]} – {low_to_high[-1]}"


def card_words(rank: str, called: Mapping[str, str]) -> str:
    """A rank as people say it; `called` are the names its pack gives."""
    if rank in called:
        return own_words(called[rank])
    return str(gettext("Joker")) if rank == JOKER else rank


def wild_words(ruleset: Ruleset, cards: int) -> str:
    """The rank that is wild when so many cards are dealt."""
    return card_words(rank_of_number(cards), ruleset.pack.called)


def date_words(moment: datetime) -> str:
    """21 Nov 2026."""
    here = moment.replace(tzinfo=UTC).astimezone()  # the evening at the table, not in Greenwich
    return format_date(here.date(), "medium", locale=get_locale() or "en")


def signed(number: int) -> str:
    """+45, 0, −10."""
    return f"+{number}" if number > 0 else figure(number)


def figure(number: int) -> str:
    """12, 0, −10: with a minus, not a hyphen."""
    return str(number).replace("-", "−")


def undo_words(state: State) -> Markup:
    """What the last step was, for the one who is about to take it back."""
    if state.last is None:
        return Markup("")
    entry = state.last[1]
    seat = getattr(entry, "seat", None)
    name = bdi(state.names[seat]) if seat is not None else Markup("")
    number = entry.number if isinstance(entry, RoundCorrected) else len(state.rounds)
    texts = (
        _DONE if seat is not None or isinstance(entry, RoundScored | RoundCorrected) else _NOBODY
    )
    return say(texts[type(entry).__name__], {"name": name, "round": number})


_DONE = {
    "LaidDown": N_("%(name)s laid down"),
    "TookBack": N_("%(name)s is not down"),
    "WentOut": N_("%(name)s went out"),
    "HandCounted": N_("%(name)s’s hand"),
    "Adjusted": N_("%(name)s’s adjustment"),
    "RoundScored": N_("Round %(round)s written down"),
    "RoundCorrected": N_("Round %(round)s corrected"),
    "PlayerLeft": N_("%(name)s left"),
    "PlayerReturned": N_("%(name)s came back"),
    "PlayerRenamed": N_("%(name)s’s new name"),
    "DealerChanged": N_("%(name)s deals"),
}
_NOBODY = {
    "WentOut": N_("Nobody went out"),
    "PlayerJoined": N_("Somebody joined"),
    "SeatsReordered": N_("Places changed"),
    "GameEnded": N_("The game ended early"),
    "Titled": N_("The title"),
    "Noted": N_("The note"),
    "RulesChanged": N_("House rules changed"),
}
