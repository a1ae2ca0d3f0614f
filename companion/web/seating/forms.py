"""Whose phone this is, as somebody says it."""

from flask_babel import lazy_gettext as _

from companion.rules.model.state import State
from companion.web.forms.fields import NAME_LENGTH, PageForm, SeatField, TextField


class SitForm(PageForm):
    """A seat, or nobody's; and what the phone is called, where somebody gives it a name."""

    seat = SeatField(may_be_blank=True, otherwise=_("That player is not in this game."))
    name = TextField(NAME_LENGTH, render_kw={"autocapitalize": "words"})


def sit_form(state: State, name: str, *, sent: bool) -> SitForm:
    """The form as it was sent, or with the name that the phone has."""
    form = SitForm() if sent else SitForm(formdata=None, data={"name": name})
    form.seat.among = range(len(state.names))
    return form
