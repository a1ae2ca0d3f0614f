"""Fields for numbers: how many cards, how often, points as a total or a sum."""

import re
from typing import Any

from flask_babel import gettext
from wtforms import StringField
from wtforms.validators import StopValidation

from companion.web.forms.fields import DIGITS, typed_number

_SUM = re.compile(r"[0-9]+(\+[0-9]+)*")
_MOST_DIGITS = 9  # of a number, zeros in front included; `int` refuses thousands of them
_MOST_POINTS = 99_999  # as there is room for


COUNTED = {"inputmode": "numeric", "autocomplete": "off", "placeholder": "0"}
TOTAL = {"autocomplete": "off"}


class CountField(StringField):
    """How many cards of one class, from 0 to `most`; blank is None, which is not 0."""

    def __init__(self, label: str = "", most: int = 0, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(label, render_kw=COUNTED, **kwargs)
        self.most = most

    @property
    def count(self) -> int | None:
        """The number typed; None if the field is blank or cannot be read."""
        text = (self.data or "").strip()
        return int(text) if DIGITS.fullmatch(text) else None

    def process_formdata(self, valuelist: list[str]) -> None:
        """What is not sent is blank: a page leaves out the cards when a total is typed."""
        self.data = valuelist[0] if valuelist else ""

    def pre_validate(self, form: object) -> None:  # noqa: ARG002 - WTForms passes it
        """Raises StopValidation with what may be typed here."""
        text = (self.data or "").strip()
        is_number = bool(DIGITS.fullmatch(text))
        if is_number and int(text) > self.most:
            raise StopValidation(gettext("No more than %(most)s of these.", most=self.most))
        if text and not is_number:
            raise StopValidation(
                gettext("Enter a whole number from 0 to %(most)s.", most=self.most)
            )


class StepperField(CountField):
    """A number with a button on either side, each of which sends the number it leads to.

    Blank leaves it open. `is_stepped` says that one of the buttons was tapped.
    """

    is_stepped = False

    def process_formdata(self, valuelist: list[str]) -> None:
        """The button that was tapped has the last word."""
        super().process_formdata(valuelist[-1:])
        self.is_stepped = len(valuelist) > 1


class WholeField(StringField):
    """A number kept as it was typed; only where it is `needed` may it not be blank."""

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
        """Raises StopValidation with what may be typed here."""
        number = typed_number(self.data)
        if number == "" and not self.needed:
            return
        if isinstance(number, str) or not self.least <= number <= self.most:
            places = {"least": str(self.least).replace("-", "\N{MINUS SIGN}"), "most": self.most}
            raise StopValidation(
                gettext("Enter a whole number from %(least)s to %(most)s.", **places)
            )


class SumField(StringField):
    """A typed total, or a sum such as 10+15+20; blank is None."""

    def __init__(self, label: str = "", **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(label, render_kw=TOTAL, **kwargs)

    @property
    def total(self) -> int | None:
        """The sum of what was typed, in points, or None."""
        text = _without_spaces(self.data)
        return sum(int(part) for part in text.split("+")) if text else None

    def process_formdata(self, valuelist: list[str]) -> None:
        """What is not sent is blank: a page leaves out the total when cards are counted."""
        self.data = valuelist[0] if valuelist else ""

    def pre_validate(self, form: object) -> None:  # noqa: ARG002
        """Raises StopValidation with what may be typed here."""
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
