"""The form of the seat of a phone."""

from flask_babel import lazy_gettext as _

from companion.rules.model.state import State
from companion.web.forms.fields import NAME_LENGTH, PageForm, SeatField, TextField


class SitForm(PageForm):
    """A seat, or none; and a label for the phone, if wanted."""

    seat = SeatField(may_be_blank=True, otherwise=_("That player is not in this game."))
    name = TextField(NAME_LENGTH, render_kw={"autocapitalize": "words"})


def sit_form(state: State, name: str, *, sent: bool) -> SitForm:
    """The submitted form, or one with the label of the phone."""
    form = SitForm() if sent else SitForm(formdata=None, data={"name": name})
    form.seat.among = range(len(state.names))
    return form
