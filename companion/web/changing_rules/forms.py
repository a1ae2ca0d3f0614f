"""The form for hands that have no price by the new rules."""

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext
from wtforms import Field, Form
from wtforms.validators import StopValidation


class WhatTheseCardsCost:
    """The total must be within the range of these cards."""

    def __init__(self, between: tuple[int, int] | None) -> None:
        self.between = between

    def __call__(self, _: Form, field: Field) -> None:
        """Raises StopValidation with the valid range."""
        if self.between is None or field.total is None:
            return
        least, most = self.between
        if not least <= field.total <= most:
            words = gettext(
                "Enter between %(least)s and %(most)s points for these cards.",
                least=least,
                most=most,
            )
            raise StopValidation(words)


class ToldForm(Form):
    """A total for each hand that has no price by the new rules."""

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether all totals are valid; hands not asked about yet are no error."""
        fits: bool = super().validate(extra_validators)
        for field in self:
            if field.raw_data and not field.errors and field.total is None:
                field.errors = [gettext("Enter the points of this hand by the new rules.")]
        return fits and all(field.total is not None for field in self)
