"""What can be said of people and groups: a name, a colour, who is the same person, which days."""

from collections.abc import Collection, Mapping
from datetime import date

from flask_babel import gettext
from flask_babel import lazy_gettext as _
from wtforms import SelectChoice, StringField
from wtforms.validators import StopValidation

from companion.gamefile.schema import YEARS
from companion.records.colours import COLOURS
from companion.records.days import Days
from companion.rules.model.names import folded
from companion.web.forms.fields import (
    NAME_LENGTH,
    TITLE_LENGTH,
    ChoiceField,
    PageForm,
    TextField,
)
from companion.web.profiles.season_view import WAYS, By

_NOT_HERE = _("These two cannot be the same person.")
_WORDS = {"autocapitalize": "words", "spellcheck": "false"}


class PersonForm(PageForm):
    """What somebody is called on this phone, and in which colour."""

    name = TextField(NAME_LENGTH, needed=_("Enter a name."), render_kw=_WORDS)
    colour = ChoiceField(choices=[SelectChoice(str(n), str(n)) for n in range(COLOURS)])

    def refuse_namesake(self, who: str, people: Collection[str]) -> bool:
        """Say at the name that somebody else has it; whether that is so."""
        key = folded(self.name.text)
        is_taken = key != who and key in people
        if is_taken:
            self.name.errors = [
                gettext(
                    "Somebody else here has that name. If they are the same person, say so below; "
                    "otherwise add an initial."
                )
            ]
        return is_taken


class SameForm(PageForm):
    """Who else somebody is."""

    other = ChoiceField(otherwise=_NOT_HERE)


class GroupForm(PageForm):
    """What people are called when they play together; blank for nothing."""

    called = TextField(TITLE_LENGTH, render_kw=_WORDS)


class DayField(StringField):
    """A day as an address has it, 2026-11-22; blank for none."""

    @property
    def day(self) -> date | None:
        """It, once it was found to be one."""
        return date.fromisoformat(self.data) if self.data else None

    def pre_validate(self, form: object) -> None:  # noqa: ARG002 - WTForms passes it
        """Raises StopValidation where the calendar has no such day."""
        try:
            is_one = self.day is None or self.day.year in YEARS
        except ValueError:
            is_one = False
        if not is_one:
            raise StopValidation(
                gettext("Enter a date as year, month and day, such as 2026-11-22.")
            )


class SeasonForm(PageForm):
    """From which day to which."""

    since = DayField(render_kw={"type": "date"})
    until = DayField(render_kw={"type": "date"})

    @classmethod
    def of(cls, args: Mapping[str, str]) -> "SeasonForm":
        """The form as an address has it."""
        return cls(formdata=None, data={name: args.get(name, "") for name in ("since", "until")})

    def fill_in(self, first: date | None, last: date | None) -> None:
        """Where no day was asked for, say between which the games were."""
        for field, day in ((self.since, first), (self.until, last)):
            if not field.data and day:
                field.data = day.isoformat()

    def days(self) -> Days | None:
        """From and to; None where something is wrong, which its field then says."""
        if not self.validate():
            return None
        since, until = self.since.day, self.until.day
        if since and until and since > until:
            self.until.errors = [gettext("The season cannot end before it begins.")]
            return None
        return Days(since, until)


def way_of(typed: str | None) -> By:
    """What a table is ranked by, as an address has it: by wins, unless it says another."""
    return next((way for way in WAYS if way == typed), "wins")
