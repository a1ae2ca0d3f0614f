"""Terms, names and numbers as pages write them.

A sentence is written with “contract”. The term of the game replaces that word before the
translation, so that translators see two separate sentences; `extraction` lists both. Numbers have
their minus sign on the left in every language (twin of `static/js/drawing/figures.js`); names in
narrow places have size steps and hyphens.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from gettext import NullTranslations
from itertools import pairwise

from babel.lists import format_list
from babel.numbers import format_decimal
from flask import g
from flask_babel import Babel, Domain, get_locale

from companion.rules.model.ruleset import ContractTerm, Ruleset
from companion.sentences import Sentence

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
    words = str(format_decimal(abs(number), "0.0", locale=get_locale() or "en"))
    return words if number >= 0 else _isolated(f"−{words}")


def figures(numbers: Sequence[int]) -> str:
    """120 and −45."""
    return format_list([*map(figure, numbers)], locale=get_locale() or "en")


def each_figure(numbers: Sequence[int]) -> str:
    """120 | 45 | 0: side by side, as in the columns of a sheet."""
    return "\u00a0|\u00a0".join(map(figure, numbers))


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


# Neither a placeholder nor the name of a game.
_CONTRACT = re.compile(r"(?<!%\()\b([Cc])ontract(?=s?\b)(?! Rummy)")


class TermDomain(Domain):
    """The translations, in the term of the game of this request."""

    def gettext(self, string: str, **variables: object) -> str:
        """The translation of the wording of this game."""
        said = translation(self.get_translations(), string, term())
        return said % variables if variables else said

    def pgettext(self, context: str, string: str, **variables: object) -> str:
        """The translation of a word that has other meanings elsewhere."""
        said = translation(self.get_translations(), string, term(), context)
        return said % variables if variables else said

    def ngettext(self, singular: str, plural: str, num: int, **variables: object) -> str:
        """The translation of the wording of this game, with its plural."""
        one, many = plural_wording(singular, plural, term())
        text = str(self.get_translations().ungettext(one, many, with_form_of(num)))
        return text % ({"num": num} | variables)


class TermBabel(Babel):
    """Flask-Babel with translations in the term of the game."""

    @cached_property
    def domain_instance(self) -> TermDomain:
        """The translations of all pages."""
        return TermDomain(domain=self.domain)


def set_game(ruleset: Ruleset) -> None:
    """Set the term and the key for the rest of this request to those of this game."""
    g.contract_term = ruleset.contract_term
    g.game_key = ruleset.key


def term() -> ContractTerm:
    """The term of the game of this request."""
    spoken: ContractTerm = g.get("contract_term", "contract") if g else "contract"
    return spoken


def game_key() -> str:
    """The key of the game of this request; empty without one."""
    return str(g.get("game_key", "")) if g else ""


def wording(text: str, of: ContractTerm) -> str:
    """The sentence with the term `of`; itself if it names no contract."""
    if of == "contract":
        return text
    return _CONTRACT.sub(lambda found: of.capitalize() if found[1] == "C" else of, text)


def worded(sentence: Sentence, of: ContractTerm) -> Sentence:
    """The sentence with the term `of`."""
    if not sentence.many:
        return replace(sentence, one=wording(sentence.one, of))
    return Sentence(*plural_wording(sentence.one, sentence.many, of), sentence.by)


def with_form_of(number: int) -> int:
    """A number with the plural form of this one: the form for 1 may omit the number, not −1."""
    return number if number >= 0 else 100 - number


def plural_wording(one: str, many: str, of: ContractTerm) -> tuple[str, str]:
    """Both forms of a sentence with the term `of`."""
    return wording(one, of), wording(many, of)


def translation(words: NullTranslations, text: str, of: ContractTerm, context: str = "") -> str:
    """The translation with the term `of`, or with “contract” if only that is translated.

    The texts of games are translated in their own term only.
    """
    own = wording(text, of)
    said = _said(words, own, context)
    if said != own or own == text:
        return said
    in_general = _said(words, text, context)
    return own if in_general == text else in_general


def _said(words: NullTranslations, text: str, context: str) -> str:
    return words.pgettext(context, text) if context else words.gettext(text)
