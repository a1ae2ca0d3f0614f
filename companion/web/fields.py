"""Form fields that say in a sentence what to type."""

import re
import unicodedata
from typing import Any

from flask_babel import gettext
from wtforms import StringField
from wtforms.validators import StopValidation, ValidationError

_DIGITS = re.compile(r"\d{1,5}")
_SUM = re.compile(r"\d{1,5}(\+\d{1,5})*")
NAME_LENGTH = 30
# Joiners hold scripts and family emoji together, marks steer direction, tags make flags.
_ALLOWED_CONTROLS = {*"\u200c\u200d\u200e\u200f", *map(chr, range(0xE0020, 0xE0080))}


class CountField(StringField):
    """How many cards of one class, from 0 to `most`; blank is None, which is not 0."""

    def __init__(self, label: str = "", most: int = 0, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(label, **kwargs)
        self.most = most

    @property
    def count(self) -> int | None:
        """The number typed, or None."""
        return int(self.data) if self.data and self.data.strip() else None

    def pre_validate(self, form: object) -> None:  # noqa: ARG002 - WTForms passes it
        """Raises StopValidation with what may be typed here."""
        text = (self.data or "").strip()
        if text and not (_DIGITS.fullmatch(text) and int(text) <= self.most):
            raise StopValidation(gettext("Type a whole number from 0 to %(most)s.", most=self.most))


class SumField(StringField):
    """A typed total, or a sum such as 10+15+20; blank is None."""

    @property
    def total(self) -> int | None:
        """The sum of what was typed, in points, or None."""
        text = _without_spaces(self.data)
        return sum(int(part) for part in text.split("+")) if text else None

    def pre_validate(self, form: object) -> None:  # noqa: ARG002
        """Raises StopValidation with what may be typed here."""
        text = _without_spaces(self.data)
        if text and not _SUM.fullmatch(text):
            raise StopValidation(gettext("Type a number such as 45, or a sum such as 10+15+20."))


def tidy_name(text: str | None) -> str:
    """A name as it is kept: composed, single spaces, none around it."""
    return " ".join(unicodedata.normalize("NFC", text or "").split())


def check_name(name: str) -> None:
    """Whether a name fits on the sheet. Raises ValidationError."""
    if len(name) > NAME_LENGTH:
        raise ValidationError(
            gettext(
                "This name has %(long)s characters. Use %(most)s or fewer, so that it fits.",
                long=len(name),
                most=NAME_LENGTH,
            )
        )
    if any(_is_control(character) for character in name):
        raise ValidationError(gettext("This name has invisible characters. Type it again."))


def _is_control(character: str) -> bool:
    control = unicodedata.category(character) in {"Cc", "Cf"}
    return control and character not in _ALLOWED_CONTROLS


def _without_spaces(text: str | None) -> str:
    return "".join((text or "").split())
