"""The sentences of a game that has another word for a contract.

A sentence is written with “contract”. The term replaces that word before the translation, so that
translators see two separate sentences; `extraction` lists both.
"""

import re
from dataclasses import replace
from functools import cache, cached_property
from gettext import NullTranslations

from flask import g
from flask_babel import Babel, Domain

from companion.rules.model.ruleset import ContractTerm, Ruleset
from companion.sentences import Sentence

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


@cache
def wording(text: str, of: ContractTerm) -> str:
    """The sentence with the term `of`; itself if it names no contract."""
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
    for one in (wording(text, of), text):
        said = words.pgettext(context, one) if context else words.gettext(one)
        if said != one:
            return said
    return wording(text, of)
