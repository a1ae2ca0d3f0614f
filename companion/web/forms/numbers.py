"""Fields for numbers: cards, buys, and points as a total or a sum."""

import re
from typing import Any

from flask_babel import gettext
from wtforms import StringField
from wtforms.validators import StopValidation

from companion.web.forms.fields import DIGITS, typed_number

_SUM = re.compile(r"[0-9]+(\+[0-9]+)*")
_MOST_DIGITS = 9  # with leading zeros; `int` refuses thousands of digits
_MOST_POINTS = 99_999  # the maximum that pages have room for


COUNTED = {"inputmode": "numeric", "autocomplete": "off", "placeholder": "0"}
TOTAL = {"autocomplete": "off"}


class CountField(StringField):
    """The number of cards of one class, from 0 to `most`; blank is None, not 0."""

    def __init__(self, label: str = "", most: int = 0, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(label, render_kw=COUNTED, **kwargs)
        self.most = most

    @property
    def count(self) -> int | None:
        """The number; None if the field is blank or invalid."""
        text = (self.data or "").strip()
        return int(text) if DIGITS.fullmatch(text) else None

    def process_formdata(self, valuelist: list[str]) -> None:
        """A missing field is blank: a page omits the cards if a total is typed."""
        self.data = valuelist[0] if valuelist else ""

    def pre_validate(self, form: object) -> None:  # noqa: ARG002 - WTForms passes it
        """Raises StopValidation with the valid range."""
        text = (self.data or "").strip()
        is_number = bool(DIGITS.fullmatch(text))
        if is_number and int(text) > self.most:
            raise StopValidation(gettext("No more than %(most)s of these.", most=self.most))
        if text and not is_number:
            raise StopValidation(
                gettext("Enter a whole number from 0 to %(most)s.", most=self.most)
            )


class StepperField(CountField):
    """A number with a minus and a plus button, each of which submits its result.

    Blank means not entered. `is_stepped` says that one of the buttons was tapped.
    """

    is_stepped = False

    def process_formdata(self, valuelist: list[str]) -> None:
        """The tapped button has priority."""
        super().process_formdata(valuelist[-1:])
        self.is_stepped = len(valuelist) > 1


class WholeField(StringField):
    """A number kept as typed; required if `needed`."""

    def __init__(
        self,
        least: int,
        most: int,
        *,
        needed: bool = True,
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(**kwargs)
        self.least, self.most, self.needed = least, most, needed

    def pre_validate(self, form: object) -> None:  # noqa: ARG002
        """Raises StopValidation with the valid range."""
        number = typed_number(self.data)
        if number == "" and not self.needed:
            return
        if isinstance(number, str) or not self.least <= number <= self.most:
            places = {"least": self.least, "most": self.most}
            raise StopValidation(
                gettext("Enter a whole number from %(least)s to %(most)s.", **places)
            )


class SumField(StringField):
    """A typed total, or a sum such as 10+15+20; blank is None."""

    def __init__(self, label: str = "", **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(label, render_kw=TOTAL, **kwargs)

    @property
    def total(self) -> int | None:
        """The sum in points, or None."""
        text = _without_spaces(self.data)
        return sum(int(part) for part in text.split("+")) if text else None

    def process_formdata(self, valuelist: list[str]) -> None:
        """A missing field is blank: a page omits the total if cards are counted."""
        self.data = valuelist[0] if valuelist else ""

    def pre_validate(self, form: object) -> None:  # noqa: ARG002
        """Raises StopValidation with the valid range."""
        text = _without_spaces(self.data)
        if text and not _SUM.fullmatch(text):
            raise StopValidation(gettext("Enter a number such as 45, or a sum such as 10+15+20."))
        if text and _is_too_much(text):
            raise StopValidation(gettext("No more than %(most)s points.", most=_MOST_POINTS))


def _is_too_much(text: str) -> bool:
    parts = text.split("+")
    return any(len(part) > _MOST_DIGITS for part in parts) or sum(map(int, parts)) > _MOST_POINTS


def _without_spaces(text: str | None) -> str:
    return "".join((text or "").split())
