"""Forms about people and groups: names, colours, identity, and ranges of days."""

from collections.abc import Collection, Mapping
from datetime import date

from flask_babel import gettext
from flask_babel import lazy_gettext as _
from wtforms import SelectChoice, StringField
from wtforms.validators import StopValidation

from companion.gamefile.schema import YEARS
from companion.records.colours import COLOURS
from companion.rules.model.names import folded
from companion.web.forms.fields import (
    NAME_LENGTH,
    TITLE_LENGTH,
    ChoiceField,
    PageForm,
    TextField,
)
from companion.web.local_time import Days
from companion.web.profiles.season_view import WAYS, By

_NOT_HERE = _("These two cannot be the same person.")
_WORDS = {"autocapitalize": "words", "spellcheck": "false"}


class PersonForm(PageForm):
    """The name and colour of a person on this phone."""

    name = TextField(NAME_LENGTH, needed=_("Enter a name."), render_kw=_WORDS)
    colour = ChoiceField(choices=[SelectChoice(str(n), str(n)) for n in range(COLOURS)])

    def refuse_namesake(self, who: str, people: Collection[str]) -> bool:
        """Add an error if the name belongs to another person; whether it does."""
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
    """Another name of the same person."""

    other = ChoiceField(otherwise=_NOT_HERE)


class GroupForm(PageForm):
    """The name of a group; blank removes it."""

    called = TextField(TITLE_LENGTH, render_kw=_WORDS)


class DayField(StringField):
    """A day in ISO 8601, 2026-11-22; blank for none."""

    @property
    def day(self) -> date | None:
        """The day, once validated."""
        return date.fromisoformat(self.data) if self.data else None

    def pre_validate(self, form: object) -> None:  # noqa: ARG002 - WTForms passes it
        """Raises StopValidation for an invalid date."""
        try:
            is_one = self.day is None or self.day.year in YEARS
        except ValueError:
            is_one = False
        if not is_one:
            raise StopValidation(
                gettext("Enter a date as year, month and day, such as 2026-11-22.")
            )


class SeasonForm(PageForm):
    """The range of days of a season."""

    since = DayField(render_kw={"type": "date"})
    until = DayField(render_kw={"type": "date"})

    @classmethod
    def of(cls, args: Mapping[str, str]) -> "SeasonForm":
        """The form of an address."""
        return cls(formdata=None, data={name: args.get(name, "") for name in ("since", "until")})

    def fill_in(self, first: date | None, last: date | None) -> None:
        """Without a range, fill in that of the games."""
        for field, day in ((self.since, first), (self.until, last)):
            if not field.data and day:
                field.data = day.isoformat()

    def days(self) -> Days | None:
        """The range; None if a field has an error."""
        if not self.validate():
            return None
        since, until = self.since.day, self.until.day
        if since and until and since > until:
            self.until.errors = [gettext("The season cannot end before it begins.")]
            return None
        return Days(since, until)


def way_of(typed: str | None) -> By:
    """The ranking in an address; by wins by default."""
    return next((way for way in WAYS if way == typed), "wins")
