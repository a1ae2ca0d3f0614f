"""The form of a join code."""

import re
import unicodedata
from typing import Any

from flask_babel import gettext
from wtforms import StringField
from wtforms.validators import StopValidation

from companion.records.join_codes import CHARACTERS, LENGTH
from companion.web.forms.fields import PageForm

_CODE = re.compile(rf"[{CHARACTERS}]{{{LENGTH}}}")
_KEYBOARD = {
    "autocapitalize": "characters",
    "autocomplete": "off",
    "spellcheck": "false",
    "dir": "ltr",
    "maxlength": "40",
}


class CodeField(StringField):
    """A join code; lower case, spaces and dashes are accepted."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(**{"render_kw": _KEYBOARD} | kwargs)

    @property
    def normalised(self) -> str:
        """The code in capitals, without spaces and dashes."""
        typed = unicodedata.normalize("NFKC", self.data or "").upper()
        return "".join(letter for letter in typed if unicodedata.category(letter)[0] not in "ZPC")

    def pre_validate(self, form: object) -> None:  # noqa: ARG002 - WTForms passes it
        """Raises StopValidation if it cannot be a code."""
        if not _CODE.fullmatch(self.normalised):
            raise StopValidation(
                gettext(
                    "Enter the six-character code from the other phone, such as Q7R XM2. "
                    "It never uses O, 0, I or 1."
                )
            )


class JoinForm(PageForm):
    """The form with the code."""

    code = CodeField()

    def refuse(self, sentence: str) -> None:
        """Add the error at the field."""
        self.code.errors = [*self.code.errors, sentence]
