"""What is tapped at the table: a button each, and what its page sends along."""

from collections.abc import Iterator

from wtforms import BooleanField, StringField
from wtforms.validators import ValidationError

from companion.rules.fold.entries import Entry, LaidDown, TookBack, WentOut
from companion.web.forms.fields import PageForm, SentNumber, whole_number
from companion.web.table.two_out_view import NEITHER, NOBODY


class MarkForm(PageForm):
    """Who is `down`, or takes it `back`; `mine` is the seat on whose own page it was tapped."""

    down = SentNumber()
    back = SentNumber()
    mine = SentNumber()

    def entries(self) -> Iterator[Entry]:
        """Whose button was tapped, and which way; nothing where none was."""
        if self.down.number is not None:
            yield LaidDown(self.down.number)
        elif self.back.number is not None:
            yield TookBack(self.back.number)


class OutForm(PageForm):
    """Who went `out`, a seat or nobody, and whether all in one turn.

    `stays_down` is the seat that another phone has named and that did not go out after all; `undo`
    the number of the entry that named it, where `out` is neither.
    """

    out = StringField()
    rummy = BooleanField()
    mine = SentNumber()
    stays_down = SentNumber()
    undo = SentNumber()

    def validate_out(self, field: StringField) -> None:
        """Raises ValidationError where this is neither a seat nor nobody."""
        is_known = field.data == NOBODY or self.takes_back is not None
        if not is_known and whole_number(field.data) is None:
            raise ValidationError

    @property
    def takes_back(self) -> int | None:
        """The number of the entry that is undone because neither of two claims holds."""
        return self.undo.number if self.out.data == NEITHER else None

    def entries(self) -> Iterator[Entry]:
        """What the log would say."""
        seat = whole_number(self.out.data)
        yield WentOut(seat, seat is not None and self.rummy.data)
        if self.stays_down.number is not None:
            yield LaidDown(self.stays_down.number)


class UndoForm(PageForm):
    """The number of the entry that was seen as the last; `back` says where it was tapped."""

    undo = SentNumber()
    back = SentNumber()
