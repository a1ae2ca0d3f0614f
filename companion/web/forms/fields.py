"""Form fields that say in a sentence what to type."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from flask import request
from flask_babel import get_locale, gettext
from flask_wtf import FlaskForm
from wtforms import FieldList, RadioField, StringField
from wtforms.meta import DefaultMeta
from wtforms.validators import StopValidation, ValidationError

from companion.rules.model.names import has_controls

DIGITS = re.compile(r"\d{1,5}")
_ROW = re.compile(r"(\d{1,3})(?:-|$)", re.ASCII)
NAME_LENGTH = 30
TITLE_LENGTH = 80


def whole_number(text: str | None) -> int | None:
    """A number as a page sends it, from 0 to 99999; None for anything else."""
    return int(text) if text and DIGITS.fullmatch(text) else None


def typed_number(text: str | None) -> int | str:
    """A number as the rules read it; anything else as it was typed, for them to refuse."""
    typed = (text or "").strip().replace("\N{MINUS SIGN}", "-")
    return int(typed) if re.fullmatch(r"-?[0-9]{1,6}", typed) else typed


class PageForm(FlaskForm):
    """A form of a page: a file sent in the place of a text is no text."""

    class Meta(FlaskForm.Meta):
        """Where the fields are read from, and in whose language WTForms speaks."""

        csrf = False  # asked once of every request by CSRFProtect, before any form is made

        @property
        def locales(self) -> list[str]:
            """The language of this page, and English where WTForms does not speak that."""
            return [str(get_locale()), "en"]

        def get_translations(self, form: Any) -> Any:  # noqa: ANN401
            """What WTForms says, read from its file once and not by each form."""
            return DefaultMeta.get_translations(self, form)

        def wrap_formdata(self, form: Any, formdata: Any) -> Any:  # noqa: ANN401, ARG002
            """What was typed, where this request sends a form; neither its files nor JSON."""
            return None if formdata is None else request.form or None


class TextField(StringField):
    """A line of text, kept tidy; where it is `needed`, that is what is said of a blank one."""

    def __init__(self, most: int, needed: object = "", **kwargs: Any) -> None:  # noqa: ANN401
        typed = {"maxlength": most + 100, "dir": "auto", "autocomplete": "off"}
        super().__init__(**kwargs | {"render_kw": typed | kwargs.get("render_kw", {})})
        self.most, self.needed = most, needed

    @property
    def text(self) -> str:
        """What was typed, as it is kept."""
        return tidy_name(self.data)

    def pre_validate(self, form: object) -> None:  # noqa: ARG002 - WTForms passes it
        """Raises ValidationError where it does not fit on the sheet, or is missing."""
        check_text(self.text, self.most)
        if self.needed and not self.text:
            raise StopValidation(str(self.needed))


class SentNumber(StringField):
    """A number that a page sends with a button, or out of sight; None for anything else."""

    @property
    def number(self) -> int | None:
        """It, from 0 to 99999."""
        return whole_number(self.data)


class SeatField(SentNumber):
    """The seat of one of those who may be meant (`among`); `otherwise` says what is wrong."""

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
        """The seat, once it was found to be one of these."""
        return int(self.data or 0)

    def pre_validate(self, form: object) -> None:  # noqa: ARG002
        """Raises StopValidation where nobody can be meant."""
        if self.number not in self.among and (self.data or not self.may_be_blank):
            raise StopValidation(str(self.otherwise))


class ChoiceField(RadioField):
    """One of a few choices; `otherwise` is what is said where something else was sent."""

    data: str | None

    def __init__(self, *args: Any, otherwise: object = "", **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.otherwise = otherwise

    def process_formdata(self, valuelist: list[str]) -> None:
        """Where a choice may be left open, what is not sent was not chosen."""
        left_open = None if self.flags.optional else self.data
        self.data = valuelist[0] if valuelist else left_open

    def pre_validate(self, form: object) -> None:
        """Raises StopValidation when something else was sent, or nothing where it is needed."""
        if self.flags.optional and not self.raw_data:
            return
        try:
            super().pre_validate(form)
        except ValidationError:
            raise StopValidation(str(self.otherwise or gettext("Choose one of these."))) from None


class RowsField(FieldList):
    """Rows of a list, one field or a few each: `names-0`, `names-1`, `decks-0-jokers`."""

    def _extract_indices(self, prefix: str, formdata: Iterable[str]) -> Iterator[int]:
        """Only rows that a page has: WTForms itself fails at `names-²`."""
        names = (name.removeprefix(f"{prefix}-") for name in formdata if name.startswith(prefix))
        return (int(row[1]) for name in names if (row := _ROW.match(name)))


def tidy_name(text: str | None) -> str:
    """A name as it is kept: composed, single spaces, none around it."""
    return " ".join(unicodedata.normalize("NFC", text or "").split())


def check_text(text: str, most: int) -> None:
    """Whether a name or a note fits on the sheet. Raises ValidationError."""
    if len(text) > most:
        raise ValidationError(
            gettext(
                "This has %(long)s characters. Use %(most)s or fewer.",
                long=len(text),
                most=most,
            )
        )
    if has_controls(text) or not _is_visible(text):
        raise ValidationError(gettext("This has invisible characters. Enter it again."))


def _is_visible(text: str) -> bool:
    """Marks and joiners alone would leave an empty place on the sheet."""
    return not text or any(unicodedata.category(character)[0] in "LNPS" for character in text)
