"""The sentences of a game that has another word for a contract.

A sentence is written with “contract”, and has a second wording for each other term. The wording is
chosen before the translation, so that translators see two separate sentences.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from flask import g
from flask_babel import Babel, Domain

from companion.rules.model.ruleset import ContractTerm, Ruleset
from companion.sentences import Sentence
from companion.web.words.phases import PHASES, Wordings

_WORDINGS: Mapping[ContractTerm, Wordings] = {"contract": {}, "phase": PHASES}


class TermDomain(Domain):
    """The translations, in the term of the game of this request."""

    def gettext(self, string: str, **variables: object) -> str:
        """The translation of the wording of this game."""
        return str(super().gettext(wording(string, term()), **variables))

    def pgettext(self, context: str, string: str, **variables: object) -> str:
        """The translation of a word that has other meanings elsewhere."""
        return str(super().pgettext(context, wording(string, term()), **variables))

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
    known = _WORDINGS[of].get(text)
    return known.one if known else text


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
    known = _WORDINGS[of].get((one, many))
    return (known.one, known.many or known.one) if known else (one, many)
