"""What a hand costs by other rules, as somebody tells it."""

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext
from wtforms import Field, Form
from wtforms.validators import StopValidation


class WhatTheseCardsCost:
    """What was told lies between the least and the most these cards can cost."""

    def __init__(self, between: tuple[int, int] | None) -> None:
        self.between = between

    def __call__(self, _: Form, field: Field) -> None:
        """Raises StopValidation with what can be told."""
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
    """What each hand costs that the new rules price apart: a total for each."""

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether all of them were told; those never asked for are not wrong yet."""
        fits: bool = super().validate(extra_validators)
        for field in self:
            if field.raw_data and not field.errors and field.total is None:
                field.errors = [gettext("Enter the points of this hand by the new rules.")]
        return fits and all(field.total is not None for field in self)
