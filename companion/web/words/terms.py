"""Terms, names and numbers as pages write them.

A sentence is written with words such as “contract” and “card”. The terms of the game replace them
before the translation, so that translators see separate sentences; `extraction` lists each. Numbers
have their minus sign on the left in every language (twin of `static/js/drawing/figures.js`); names
in narrow places have size steps and hyphens.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from gettext import NullTranslations
from itertools import pairwise, product

from babel.lists import format_list
from babel.numbers import format_decimal
from flask import g
from flask_babel import Babel, Domain, get_locale
from markupsafe import Markup

from companion.rules.model.ruleset import Ruleset, Terms
from companion.sentences import Sentence
from companion.web.words.sides import OF_A_SIDE, SIDE

_LONG, _LONGEST = 10, 13  # letters of one word; longer words are set smaller
_LONG_LINE = 14  # characters of a name beside a large figure
_LETTERS = 6  # a shorter word fits everywhere
_LETTERS_OF_TWO = 9  # a name with its own hyphen breaks after that
_WORD = re.compile(rf"[^\W\d_]{{{_LETTERS},}}")
_WORD_OF_TWO = re.compile(rf"[^\W\d_]{{{_LETTERS_OF_TWO},}}")
_VOWELS = "aeiouy"
_CONSONANTS = "bcdfghjklmnpqrstvwxzßłđ"
_BEGIN = r"sch|[cpst]h|ck|qu|[bcdfgkptv][lr]"  # consonants that stay with the following vowel
_SYLLABLE = re.compile(
    rf"[{_VOWELS}][{_CONSONANTS}]*?(?P<begin>{_BEGIN}|[{_CONSONANTS}])(?=[{_VOWELS}])"
)
_SHORTEST = 2  # letters that stay together at either end
_SOFT_HYPHEN = "\u00ad"


def name_step(name: str) -> str:
    """The size step of a name by its longest word: normal, long, longest."""
    letters = max(map(len, name.replace("-", " ").split(" ")))
    return "longest" if letters > _LONGEST else "long" if letters > _LONG else ""


def line_step(name: str) -> str:
    """The size step of a whole name with at most two lines beside it."""
    return "longest" if len(name) > _LONG_LINE else "long" if len(name) > _LONG else ""


def hyphenated(name: str) -> str:
    """The name with soft hyphens between syllables.

    Latin letters only, because not every script has a hyphen. By sound, not by a dictionary,
    because names are of any language.
    """
    word = _WORD_OF_TWO if "-" in name else _WORD
    return word.sub(lambda found: _with_hyphens(found[0]), name)


def _with_hyphens(word: str) -> str:
    plain = "".join(unicodedata.normalize("NFD", letter)[0] for letter in word).lower()
    ends = [found.start("begin") for found in _SYLLABLE.finditer(plain)]
    cuts = [0, *(n for n in ends if _SHORTEST <= n <= len(word) - _SHORTEST), len(word)]
    return _SOFT_HYPHEN.join(word[a:b] for a, b in pairwise(cuts))


_ISOLATE, _END = "\u2066", "\u2069"


def figure(number: int) -> str:
    """12, 0, −10."""
    return str(number) if number >= 0 else _isolated(f"−{-number}")


def signed(number: int) -> str:
    """+45, 0, −10."""
    return _isolated(f"+{number}") if number > 0 else figure(number)


def tenths(number: float) -> str:
    """23.6, 24.0, −3.5: in the format of the language."""
    rounded = round(number, 1)
    words = str(format_decimal(abs(rounded), "0.0", locale=get_locale() or "en"))
    return words if rounded >= 0 else _isolated(f"−{words}")


def list_words(items: Iterable[str]) -> str:
    """10, 20 and 30, with the signs of the language."""
    return format_list([*items], locale=get_locale() or "en")


def either_words(items: Iterable[str]) -> Markup:
    """10, 20 or 30, of pieces of HTML, with the signs of the language."""
    return Markup(format_list([*items], style="or", locale=get_locale() or "en"))  # noqa: S704


def figures(numbers: Sequence[int]) -> str:
    """120 and −45."""
    return list_words(map(figure, numbers))


def each_figure(numbers: Sequence[int]) -> str:
    """120 | 45 | 0: side by side, as in the columns of a sheet."""
    return "\u00a0|\u00a0".join(map(figure, numbers))


def came_back_with(total: int, back: int) -> str:
    """217 → 131: a total, and that of the player who came back; left to right in each language."""
    return _isolated(f"{figure(total)} →\u202f{figure(back)}")


def or_dash(number: int | None) -> str:
    """A figure, or a dash for none."""
    return "–" if number is None else figure(number)


def _isolated(words: str) -> str:
    """Isolated from a right-to-left page, which would move a sign behind its number."""
    return f"{_ISOLATE}{words}{_END}" if is_right_to_left() else words


def is_right_to_left() -> bool:
    """Whether the page is."""
    here = get_locale()
    return bool(here and here.text_direction == "rtl")


# The words of a term instead of the general ones.
_INSTEAD: Mapping[str, Mapping[str, str]] = {
    "phase": {"contract": "phase", "contracts": "phases"},
    "tile": {"card": "tile", "cards": "tiles", "deck": "series", "decks": "series"},
    "colour": {"suit": "colour", "suits": "colours", "rank": "number", "ranks": "numbers"},
    "first player": {
        "dealer": "first player",
        "deals first": "begins",
        "deals": "begins",
        "deal the": "begin the",
        "is dealt": "takes",
    },
    "side": {"player": "side", "players": "sides", "player who": "side that"},
}
_WORDS = sorted((word for words in _INSTEAD.values() for word in words), key=len, reverse=True)
# No placeholder, no rules card, no verb, and no name of a game; nor one person of a side.
_GENERAL = re.compile(
    rf"(?<!%\()(?<!rules )\b(?!suit your|player (?:is dealt|on the|who lays))"
    rf"(?:{'|'.join(_WORDS)})\b(?! Rummy)",
    re.IGNORECASE,
)
_IN_GENERAL = Terms()


class TermDomain(Domain):
    """The translations, in the terms of the game of this request."""

    def gettext(self, string: str, **variables: object) -> str:
        """The translation of the wording of this game."""
        said = translation(self.get_translations(), string, terms())
        return said % variables if variables else said

    def pgettext(self, context: str, string: str, **variables: object) -> str:
        """The translation of a word that has other meanings elsewhere."""
        said = translation(self.get_translations(), string, terms(), context)
        return said % variables if variables else said

    def ngettext(self, singular: str, plural: str, num: int, **variables: object) -> str:
        """The translation of the wording of this game, with its plural."""
        text = plural_translation(self.get_translations(), singular, plural, num, terms())
        return text % ({"num": num} | variables)


class TermBabel(Babel):
    """Flask-Babel with translations in the terms of the game."""

    @cached_property
    def domain_instance(self) -> TermDomain:
        """The translations of all pages."""
        return TermDomain(domain=self.domain)


def set_game(ruleset: Ruleset) -> None:
    """Set the game of the rest of this request, and its terms."""
    g.terms = ruleset.terms
    g.game = ruleset


def in_terms(of: Terms, caller: Callable[[], Markup]) -> Markup:
    """A block of a page of several games, in the terms of one."""
    before = terms()
    g.terms = of
    try:
        return caller()
    finally:
        g.terms = before


def terms() -> Terms:
    """The terms of the game of this request; the general ones without a game."""
    spoken: Terms = g.get("terms", _IN_GENERAL) if g else _IN_GENERAL
    return spoken


def game() -> Ruleset | None:
    """The game of this request, if it has one."""
    found: Ruleset | None = g.get("game") if g else None
    return found


def wording(text: str, of: Terms) -> str:
    """The sentence in the terms `of`; itself if it has none of them."""
    if of == _IN_GENERAL:
        return text
    words = {word: own for term in of for word, own in _INSTEAD.get(term, {}).items()}
    return _GENERAL.sub(lambda found: _instead(found[0], words), text)


def _instead(word: str, words: Mapping[str, str]) -> str:
    own = words.get(word.lower(), word)
    return own.capitalize() if word[0].isupper() else own


def worded(sentence: Sentence, of: Terms) -> Sentence:
    """The sentence in the terms `of`."""
    if not sentence.many:
        return replace(sentence, one=wording(sentence.one, of))
    return Sentence(*plural_wording(sentence.one, sentence.many, of), sentence.by)


def with_form_of(number: int) -> int:
    """A number with the plural form of this one: the form for 1 may omit the number, not −1."""
    return number if number >= 0 else 100 - number


def plural_wording(one: str, many: str, of: Terms) -> tuple[str, str]:
    """Both forms of a sentence in the terms `of`."""
    return wording(one, of), wording(many, of)


def translation(words: NullTranslations, text: str, of: Terms, *contexts: str) -> str:
    """The translation in the first of these contexts that has one; an empty one is none.

    It is in the terms `of`, or in general ones if only that exists: the texts of games are
    translated in their own terms only. A missing translation is the same object as its English; an
    equal one may be its translation, such as “Phase 1” in German.
    """
    ways = product(contexts or ("",), _from_own_to_general(of))
    english = [(context, wording(text, each)) for context, each in ways]
    if of.player == "side" and text in OF_A_SIDE:
        english = [(SIDE, wording(OF_A_SIDE[text], of)), *english]
    said = (words.pgettext(*one) if one[0] else words.gettext(one[1]) for one in english)
    own = english[0][1]
    return next(
        (text for text, (_, one) in zip(said, english, strict=True) if text is not one), own
    )


def plural_translation(words: NullTranslations, one: str, many: str, number: int, of: Terms) -> str:
    """The same in the plural form for this number."""
    number = with_form_of(number)
    english = [plural_wording(one, many, each) for each in _from_own_to_general(of)]
    said: list[str] = [words.ngettext(*forms, number) for forms in english]
    if of.player == "side" and one in OF_A_SIDE:
        forms = plural_wording(OF_A_SIDE[one], OF_A_SIDE[many], of)
        english, said = [forms, *english], [words.npgettext(SIDE, *forms, number), *said]
    told = zip(said, english, strict=True)
    found = (text for text, forms in told if all(text is not form for form in forms))
    return next(found, said[0])


def _from_own_to_general(of: Terms) -> Iterable[Terms]:
    return dict.fromkeys((of, Terms(contract=of.contract), _IN_GENERAL))
