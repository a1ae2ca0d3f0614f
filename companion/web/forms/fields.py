"""Form fields whose errors say what to type."""

import re
from collections.abc import Collection
from typing import Any

from flask import request
from flask_babel import get_locale, gettext
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import FieldList, RadioField, StringField
from wtforms.meta import DefaultMeta
from wtforms.utils import unset_value
from wtforms.validators import StopValidation, ValidationError

from companion.rules.model.names import is_readable, tidy_name

_SUM = re.compile(r"[0-9]+(\+[0-9]+)*")
_DIFFERENCE = re.compile(r"[+-]?[0-9]+([+-][0-9]+)*")
_PARTS = re.compile(r"[+-]?[0-9]+")
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
            raise StopValidation(gettext("At most %(most)s.", most=self.most))
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
    """A typed total, or a sum such as 10+15+20; blank is None.

    Where it `may_be_negative`, also a difference.
    """

    may_be_negative = False

    def __init__(self, label: str = "", **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(label, render_kw=TOTAL, **kwargs)

    @property
    def total(self) -> int | None:
        """The sum in points, or None."""
        text = _without_spaces(self.data)
        return sum(map(int, _PARTS.findall(text))) if text else None

    def process_formdata(self, valuelist: list[str]) -> None:
        """A missing field is blank: a page omits the total if cards are counted."""
        self.data = valuelist[0] if valuelist else ""

    def pre_validate(self, form: object) -> None:  # noqa: ARG002
        """Raises StopValidation with the valid range."""
        text = _without_spaces(self.data)
        if text and not (_DIFFERENCE if self.may_be_negative else _SUM).fullmatch(text):
            raise StopValidation(gettext("Enter a number such as 45, or a sum such as 10+15+20."))
        if text and _is_too_much(text):
            raise StopValidation(gettext("No more than %(most)s points.", most=_MOST_POINTS))


def _is_too_much(text: str) -> bool:
    parts = _PARTS.findall(text)
    return any(len(p) > _MOST_DIGITS for p in parts) or abs(sum(map(int, parts))) > _MOST_POINTS


def _without_spaces(text: str | None) -> str:
    return "".join((text or "").split()).replace("\N{MINUS SIGN}", "-")


DIGITS = re.compile(r"\d{1,5}")
_ROW = re.compile(r"(\d{1,3})(?:-|$)", re.ASCII)
NAME_LENGTH = 30
TITLE_LENGTH = 80


def whole_number(text: str | None) -> int | None:
    """A number sent by a button, from 0 to 99999; None for anything else."""
    return int(text) if text and DIGITS.fullmatch(text) else None


def typed_number(text: str | None) -> int | str:
    """A number for the rules; other input is passed on unchanged, for them to refuse."""
    typed = (text or "").strip().replace("\N{MINUS SIGN}", "-")
    return int(typed) if re.fullmatch(r"-?[0-9]{1,6}", typed) else typed


class PageForm(FlaskForm):
    """The base of all forms; an uploaded file in place of a text is ignored."""

    class Meta(FlaskForm.Meta):
        """The source of the data and the language of WTForms."""

        csrf = False  # CSRFProtect has checked the request before any form is created

        @property
        def locales(self) -> list[str]:
            """The language of the page, with English as fallback of WTForms."""
            return [str(get_locale()), "en"]

        def get_translations(self, form: Any) -> Any:  # noqa: ANN401
            """The translations of WTForms, cached instead of loaded for each form."""
            return DefaultMeta.get_translations(self, form)

        def wrap_formdata(self, form: Any, formdata: Any) -> Any:  # noqa: ANN401, ARG002
            """The submitted fields of a form; neither files nor JSON."""
            return None if formdata is None else request.form or None


class TextField(StringField):
    """A line of text, trimmed; `needed` is the error for a blank one."""

    def __init__(self, most: int, needed: object = "", **kwargs: Any) -> None:  # noqa: ANN401
        typed = {"maxlength": most + 100, "dir": "auto", "autocomplete": "off"}
        super().__init__(**kwargs | {"render_kw": typed | kwargs.get("render_kw", {})})
        self.most, self.needed = most, needed

    @property
    def text(self) -> str:
        """The text as stored."""
        return tidy_name(self.data)

    def pre_validate(self, form: object) -> None:  # noqa: ARG002 - WTForms passes it
        """Raises ValidationError if it is too long for the sheet, or missing."""
        check_text(self.text, self.most)
        if self.needed and not self.text:
            raise StopValidation(str(self.needed))


class SentNumber(StringField):
    """A number sent by a button or a hidden field; None for anything else."""

    @property
    def number(self) -> int | None:
        """The number, from 0 to 99999."""
        return whole_number(self.data)


class SeatField(SentNumber):
    """A seat out of `among`; `otherwise` is the error."""

    def __init__(
        self,
        among: Collection[int] = (),
        otherwise: object = "",
        *,
        may_be_blank: bool = False,
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(**kwargs)
        self.among, self.otherwise, self.may_be_blank = among, otherwise, may_be_blank

    @property
    def chosen(self) -> int:
        """The seat, once validated."""
        return int(self.data or 0)

    def pre_validate(self, form: object) -> None:  # noqa: ARG002
        """Raises StopValidation for another seat."""
        if self.number not in self.among and (self.data or not self.may_be_blank):
            raise StopValidation(str(self.otherwise))


class ChoiceField(RadioField):
    """One of several choices; `otherwise` is the error for anything else."""

    data: str | None

    def __init__(self, *args: Any, otherwise: object = "", **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.otherwise = otherwise

    def process_formdata(self, valuelist: list[str]) -> None:
        """An optional choice that is not sent is None."""
        left_open = None if self.flags.optional else self.data
        self.data = valuelist[0] if valuelist else left_open

    def pre_validate(self, form: object) -> None:
        """Raises StopValidation for another value, or for none if it is required."""
        if self.flags.optional and not self.raw_data:
            return
        try:
            super().pre_validate(form)
        except ValidationError:
            raise StopValidation(str(self.otherwise or gettext("Choose one of these."))) from None


class RowsField(FieldList):
    """A list of rows with one or more fields: `names-0`, `names-1`, `decks-0-jokers`."""

    def process(
        self,
        formdata: MultiDict[str, Any] | None,
        data: Any = unset_value,  # noqa: ANN401
        extra_filters: Any = None,  # noqa: ANN401
    ) -> None:
        """Only rows with a valid number: WTForms itself fails at `names-²`."""
        rows = formdata and MultiDict(
            (name, value) for name, value in formdata.items(multi=True) if self._may_be_row(name)
        )
        super().process(rows, data, extra_filters)

    def _may_be_row(self, name: str) -> bool:
        """False for a field that is named like this list, without a row number."""
        row = name.removeprefix(f"{self.name}-")
        return bool(_ROW.match(row)) if row != name else not name.startswith(self.name)


def check_text(text: str, most: int) -> None:
    """Check that a name or a note fits on the sheet. Raises ValidationError."""
    if len(text) > most:
        raise ValidationError(
            gettext(
                "This has %(long)s characters. Use %(most)s or fewer.",
                long=len(text),
                most=most,
            )
        )
    if not is_readable(text):
        raise ValidationError(gettext("This has invisible characters. Enter it again."))
