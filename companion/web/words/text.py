"""Codes and figures of the rules in readable words."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time
from flask_babel import get_locale, get_translations, gettext, ngettext, pgettext
from markupsafe import Markup, escape

from companion.sentences import Sentence
from companion.web import local_time
from companion.web.words.blanks import Blank, listed
from companion.web.words.rulesets import contexts_of, is_of_the_app
from companion.web.words.terms import (
    figure,
    is_right_to_left,
    list_words,
    terms,
    translation,
    wording,
)

# A grapheme: a letter or an emoji with accents, skin tone, variant and joiners.
_OWN = r"[\u0300-\u036f\u064b-\u065f\ufe0f\U0001f3fb-\U0001f3ff]|\u200d."
_FIRST_SIGN = re.compile(rf"[\U0001f1e6-\U0001f1ff]{{2}}|.(?:{_OWN})*", re.DOTALL)

_BESIDE_A_NUMBER = re.compile(r"(?<=\d) | (?=\d)")
# Placeholders of numbers: 3 rounds are counted; in Round 3 it is numbered.
_COUNTS = "num|total|points|cards|buys|made|rounds|size|whole|held|most|least|hours|minutes"
_NUMBERS = "number|numbers|round|contract|deciding"
_BESIDE_A_PLACEHOLDER = re.compile(rf"(%\((?:{_COUNTS})\)s) (?=\w)|(\w) (?=%\((?:{_NUMBERS})\)s)")
_TIE = "\u00a0"
_IN_A_COLUMN = 11  # letters

_COMMAS = {"ar": "، "}  # unless it is “, ”
_A_WEEK = 7
_ENGLISH = Locale("en", "GB")


def say(sentence: Sentence, values: Mapping[str, Any], *, tied: bool = False) -> Markup:
    """A sentence of the rules in the language of the page; names are direction-isolated.

    If `tied`, no line ends between a number and its noun.
    """
    if sentence.many:
        text = ngettext(sentence.one, sentence.many, values[sentence.by], **_places(values))
    elif sentence.context:
        text = pgettext(sentence.context, sentence.one, **_places(values))
    else:
        text = gettext(sentence.one, **_places(values))
    shown = {name: _figure(value) for name, value in values.items()}
    text = with_its_placeholder(text) if tied else text
    return Markup(text) % shown  # noqa: S704 - a literal sentence with escaped values


def _figure(value: object) -> object:
    return figure(value) if isinstance(value, int) else value


def _places(values: Mapping[str, Any]) -> dict[str, str]:
    """Keep every placeholder: values are filled in later, escaped."""
    return {name: f"%({name})s" for name in values}


def plain_words(sentence: Sentence) -> str:
    """A sentence without placeholders in the language of the page."""
    one, context = sentence.one, sentence.context
    return str(pgettext(context, one) if context else gettext(one))


def without_tags(words: str) -> str:
    """A sentence or title as plain text, without elements around names."""
    return words.striptags() if isinstance(words, Markup) else words


def own_words(text: str) -> str:
    """A text of a ruleset or a player: translated, in the terms of the game, unless it was typed.

    Catalogues have the texts of a game with its key as context, those that a custom game copies
    with the key of another. % is literal.
    """
    if not is_of_the_app(text):
        return text
    here = get_locale()
    if here is None or here.language == "en":
        return wording(text, terms())
    return translation(get_translations(), text, terms(), *contexts_of(text), "")


def bdi(name: str) -> Markup:
    """A name, isolated from the writing direction of its sentence."""
    return Markup("<bdi>{}</bdi>").format(name)


def initial(name: str) -> str:
    """The initial of a name: a letter, or a whole emoji."""
    return "".join(_FIRST_SIGN.findall(name.strip())[:1]).upper()


def comma() -> str:
    """The separator of figures; Babel’s style for units fails in German and Spanish."""
    here = get_locale()
    return _COMMAS.get(here.language if here else "en", ", ")


def isolated(words: str) -> str:
    """Words such as 10 J Q K, isolated from a right-to-left page. For text; in HTML, `bdi`."""
    return f"\u2068{words}\u2069" if is_right_to_left() else words


def people_words(names: Iterable[str] | Blank) -> Markup:
    """These names as a list: Ann, Bo and Chloé."""
    if isinstance(names, Blank):
        return listed(names.path)
    return Markup(list_words(str(escape(bdi(name))) for name in names))  # noqa: S704 - escaped


def _calendar() -> Locale:
    """The locale for dates and times: British for English."""
    here = get_locale()
    return here if here and here.language != "en" else _ENGLISH


def date_words(moment: datetime) -> str:
    """21 November 2026, on pages and on paper."""
    return format_date(local_time.day_of(moment), "long", locale=_calendar())


def day_words(moment: datetime) -> str:
    """Saturday, 21 November 2026."""
    return long_day_words(local_time.day_of(moment))


def weekday_words(day: date) -> str:
    """Sun 15: the heading has the month."""
    return str(format_skeleton("Ed", day, locale=_calendar()))


def long_day_words(day: date) -> str:
    """Sunday, 22 November 2026."""
    return str(format_date(day, "full", locale=_calendar()))


def short_day_words(day: date) -> str:
    """15 Nov, for drawings."""
    return str(format_skeleton("MMMd", day, locale=_calendar()))


def some_day_words(day: date) -> str:
    """22 November, with its year unless that is the current one."""
    this_year = day.year == local_time.now().year
    return str(format_skeleton("MMMMd" if this_year else "yMMMMd", day, locale=_calendar()))


def month_words(day: date) -> str:
    """November, with its year unless that is the current one."""
    if day.year == local_time.now().year:
        return str(format_date(day, "LLLL", locale=_calendar()))
    return str(format_skeleton("yMMMM", day, locale=_calendar()))


def since_words(moment: datetime) -> str:
    """The start of a game, as short as possible: 19:40, Sunday, 8 May, 1 May 2025."""
    here, now = local_time.local(moment), local_time.now()
    locale, days = _calendar(), (now.date() - here.date()).days
    if days == 0:
        return format_time(here.time(), "short", locale=locale)
    if 0 < days < _A_WEEK:
        return format_date(here.date(), "EEEE", locale=locale)
    if here.year == now.year:
        return format_skeleton("MMMMd", here, locale=locale)
    return date_words(moment)


def time_words(at: datetime) -> str:
    """21:04; with its day, unless that is today."""
    here = local_time.local(at)
    time = format_time(here.time(), "short", locale=_calendar())
    return time if here.date() == local_time.now().date() else f"{date_words(at)}, {time}"


def minute_words(minutes: int) -> str:
    """The same for a time in minutes since 1970."""
    return time_words(_at(minutes))


def clock_of(minutes: int) -> str:
    """The same in machine-readable form, without the day: 21:04."""
    return f"{local_time.local(_at(minutes)):%H:%M}"


def _at(minutes: int) -> datetime:
    return datetime.fromtimestamp(minutes * 60, UTC)


def with_its_number(words: str) -> str:
    """2 decks, 5 minutes: no line ends beside a number, in any language."""
    return _BESIDE_A_NUMBER.sub(_TIE, words)


@cache
def with_its_placeholder(sentence: str) -> str:
    """The same before the numbers are filled in."""
    return _BESIDE_A_PLACEHOLDER.sub(lambda found: (found[1] or found[2]) + _TIE, sentence)


def unbroken(words: str) -> str:
    """Set of 3: on one line, unless that is too long for a narrow column."""
    return words.replace(" ", _TIE) if len(words) <= _IN_A_COLUMN else with_its_number(words)


def in_units(length: float) -> str:
    """A length in a drawing: 102, 15.3."""
    return f"{length:g}"
