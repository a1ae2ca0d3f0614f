"""The buttons of the table."""

from collections.abc import Iterator
from typing import get_args

from wtforms import BooleanField, StringField
from wtforms.validators import ValidationError

from companion.rules.fold.entries import Dropped, Entry, LaidDown, TookBack, TurnedUp, WentOut
from companion.rules.model.play import Drop, Ending
from companion.rules.model.state import OpenRound
from companion.web.forms.fields import PageForm, SentNumber, whole_number
from companion.web.pages.table.two_out import NEITHER, NOBODY

_ENDINGS: tuple[Ending, ...] = get_args(Ending)


class MarkForm(PageForm):
    """The player who is `down`, or takes it `back`; `mine` is the seat of the own page used.

    `first`, `middle` and `wrong` are the player who drops in that way, `stays` one who does not
    after all; `turned_up` is the rank of the card turned up, blank to take it back.
    """

    down = SentNumber()
    back = SentNumber()
    first = SentNumber()
    middle = SentNumber()
    wrong = SentNumber()
    stays = SentNumber()
    turned_up = StringField()
    mine = SentNumber()

    def entries(self, open_round: OpenRound | None) -> Iterator[Entry]:
        """The entries of the tapped button; none without one."""
        if self.down.number is not None:
            yield LaidDown(self.down.number)
        elif self.back.number is not None:
            yield TookBack(self.back.number)
        elif self.stays.number is not None:
            yield Dropped(self.stays.number, None)
        elif self.turned_up.raw_data:
            yield TurnedUp(self.turned_up.data or None)
        else:
            yield from self._drops(open_round)

    def _drops(self, open_round: OpenRound | None) -> Iterator[Entry]:
        """The drop; the last player who has not dropped has won the round."""
        fields: dict[Drop, SentNumber] = {"first": self.first, "middle": self.middle}
        for drop, field in (fields | {"wrong": self.wrong}).items():
            if field.number is not None:
                yield Dropped(field.number, drop)
                last = open_round.left_once_dropped(field.number) if open_round else None
                if last is not None:
                    yield WentOut(last)


class OutForm(PageForm):
    """The player who went `out`, a seat or nobody, and whether they went rummy.

    Where players knock, the seat is in the field of its ending instead; `one_turn` has that of a
    player who went rummy. `ending` is that of a claim. `stays_down` is the seat named by another
    phone that did not go out after all; `undo` the number of that entry, if neither claim holds.
    """

    out = StringField()
    rummy = BooleanField()
    one_turn = SentNumber()
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
        seats = (self[name].number for name in ("one_turn", *_ENDINGS))
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
        is_rummy = self.rummy.data or self.one_turn.number is not None
        yield WentOut(self.seat, self.seat is not None and is_rummy, self.how)
        if self.stays_down.number is not None:
            yield LaidDown(self.stays_down.number)


class UndoForm(PageForm):
    """The number of the displayed last entry; `back` is the page of the button."""

    undo = SentNumber()
    back = SentNumber()
