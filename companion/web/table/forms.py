"""The buttons of the table."""

from collections.abc import Iterator
from typing import get_args

from wtforms import BooleanField, StringField
from wtforms.validators import ValidationError

from companion.rules.fold.entries import Entry, LaidDown, TookBack, WentOut
from companion.rules.model.play import Ending
from companion.web.forms.fields import PageForm, SentNumber, whole_number
from companion.web.table.two_out_view import NEITHER, NOBODY

_ENDINGS: tuple[Ending, ...] = get_args(Ending)


class MarkForm(PageForm):
    """The player who is `down`, or takes it `back`; `mine` is the seat of the own page used."""

    down = SentNumber()
    back = SentNumber()
    mine = SentNumber()

    def entries(self) -> Iterator[Entry]:
        """The entry of the tapped button; none without one."""
        if self.down.number is not None:
            yield LaidDown(self.down.number)
        elif self.back.number is not None:
            yield TookBack(self.back.number)


class OutForm(PageForm):
    """The player who went `out`, a seat or nobody, and whether they went rummy.

    Where players knock, the seat is in the field of its ending instead; `ending` is that of a
    claim. `stays_down` is the seat named by another phone that did not go out after all; `undo`
    the number of that entry, if neither claim holds.
    """

    out = StringField()
    rummy = BooleanField()
    knock = SentNumber()
    gin = SentNumber()
    big_gin = SentNumber()
    ending = StringField()
    mine = SentNumber()
    stays_down = SentNumber()
    undo = SentNumber()

    def validate_out(self, field: StringField) -> None:
        """Raises ValidationError for anything else than a seat or nobody."""
        is_known = field.data == NOBODY or self.takes_back is not None
        if not is_known and self.seat is None:
            raise ValidationError

    @property
    def seat(self) -> int | None:
        """The seat of the player who ended the round, None for nobody; only if valid."""
        seats = (self[ending].number for ending in _ENDINGS)
        return next((seat for seat in seats if seat is not None), whole_number(self.out.data))

    @property
    def how(self) -> Ending | None:
        """How they ended it, where players knock; None if the form does not say."""
        return next(
            (e for e in _ENDINGS if e == self.ending.data or self[e].number is not None), None
        )

    @property
    def takes_back(self) -> int | None:
        """The number of the entry to undo if neither claim holds."""
        return self.undo.number if self.out.data == NEITHER else None

    def entries(self) -> Iterator[Entry]:
        """The entries to write."""
        yield WentOut(self.seat, self.seat is not None and self.rummy.data, self.how)
        if self.stays_down.number is not None:
            yield LaidDown(self.stays_down.number)


class UndoForm(PageForm):
    """The number of the displayed last entry; `back` is the page of the button."""

    undo = SentNumber()
    back = SentNumber()
