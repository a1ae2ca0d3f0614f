"""What a game calls its contracts."""

from flask_babel import gettext
from markupsafe import Markup

from companion.rules.model.ruleset import ContractTerm, Ruleset
from companion.sentences import N_, Sentence
from companion.web.words.blanks import Blank
from companion.web.words.text import say

_NAMES: dict[ContractTerm, Sentence] = {"contract": N_("Contract"), "phase": N_("Phase")}
_NUMBERED: dict[ContractTerm, Sentence] = {
    "contract": N_("Contract %(number)s"),
    "phase": N_("Phase %(number)s"),
}


def contract_term(ruleset: Ruleset) -> str:
    """Contract, or Phase."""
    return str(gettext(_NAMES[ruleset.contract_term].one))


def numbered(ruleset: Ruleset, number: int | Blank) -> Markup:
    """Contract 4, or Phase 4."""
    return say(_NUMBERED[ruleset.contract_term], {"number": number})
